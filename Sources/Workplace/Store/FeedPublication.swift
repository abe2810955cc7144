import Essentials
import SQLite
import Synchronization

/// Publishes each durable entry of the feed once and in the order of the numbers, also those of other processes.
final class FeedPublication: Sendable {
    private struct State {
        var lastPublished: Int64
        /// The time of the last published entry; `nil` before the first.
        var lastTime: Timestamp?
        /// The mark of the database when it was last published from.
        var mark: Int64
        /// The last entry of the jobs that have run in a transaction.
        var latest: (transaction: Int, number: Int64, time: Timestamp)?
        /// The entries of committed transactions that are not published yet, in order.
        var durable: [FeedEntry] = []
        /// Why the last publication failed; `nil` after one that succeeded.
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let publish: @Sendable ([FeedEntry]) -> Void

    /// Begins after the present entries of the database.
    ///
    /// The store calls ``publishDurable(on:)`` after each commit.
    init(on connection: StoreConnection, publish: @escaping @Sendable ([FeedEntry]) -> Void) throws {
        state = Mutex(
            State(
                lastPublished: try connection.lastFeedNumber(), lastTime: try connection.lastFeedTime(),
                mark: try connection.feedMark()))
        self.publish = publish
    }

    /// Whether another process has changed the mark of the database since the last publication.
    func isBehind(_ mark: Int64) -> Bool { state.withLock { $0.mark != mark } }

    /// Runs the body of a transaction, and arranges that its entries are published when it is durable.
    ///
    /// - Returns: The body's result, whether an entry shows that the clock is right, and whether the body has appended entries.
    ///   An entry with the last entry's time does not show it, because a withdrawal has that time while the clock is behind.
    /// - Throws: What the body throws, and `StoreOutage`, also to jobs that waited while damage was found.
    func run<Result>(
        _ body: (WriteTransaction) throws -> Result, on connection: StoreConnection, _ health: StoreHealth
    ) throws -> (result: Result, showsClock: Bool, hasEntries: Bool) {
        try health.requireSoundFile()
        let transaction = WriteTransaction(connection, health)
        let result = try body(transaction)
        let own = transaction.appended
        guard let first = own.first, let last = own.last else { return (result, false, false) }
        let previousTime = try self.previousTime(of: first, on: connection)
        if !transaction.acceptsClock { try Self.checkClock(first.time, after: previousTime) }
        state.withLock { $0.latest = (connection.writingTransactions, last.number, last.time) }
        connection.afterCommit { self.state.withLock { $0.durable += own } }
        return (result, own.contains { $0.time != previousTime }, true)
    }

    /// The time of the entry before one that a job has appended; `nil` when it is the first.
    private func previousTime(of entry: FeedEntry, on connection: StoreConnection) throws -> Timestamp? {
        let transaction = connection.writingTransactions
        let (latest, lastPublished, lastTime) = state.withLock { ($0.latest, $0.lastPublished, $0.lastTime) }
        if let latest, (latest.transaction, latest.number + 1) == (transaction, entry.number) {
            return latest.time
        }
        // Another process has appended in between.
        guard entry.number == lastPublished + 1 else { return try connection.feedTime(before: entry.number) }
        return lastTime
    }

    private static func checkClock(_ time: Timestamp, after lastTime: Timestamp?) throws {
        guard let lastTime else { return }
        guard time.advanced(by: StoreOutage.clockTolerance) >= lastTime else { throw StoreOutage.clockBehind }
    }

    /// Publishes the entries of the transaction that was just committed, after those that other processes committed before it.
    ///
    /// When the database cannot be read, they stay until the next call or ``catchUp(on:)``.
    func publishDurable(on connection: StoreConnection) {
        do { try publish(from: connection, readsAlways: false) } catch {
            state.withLock { $0.failure = error }
        }
    }

    /// Publishes what other processes have committed; only between two transactions of the own process.
    func catchUp(on connection: StoreConnection) throws { try publish(from: connection, readsAlways: true) }

    /// Throws why the last publication failed, if it did.
    func requirePublished() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func publish(from connection: StoreConnection, readsAlways: Bool) throws {
        let (own, lastPublished, mark) = state.withLock { ($0.durable, $0.lastPublished, $0.mark) }
        let missed: [FeedEntry]
        var newMark: Int64?
        switch connection.engine {
        case .sqlite:
            let present = try connection.feedMark()
            // What is committed after the mark was read changes it again, so nothing may be left out here.
            missed = present == mark ? [] : try connection.feedEntries(after: lastPublished, before: nil)
            newMark = present
        case .postgres:
            guard readsAlways || !own.isEmpty else { return }
            // Transactions that write run one after another, so numbers have no gaps, and what is missing is another process's. After a
            // publication that failed, such entries may stand between the own ones.
            let first = own.isSequence ? own.first?.number : nil
            missed =
                first == lastPublished + 1
                ? [] : try connection.feedEntries(after: lastPublished, before: first)
        }
        let entries = missed + own.drop { $0.number <= missed.last?.number ?? lastPublished }
        state.withLock { state in
            (state.durable, state.failure) = ([], nil)
            state.lastPublished = entries.last?.number ?? lastPublished
            state.lastTime = entries.last?.time ?? state.lastTime
            state.mark = newMark ?? state.lastPublished
        }
        if !entries.isEmpty { publish(entries) }
    }
}

extension [FeedEntry] {
    /// Whether there are entries, and no number is missing between the first and the last.
    fileprivate var isSequence: Bool {
        guard let first, let last else { return false }
        return last.number - first.number == Int64(count - 1)
    }
}

extension StoreConnection {
    /// A number that differs from the one before when another process has appended to the feed.
    ///
    /// SQLite's `data_version` changes with each commit of another connection. On PostgreSQL it is the number of the last entry.
    func feedMark() throws -> Int64 {
        switch engine {
        case .sqlite(let connection): try connection.first("PRAGMA data_version") { try $0.int64(0) } ?? 0
        case .postgres: try lastFeedNumber()
        }
    }

    /// The number of the latest entry; 0 before the first.
    func lastFeedNumber() throws -> Int64 {
        try first("SELECT number FROM feed ORDER BY number DESC LIMIT 1") { try $0.int64(0) } ?? 0
    }

    /// The time of the latest entry; `nil` before the first.
    func lastFeedTime() throws -> Timestamp? {
        try first("SELECT at FROM feed ORDER BY number DESC LIMIT 1") { try $0.timestamp(0) }
    }

    /// The time of the last entry before a number; `nil` when there is none.
    fileprivate func feedTime(before number: Int64) throws -> Timestamp? {
        try first("SELECT at FROM feed WHERE number < ? ORDER BY number DESC LIMIT 1", number) {
            try $0.timestamp(0)
        }
    }

    fileprivate func feedEntries(after number: Int64, before end: Int64?) throws -> [FeedEntry] {
        try all(
            "SELECT number, topic, kind, body, at FROM feed WHERE number > ? AND number < ? ORDER BY number",
            number, end ?? .max
        ) { try $0.feedEntry() }
    }
}
