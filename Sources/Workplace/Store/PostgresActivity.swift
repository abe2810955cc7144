import PostgreSQL
import Synchronization

/// Counts what a store on PostgreSQL does, for an operator.
public final class PostgresActivity: Sendable {
    /// Which connections of a process are open.
    public struct Connections: Sendable, Hashable {
        /// Whether the one that writes is open.
        public let writer: Bool
        /// How many of those that read are open.
        public let readers: Int
        /// Whether the one is open on which notifications of other processes arrive.
        public let listener: Bool
        /// Whether this process sends what leaves the installation.
        public let isSender: Bool

        init(writer: Bool = false, readers: Int = 0, listener: Bool = false, isSender: Bool = false) {
            self.writer = writer
            self.readers = readers
            self.listener = listener
            self.isSender = isSender
        }
    }

    /// Receives how many writes shared a transaction, how long it waited for the lock of those who write, and how long it had the lock
    /// until it was durable; the last is `nil` when it was not committed.
    public typealias Observer = @Sendable (_ writes: Int, _ wait: Duration, _ duration: Duration?) -> Void

    private let committed: Observer
    private let lossCount = Atomic<Int>(0)
    private let look = Mutex<@Sendable () -> Connections>({ Connections() })

    /// Makes empty counts.
    ///
    /// - Parameter committed: Receives what each transaction that writes took; it must not wait.
    public init(committed: @escaping Observer = { _, _, _ in }) {
        self.committed = committed
    }

    /// How often a connection that reads or writes was lost.
    public var losses: Int { lossCount.load(ordering: .relaxed) }

    /// The connections as they are now.
    public var connections: Connections { look.withLock { $0 }() }

    func note(_ commit: PostgresCommit) { committed(commit.writes, commit.wait, commit.duration) }

    func noteLoss() { lossCount.add(1, ordering: .relaxed) }

    func watch(_ connections: @escaping @Sendable () -> Connections) { look.withLock { $0 = connections } }
}
