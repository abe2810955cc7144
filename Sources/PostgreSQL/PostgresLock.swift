import Dispatch
import Synchronization

/// Holds an advisory lock of a database for as long as the process and its connection live, on a thread of its own.
///
/// One process has the lock. When that process or its connection ends, another one that waits gets the lock, within two seconds
/// if the server notices the end at once. A machine that vanishes is noticed within five seconds.
public final class PostgresLock: Sendable {
    private static let interval: DispatchTimeInterval = .seconds(1)

    private let held = Atomic<Bool>(false)
    private let isEnding = Atomic<Bool>(false)
    private let isResting = Atomic<Bool>(false)
    /// Ends the pause of the thread.
    private let ending = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "postgresql.lock", qos: .userInitiated)
    private let address: String
    private let number: Int64

    /// Begins to wait for the lock, and returns when it has been asked for once.
    ///
    /// - Parameters:
    ///   - address: The server and the database.
    ///   - number: The number of the lock.
    public init(address: String, number: Int64) {
        self.address = address
        self.number = number
        let isAsked = DispatchSemaphore(value: 0)
        queue.async { self.run { isAsked.signal() } }
        isAsked.wait()
    }

    /// Whether the process had the lock a second ago at the latest.
    public var isHeld: Bool { held.load(ordering: .relaxed) && !isResting.load(ordering: .relaxed) }

    /// Does without the lock at once and does not ask for it any more, but lets nobody else have it before ``stop()``.
    public func rest() { isResting.store(true, ordering: .relaxed) }

    /// Does without the lock and gives it back, at once.
    public func stop() {
        let isFirst = !isEnding.exchange(true, ordering: .relaxed)
        held.store(false, ordering: .relaxed)
        if isFirst { ending.signal() }
    }

    private func pause() { _ = ending.wait(timeout: .now() + Self.interval) }

    private func run(asked: @escaping () -> Void) {
        while !isEnding.load(ordering: .relaxed) {
            // Without a connection the server has given the lock to somebody else, or will.
            do { try hold(asked) } catch {
                held.store(false, ordering: .relaxed)
                asked()
            }
            pause()
        }
        held.store(false, ordering: .relaxed)
    }

    /// Waits for the lock and holds it, until the end or until the connection is lost.
    private func hold(_ asked: () -> Void) throws {
        let connection = try PostgresConnection(address: address)
        // Before the connection ends, and with it the lock.
        defer { withExtendedLifetime(connection) { held.store(false, ordering: .relaxed) } }
        try connection.execute(
            script: """
                SET idle_in_transaction_session_timeout = 0; SET statement_timeout = '2s';
                SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2
                """)
        while !isEnding.load(ordering: .relaxed) {
            if held.load(ordering: .relaxed) {
                _ = try connection.first("SELECT 1") { try $0.int64(0) }
            } else if isResting.load(ordering: .relaxed) {
                return asked()
            } else {
                let isFree = try connection.first("SELECT pg_try_advisory_lock($1)", [.integer(number)]) {
                    try $0.bool(0)
                }
                held.store(isFree == true && !isEnding.load(ordering: .relaxed), ordering: .relaxed)
                asked()
            }
            pause()
        }
    }
}
