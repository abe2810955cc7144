import Authorization
import Conditions
public import Observations
import Synchronization

/// Where the device is, as a sequence: positions while they are allowed, and reasons while they are not.
///
/// Like a ``Monitor`` it listens to nothing by itself: give it the observations that a monitor is given. Each source is judged
/// by itself: its own times decide what is late, and positions are unavailable only when no source can measure them (LD15).
/// Only sources that have measured a position count. Before the first position, sources that report what the person allows count,
/// unless they hear beacons. A Bluetooth radio that is off says nothing about positions.
///
/// It keeps the last place and the place where the device may be standing, in memory, and forgets them with the permission.
public final class LiveUpdates: Sendable {
    private let authority: LocationAuthority?
    private let streams = LiveUpdateStreams()
    private let listening: AuthorityListening?

    /// Makes live positions without readers.
    ///
    /// - Parameter authority: Whether observations may be used; without one they always may.
    public init(authority: LocationAuthority? = nil) {
        self.authority = authority
        listening = authority.map { [streams] in AuthorityListening(to: $0) { streams.suspend($0) } }
    }

    deinit { streams.finish() }

    /// The updates from now on; reading takes a session on the program's behalf (L103).
    ///
    /// When the device has stood still for a minute, one update says so, and the next comes when it moves, for each source that
    /// measures positions (L108). A reader that falls behind misses the oldest updates beyond sixteen.
    public var updates: AsyncStream<LocationUpdate> {
        authority?.elapse()
        return streams.begin(holding: authority.map { ReadingSession(of: $0) })
    }

    /// Gives the readers what an observation changes.
    public func observe(_ observation: Observation) { _ = take(observation) }

    /// Gives the readers what an observation changes.
    ///
    /// - Returns: The position, also when readers know already that the device stands there, or why nothing measures positions
    ///   any more; `nil` when neither is new or allowed.
    package func take(_ observation: Observation) -> LocationUpdate? {
        authority?.elapse()
        return streams.observe(observation)
    }

    /// The last position; `nil` before the first, and once positions were not allowed, until the next.
    package var latest: LocationUpdate? {
        authority?.elapse()
        return streams.latest
    }

    /// Why there are no positions now, for a reader that begins now; `nil` while there may be.
    package var absence: LocationUpdate? {
        authority?.elapse()
        return streams.absence
    }

    /// Says that no more observations come: the readings end.
    public func finish() { streams.finish() }
}

/// The machine of live positions, and the streams that its updates go to.
private final class LiveUpdateStreams: Sendable {
    private struct State {
        var machine = LiveUpdatesStateMachine()
        var readers: [Int: AsyncStream<LocationUpdate>.Continuation] = [:]
        var lastReader = 0

        func tell(_ update: LocationUpdate?) {
            guard let update else { return }
            for reader in readers.values { reader.yield(update) }
        }
    }

    // Updates are handed over inside the lock, so that each reader is given them in their order; that runs no code of theirs.
    private let state = Mutex(State())

    func begin(holding session: ReadingSession?) -> AsyncStream<LocationUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LocationUpdate.self, bufferingPolicy: .bufferingNewest(16))
        let reader = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            if let greeting = state.machine.greeting { continuation.yield(greeting) }
            return state.lastReader
        }
        // The session lasts as long as the closure, which goes with the stream.
        continuation.onTermination = { [weak self] _ in
            withExtendedLifetime(session) { self?.end(reader) }
        }
        return stream
    }

    func suspend(_ suspension: LocationAuthority.Suspension) {
        state.withLock { state in
            let reasons = ConditionDiagnostics(suspension.reasons)
            state.tell(state.machine.suspend(reasons, since: suspension.since))
        }
    }

    func observe(_ observation: Observation) -> LocationUpdate? {
        state.withLock { state in
            guard let outcome = state.machine.observe(observation) else { return nil }
            if outcome.isNews { state.tell(outcome.update) }
            return outcome.update
        }
    }

    var latest: LocationUpdate? { state.withLock { $0.machine.latest } }
    var absence: LocationUpdate? { state.withLock { $0.machine.greeting } }

    func finish() {
        let readers = state.withLock { state in
            defer { state.readers = [:] }
            return state.readers
        }
        for reader in readers.values { reader.finish() }
    }

    private func end(_ reader: Int) {
        _ = state.withLock { $0.readers.removeValue(forKey: reader) }
    }
}
