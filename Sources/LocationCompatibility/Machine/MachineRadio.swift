import Beacons
import Bluetooth
import Dispatch
import Machine
import Observations
import Synchronization

/// Uses the Bluetooth adapter of this machine as much as the program needs: it listens, advertises, or does nothing.
final class MachineRadio: Sendable {
    private struct Need: Hashable, Sendable {
        var isAsked = false
        var listens = false
        var frame: IBeaconFrame?
    }

    private struct State {
        var need = Need()
        var radio: CBManagerState?
        /// Whether several scanners and advertisers may use the adapter at once, as through BlueZ.
        var isShared = false
        var waiting: [DispatchSemaphore] = []
    }

    /// How long a question about the hardware waits for the radio.
    private static let patience = DispatchTimeInterval.seconds(2)

    let adapter: Adapter
    private let clock: MachineClock
    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation
    private let take: @Sendable (Observation) async -> Void
    private let tell: @Sendable (CBManagerState) -> Void

    /// Makes the radio, which is not used yet.
    ///
    /// - Parameters:
    ///   - adapter: The adapter.
    ///   - clock: The time of the observations.
    ///   - tell: Called with each change of the radio; on a thread of the radio.
    ///   - take: Receives what the radio hears.
    init(
        _ adapter: Adapter, clock: MachineClock, telling tell: @escaping @Sendable (CBManagerState) -> Void,
        take: @escaping @Sendable (Observation) async -> Void
    ) {
        self.adapter = adapter
        self.clock = clock
        self.tell = tell
        self.take = take
        // A change that has not been looked at yet includes the next one.
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Finds out whether there is a radio.
    func ask() { change { $0.isAsked = true } }

    /// Begins to listen, for as long as the program runs.
    func listen() {
        change {
            $0.isAsked = true
            $0.listens = true
        }
    }

    /// Sends a frame in the place of the one before; `nil` sends nothing.
    func advertise(_ frame: IBeaconFrame?) { change { $0.frame = frame } }

    /// Whether this machine has a radio, switched on or not; it waits for the first answer of the system.
    ///
    /// A radio that does not answer in time counts as one.
    var isPresent: Bool {
        ask()
        let semaphore = DispatchSemaphore(value: 0)
        let known = state.withLock { state in
            if state.radio == nil { state.waiting.append(semaphore) }
            return state.radio
        }
        if known == nil { _ = semaphore.wait(timeout: .now() + Self.patience) }
        return state.withLock { $0.radio } != .unsupported
    }

    private func change(_ body: (inout Need) -> Void) {
        let isNews = state.withLock { state in
            let before = state.need
            body(&state.need)
            return before != state.need
        }
        if isNews { changed.yield() }
    }

    private func became(_ change: RadioChange) {
        let radio = CBManagerState(change)
        let (isNews, waiting) = state.withLock { state in
            defer {
                state.radio = radio
                state.waiting = []
            }
            if case .on(let used) = change, case .bluez = used.adapter { state.isShared = true }
            return (state.radio != radio, state.waiting)
        }
        guard isNews else { return }
        tell(radio)
        for semaphore in waiting { semaphore.signal() }
        changed.yield()
    }

    /// Uses the radio as needed until the task is cancelled.
    func run() async {
        var listening: Task<Void, Never>?
        var sending: (frame: IBeaconFrame, task: Task<Void, Never>)?
        for await _ in changes {
            let (need, radio, isShared) = state.withLock { ($0.need, $0.radio, $0.isShared) }
            // A radio that nobody listens to is only watched until it is on.
            let isWatched = need.listens || (need.isAsked && radio != .poweredOn)
            // Without BlueZ, a controller has one user at a time, and one task.
            let listens = isWatched && (need.frame == nil || isShared)
            if !listens {
                listening?.cancel()
                await listening?.value
                listening = nil
            }
            if let present = sending, present.frame != need.frame {
                present.task.cancel()
                await present.task.value
                sending = nil
            }
            if let frame = need.frame, sending == nil {
                sending = (frame, Task(executorPreference: .machine) { await self.send(frame) })
            }
            if listens, listening == nil {
                listening = Task(executorPreference: .machine) { await self.observe() }
            }
        }
        listening?.cancel()
        sending?.task.cancel()
        await listening?.value
        await sending?.task.value
    }

    private func observe() async {
        await RadioObservations(adapter, clock: clock).run(onChange: { self.became($0) }, take: take)
    }

    private func send(_ frame: IBeaconFrame) async {
        do throws(BluetoothFailure) {
            try await BluetoothAdvertiser(frame, on: adapter).run { self.became($0) }
        } catch {
            // The interval and the length of a beacon's frame are always usable.
            preconditionFailure("\(error)")
        }
    }
}

extension CBManagerState {
    /// What Core Bluetooth calls a state of the radio.
    fileprivate init(_ change: RadioChange) {
        switch change {
        case .on: self = .poweredOn
        case .off: self = .poweredOff
        case .unavailable(let failure):
            switch failure.reason {
            case .noAdapter, .unsupported, .unusableAdvertisement: self = .unsupported
            case .notPermitted: self = .unauthorized
            case .poweredOff: self = .poweredOff
            case .busy, .notReachable, .connectionLost, .noAnswer, .refused, .hardwareFault: self = .resetting
            }
        }
    }
}
