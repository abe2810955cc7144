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

    /// Whether advertising is refused although the radio works.
    private enum Refusal {
        case none
        /// It may be possible after a pause.
        case passing
        /// This radio cannot advertise.
        case lasting
    }

    private struct State {
        var need = Need()
        /// What the listener says about the radio; `nil` while it does not know.
        var listener: CBManagerState?
        /// What the sender says about the radio; `nil` while it does not know.
        var sender: CBManagerState?
        var refusal = Refusal.none
        /// How often advertising was refused in a row.
        var refusals = 0
        /// Whether several scanners and advertisers may use the adapter at once, as through BlueZ.
        var isShared = false
        /// What programs that advertise were told last.
        var told: CBManagerState?
        var waiting: [DispatchSemaphore] = []

        var radio: CBManagerState? { sender ?? listener }
    }

    /// How long a question about the hardware waits for the radio.
    private static let patience = DispatchTimeInterval.seconds(2)
    /// The longest pause after a refused advertisement; the first one is a second, and each further one doubles.
    private static let longestPause: Int64 = 64

    /// The adapter; `nil` for a program without Bluetooth.
    private let adapter: Adapter?
    private let clock: MachineClock
    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation
    private let take: @Sendable (Observation) async -> Void
    private let tell: @Sendable (CBManagerState) -> Void
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes the radio, which is not used yet.
    ///
    /// - Parameters:
    ///   - adapter: The adapter; without one, it answers as a machine without Bluetooth.
    ///   - clock: The time of the observations.
    ///   - tell: Called with each change of the radio; on a thread of the radio.
    ///   - sleep: Waits before a program that was refused may advertise again.
    ///   - take: Receives what the radio hears.
    init(
        _ adapter: Adapter?, clock: MachineClock, telling tell: @escaping @Sendable (CBManagerState) -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        take: @escaping @Sendable (Observation) async -> Void
    ) {
        self.adapter = adapter
        self.clock = clock
        self.tell = tell
        self.sleep = sleep
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

    /// Changes what is known about the radio, and tells it to the waiting callers.
    private func learn(_ body: (inout State) -> Void) {
        typealias News = (told: CBManagerState?, isOther: Bool, waiting: [DispatchSemaphore])
        let news = state.withLock { state -> News in
            let before = state.radio
            body(&state)
            guard let radio = state.radio else { return (nil, before != nil, []) }
            // Another radio may be able to advertise.
            if radio != .poweredOn, state.refusal == .lasting { state.refusal = .none }
            let advertising: CBManagerState =
                switch state.refusal {
                case .none: radio
                case .passing: radio == .poweredOn ? .resetting : radio
                case .lasting: .unsupported
                }
            defer {
                state.waiting = []
                state.told = advertising
            }
            return (state.told == advertising ? nil : advertising, radio != before, state.waiting)
        }
        if let told = news.told { tell(told) }
        for semaphore in news.waiting { semaphore.signal() }
        if news.isOther { changed.yield() }
    }

    private func listenerBecame(_ change: RadioChange) {
        learn { state in
            state.listener = CBManagerState(change)
            if case .on(let used) = change, case .bluez = used.adapter { state.isShared = true }
        }
    }

    private func senderBecame(_ change: RadioChange) {
        learn { state in
            state.sender = CBManagerState(change)
            switch change {
            case .on:
                state.refusals = 0
                if state.refusal == .passing { state.refusal = .none }
            case .off: break
            case .unavailable(let failure):
                switch failure.reason {
                case .unsupported, .unusableAdvertisement: state.refusal = .lasting
                case .refused, .busy:
                    // The advertiser tries again until it is stopped, which is one refusal.
                    if state.refusal != .passing { state.refusals += 1 }
                    state.refusal = .passing
                default: return
                }
                // The radio is there, and listens.
                if failure.reason != .busy { state.sender = .poweredOn }
            }
        }
    }

    /// Uses the radio as needed until the task is cancelled.
    func run() async {
        guard let adapter else { return await runWithoutAdapter() }
        var listening: Task<Void, Never>?
        var sending: (frame: IBeaconFrame, task: Task<Void, Never>)?
        var pause: Task<Void, Never>?
        for await _ in changes {
            let (need, radio, isShared) = state.withLock { ($0.need, $0.radio, $0.isShared) }
            // A radio that nobody listens to is only watched until it is on.
            let isWatched = need.listens || (need.isAsked && radio != .poweredOn)
            // Without BlueZ, a controller has one user at a time, and one task.
            let listens = isWatched && (need.frame == nil || isShared)
            if !listens {
                listening?.cancel()
                await listening?.value
                if listening != nil, isWatched { await stoppedListening() }
                listening = nil
            }
            if let present = sending, present.frame != need.frame {
                present.task.cancel()
                await present.task.value
                sending = nil
                learn { $0.sender = nil }
                if let duration = pauseAfterRefusal {
                    pause?.cancel()
                    pause = Task(executorPreference: .machine) { await self.endRefusal(after: duration) }
                }
            }
            if let frame = need.frame, sending == nil {
                sending = (frame, Task(executorPreference: .machine) { await self.send(frame, adapter) })
            }
            if listens, listening == nil {
                listening = Task(executorPreference: .machine) { await self.observe(adapter) }
            }
        }
        listening?.cancel()
        sending?.task.cancel()
        pause?.cancel()
        await listening?.value
        await sending?.task.value
        await pause?.value
    }

    /// How long a program that was refused waits; `nil` when it was not refused, or for good.
    private var pauseAfterRefusal: Duration? {
        state.withLock { state in
            guard state.refusal == .passing else { return nil }
            return .seconds(min(1 << Int64(min(state.refusals, 7) - 1), Self.longestPause))
        }
    }

    private func endRefusal(after pause: Duration) async {
        do { try await sleep(pause) } catch { return }
        learn { if $0.refusal == .passing { $0.refusal = .none } }
    }

    private func runWithoutAdapter() async {
        learn { $0.listener = .unsupported }
        for await _ in changes where state.withLock({ $0.need.listens }) { return await reportGone() }
    }

    private func observe(_ adapter: Adapter) async {
        await RadioObservations(adapter, clock: clock).run(onChange: { self.listenerBecame($0) }, take: take)
    }

    /// Reports that the radio is gone for conditions and ranging, because it only sends from now on.
    private func stoppedListening() async {
        learn { $0.listener = nil }
        await reportGone()
    }

    private func reportGone() async {
        await take(
            Observation(source: RadioObservations.source, time: clock.now, content: .radio(.gone)))
    }

    private func send(_ frame: IBeaconFrame, _ adapter: Adapter) async {
        do throws(BluetoothFailure) {
            try await BluetoothAdvertiser(frame, on: adapter).run { self.senderBecame($0) }
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
