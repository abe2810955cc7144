import Beacons
package import Bluetooth
package import Observations
import Synchronization

/// Observes the beacons that a Bluetooth adapter of this machine hears.
///
/// While the radio listens, it also reports on a beat that time has passed (LD15), so that silences end stays. It reports
/// when the radio is switched off or gone, and when it is back. A jump of the clock is an interruption: the radio is gone
/// before it, and back after it.
package struct RadioObservations: Sendable {
    /// The source of all observations of this machine's radio, whichever program makes them.
    ///
    /// A stay that one program began can end in another one, because both name the same source.
    package static let source = ObservationSource("bluetooth")
    /// The time between two reports that time has passed.
    package static let beat = Duration.seconds(1)
    /// The most sightings that wait for their reader; later ones are dropped until it has caught up.
    private static let mostWaiting = 10_000

    private let scanner: BluetoothScanner
    private let clock: MachineClock

    /// Makes observations of an adapter; nothing happens yet.
    package init(_ adapter: Adapter, clock: MachineClock) {
        scanner = BluetoothScanner(adapter)
        self.clock = clock
    }

    /// Listens until the task is cancelled.
    ///
    /// It ends without an observation that the radio is gone. A caller that continues without the radio must add one.
    ///
    /// - Parameters:
    ///   - onChange: Called when the radio starts to listen and when it stops to; on the radio's thread, so it should
    ///     return soon.
    ///   - take: Receives the observations in the order of their times.
    package func run(
        onChange: @escaping @Sendable (RadioChange) -> Void = { _ in },
        take: @escaping @Sendable (Observation) async throws -> Void
    ) async rethrows {
        let (observations, sender) = AsyncStream<Observation>.makeStream()
        let queue = ObservationQueue(sender, clock: clock, mostWaiting: Self.mostWaiting)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await scanner.run(
                    onChange: { change in
                        onChange(change)
                        queue.radioChanged(change)
                    },
                    onReport: { report, data, _ in queue.heard(report, data) })
            }
            group.addTask {
                // A cancelled sleep ends the beat.
                while (try? await Task.sleep(for: Self.beat)) != nil { queue.passTime() }
            }
            do {
                for await observation in observations {
                    try await take(observation)
                    queue.taken()
                }
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            // The radio's part ends only when the controller has been told to stop.
            try await group.waitForAll()
        }
    }
}

/// Turns what the radio's thread reports into observations whose times never go back.
final class ObservationQueue: Sendable {
    private struct State {
        var radio: RadioState?
        /// The time of the newest observation, and the number of jumps of the clock before it.
        var newest: MachineClock.Reading
        var waiting = 0
        var numbers = DeviceNumbers()
    }

    private let state: Mutex<State>
    private let sender: AsyncStream<Observation>.Continuation
    private let clock: MachineClock
    private let mostWaiting: Int

    init(_ sender: AsyncStream<Observation>.Continuation, clock: MachineClock, mostWaiting: Int) {
        self.sender = sender
        self.clock = clock
        self.mostWaiting = mostWaiting
        state = Mutex(State(newest: clock.reading))
    }

    func radioChanged(_ change: RadioChange) {
        let radio: RadioState =
            switch change {
            case .on: .on
            case .off: .off
            case .unavailable: .gone
            }
        state.withLock { state in
            guard state.radio != radio else { return }
            state.radio = radio
            send(.radio(radio), &state)
        }
    }

    func heard(_ report: AdvertisingReport, _ data: Span<UInt8>) {
        // Data that is cut off, or a frame of a wrong length, holds no beacon.
        guard let frame = try? AdvertisingData.iBeacon(in: data) else { return }
        state.withLock { state in
            guard state.waiting < mostWaiting else { return }
            let device = state.numbers.number(of: report.address, as: frame.identity)
            let sighting = BeaconSighting(
                identity: frame.identity, measuredPower: frame.measuredPower, rssi: report.rssi,
                device: device)
            send(.sighting(sighting), &state)
        }
    }

    func passTime() {
        state.withLock { state in
            // While earlier observations wait, the time that has passed is not evaluated yet.
            if state.radio == .on, state.waiting < mostWaiting { send(.elapsed, &state) }
        }
    }

    func taken() { state.withLock { $0.waiting -= 1 } }

    // Inside the lock, so that the order is that of the times.
    private func send(_ content: Observation.Content, _ state: inout State) {
        let (before, now) = (state.newest, clock.reading)
        state.newest = now
        if now.jumps != before.jumps, state.radio == .on {
            yield(.radio(.gone), at: before.time, &state)
            yield(.radio(.on), at: now.time, &state)
        }
        yield(content, at: now.time, &state)
    }

    private func yield(_ content: Observation.Content, at time: ObservationTime, _ state: inout State) {
        state.waiting += 1
        sender.yield(Observation(source: RadioObservations.source, time: time, content: content))
    }
}
