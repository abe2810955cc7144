import Authorization
import Conditions
public import Observations
import Synchronization

/// The device's positions as a sequence: positions while they are allowed, and reasons while they are not.
///
/// Like a ``Monitor``, it does not listen by itself: pass it the observations that a monitor gets. Each
/// source is judged separately: its own times decide which observations are late, and positions are
/// unavailable only when no source can measure them (LD15). Only sources that have measured a position count.
/// Before the first position, sources that report a permission count, unless they hear beacons. A Bluetooth
/// radio that is off says nothing about positions.
///
/// It keeps the last position and the possible resting place in memory, and forgets both with the permission.
public final class LiveUpdates: Sendable {
    private let authority: LocationAuthority?
    private let streams = LiveUpdateStreams()
    private let listening: AuthorityListening?

    /// Makes live positions without readers.
    ///
    /// - Parameter authority: Decides whether observations may be used; without one, they always may be used.
    public init(authority: LocationAuthority? = nil) {
        self.authority = authority
        listening = authority.map { [streams] in AuthorityListening(to: $0) { streams.suspend($0) } }
    }

    deinit { streams.finish() }

    /// The updates from now on; reading takes a session on the program's behalf (L103).
    ///
    /// When the device has stood still for a minute, one update reports that, and the next comes when it
    /// moves. This applies to each source that measures positions (L108). A reader that falls behind misses
    /// the oldest updates beyond sixteen.
    public var updates: AsyncStream<LocationUpdate> {
        authority?.elapse()
        return streams.begin(holding: authority.map { ReadingSession(of: $0) })
    }

    /// Evaluates an observation, and passes the update to the readers.
    public func observe(_ observation: Observation) { _ = take(observation) }

    /// Evaluates an observation, and passes the update to the readers.
    ///
    /// - Returns: The position, even if readers already know that the device stands there; or why nothing
    ///   measures positions any more; `nil` when neither is new or allowed.
    package func take(_ observation: Observation) -> LocationUpdate? {
        authority?.elapse()
        return streams.observe(observation)
    }

    /// The last position; `nil` before the first, and after positions were forbidden, until the next.
    package var latest: LocationUpdate? {
        authority?.elapse()
        return streams.latest
    }

    /// Why there are no positions now, for a new reader; `nil` while there may be some.
    package var absence: LocationUpdate? {
        authority?.elapse()
        return streams.absence
    }

    /// Declares that no more observations come: the readings end.
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

    // Updates are passed on inside the lock, so that each reader gets them in order; no reader's code runs
    // there.
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
        // The session exists as long as this closure, and the closure as long as the stream.
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
