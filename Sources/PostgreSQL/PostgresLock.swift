import Dispatch
import Synchronization

/// Holds an advisory lock of a database for as long as the process and its connection live, on a thread of its own.
///
/// One process has the lock. When that process or its connection ends, another one that waits gets the lock, within two seconds
/// if the server notices the end at once. A machine that vanishes is noticed within five seconds.
///
/// Each time a process gets the lock, it gets a number that is larger than all before (a fencing token). A transaction compares
/// it with the number that is kept, so that a process that has lost the lock and does not know yet changes nothing.
public final class PostgresLock: Sendable {
    private static let interval: DispatchTimeInterval = .seconds(1)
    /// How long the lock counts as held after the server was asked.
    ///
    /// The server gives the lock of a machine that has vanished to
    /// another one after four seconds at the earliest, which the settings of keep-alive say.
    private static let trust: Duration = .seconds(3)

    private struct State {
        /// When the question was sent that the server has answered last.
        var confirmedAt: ContinuousClock.Instant?
        var token: Int64?
    }

    private let state = Mutex(State())
    private let isEnding = Atomic<Bool>(false)
    private let isResting = Atomic<Bool>(false)
    /// Ends the pause of the thread.
    private let ending = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "postgresql.lock", qos: .userInitiated)
    private let pulse: PostgresPulse
    private let number: Int64
    private let claim: @Sendable (PostgresConnection) throws -> Int64

    /// Begins to wait for the lock, and returns when it has been asked for once.
    ///
    /// - Parameters:
    ///   - pulse: Opens the connection, and ends it when the server does not answer.
    ///   - number: The number of the lock.
    ///   - claim: Records in a transaction that this process has the lock, and returns the number of this time. When it throws, the
    ///     lock is given back.
    public init(
        over pulse: PostgresPulse, number: Int64,
        claim: @escaping @Sendable (PostgresConnection) throws -> Int64
    ) {
        self.pulse = pulse
        self.number = number
        self.claim = claim
        let isAsked = DispatchSemaphore(value: 0)
        queue.async { self.run { isAsked.signal() } }
        isAsked.wait()
    }

    /// The number of this time while the process has the lock; `nil` without the lock.
    public var token: Int64? {
        guard !isResting.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            guard let confirmedAt = state.confirmedAt, confirmedAt.duration(to: .now) < Self.trust else {
                return nil
            }
            return state.token
        }
    }

    /// Does without the lock at once and does not ask for it any more, but lets nobody else have it before ``stop()``.
    public func rest() { isResting.store(true, ordering: .relaxed) }

    /// Does without the lock and gives it back, at once.
    public func stop() {
        let isFirst = !isEnding.exchange(true, ordering: .relaxed)
        lose()
        if isFirst { ending.signal() }
    }

    private func lose() { state.withLock { $0 = State() } }

    private func pause() { _ = ending.wait(timeout: .now() + Self.interval) }

    private func run(asked: @escaping () -> Void) {
        while !isEnding.load(ordering: .relaxed) {
            // Without a connection the server has given the lock to somebody else, or will.
            do { try hold(asked) } catch {
                lose()
                asked()
            }
            pause()
        }
        lose()
    }

    /// Waits for the lock and holds it, until the end or until the connection is lost.
    private func hold(_ asked: () -> Void) throws {
        let connection = try pulse.connect()
        // Before the connection ends, and with it the lock.
        defer { withExtendedLifetime(connection) { lose() } }
        try connection.execute(
            script: "SET idle_in_transaction_session_timeout = '4s'; SET statement_timeout = '4s'")
        var own: Int64?
        while !isEnding.load(ordering: .relaxed) {
            let askedAt = ContinuousClock.now
            if own == nil {
                if isResting.load(ordering: .relaxed) { return asked() }
                let isFree = try connection.first("SELECT pg_try_advisory_lock($1)", [.integer(number)]) {
                    try $0.bool(0)
                }
                if isFree == true { own = try claim(connection) }
            } else {
                _ = try connection.first("SELECT 1") { try $0.int64(0) }
            }
            if let own, !isEnding.load(ordering: .relaxed) {
                state.withLock { $0 = State(confirmedAt: askedAt, token: own) }
            }
            asked()
            pause()
        }
    }
}
