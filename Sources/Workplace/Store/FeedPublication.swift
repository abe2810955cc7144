import Essentials
import SQLite
import Synchronization

/// Publishes each durable entry of the feed once and in the order of the numbers, also those of other processes.
final class FeedPublication: Sendable {
    private struct State {
        var lastPublished: Int64
        /// The time of the last published entry; `nil` before the first.
        var lastTime: Timestamp?
        /// The mark of the database after the last transaction whose entries were published.
        var mark: Int64
        /// The mark that was read last, and the transaction of the connection that read it.
        var seen: (transaction: Int, mark: Int64)?
        /// The entries of the committed transaction's jobs, which are published together.
        var durable: [FeedEntry] = []
    }

    private let state: Mutex<State>
    private let publish: @Sendable ([FeedEntry]) -> Void

    /// Begins after the present entries of the database.
    ///
    /// The store calls ``publishDurable()`` after each commit.
    init(on connection: StoreConnection, publish: @escaping @Sendable ([FeedEntry]) -> Void) throws {
        state = Mutex(
            State(
                lastPublished: try connection.lastFeedNumber(), lastTime: try connection.lastFeedTime(),
                mark: try connection.feedMark()))
        self.publish = publish
    }

    /// Whether another process has changed the mark of the database since the last publication.
    func isBehind(_ mark: Int64) -> Bool { state.withLock { $0.mark != mark } }

    /// Publishes what other processes have committed; only between two transactions of the own process.
    func catchUp(on connection: StoreConnection) throws {
        let missed = try connection.feedEntries(after: state.withLock { $0.lastPublished }, before: nil)
        guard let last = missed.last else { return }
        committed(missed, mark: last.number)
        publishDurable()
    }

    /// Runs the body of a transaction, and arranges that its entries are published when it is durable.
    ///
    /// - Returns: The body's result, whether an entry shows that the clock is right, and whether the body has appended entries.
    /// - Throws: What the body throws, and `StoreOutage`, also to jobs that waited while damage was found.
    func run<Result>(
        _ body: (WriteTransaction) throws -> Result, on connection: StoreConnection, _ health: StoreHealth
    ) throws -> (result: Result, showsClock: Bool, hasEntries: Bool) {
        try health.requireSoundFile()
        let transaction = WriteTransaction(connection, health)
        let result = try body(transaction)
        let showsClock = try arrange(
            transaction.appended, on: connection, acceptsClock: transaction.acceptsClock)
        return (result, showsClock, !transaction.appended.isEmpty)
    }

    /// Publishes a transaction's entries when it is durable, after those that other processes committed before it.
    ///
    /// - Returns: Whether an entry shows that the clock is right. An entry with the last entry's time does not, because a
    ///   withdrawal has that time while the clock is behind.
    /// - Throws: `StoreOutage.clockBehind` for entries well before the last one, unless the clock was accepted.
    private func arrange(
        _ own: [FeedEntry], on connection: StoreConnection, acceptsClock: Bool
    ) throws -> Bool {
        guard let mark = try mark(of: connection, before: own.first) else { return false }
        let (isBehind, lastPublished, lastTime) = state.withLock {
            ($0.mark != mark, $0.lastPublished, $0.lastTime)
        }
        guard isBehind || !own.isEmpty else { return false }
        // While jobs of one batch wait for their commit, these may include entries of the batch itself; `committed` skips
        // entries that are published by then.
        let missed =
            isBehind ? try connection.feedEntries(after: lastPublished, before: own.first?.number) : []
        let previousTime = missed.last?.time ?? lastTime
        if !acceptsClock { try Self.checkClock(own, after: previousTime) }
        let published = missed + own
        let markAfter = connection.feedMark(after: published, before: mark)
        connection.afterCommit { self.committed(published, mark: markAfter) }
        return own.contains { $0.time != previousTime }
    }

    private static func checkClock(_ own: [FeedEntry], after lastTime: Timestamp?) throws {
        guard let time = own.first?.time, let lastTime else { return }
        guard time.advanced(by: StoreOutage.clockTolerance) >= lastTime else { throw StoreOutage.clockBehind }
    }

    /// No other process can commit while a transaction writes, so one reading serves all jobs of the transaction.
    ///
    /// - Returns: The mark at the beginning of the transaction; `nil` when the engine tells it only to those who append.
    private func mark(of connection: StoreConnection, before own: FeedEntry?) throws -> Int64? {
        let transaction = connection.writingTransactions
        if let seen = state.withLock({ $0.seen }), seen.transaction == transaction { return seen.mark }
        guard let mark = try connection.feedMark(before: own) else { return nil }
        state.withLock { $0.seen = (transaction, mark) }
        return mark
    }

    private func committed(_ entries: [FeedEntry], mark: Int64) {
        state.withLock { state in
            let new = entries.drop { $0.number <= state.lastPublished }
            state.lastPublished = new.last?.number ?? state.lastPublished
            state.lastTime = new.last?.time ?? state.lastTime
            state.mark = mark
            state.durable += new
        }
    }

    /// Publishes the entries of the transaction that was just committed.
    func publishDurable() {
        let entries = state.withLock { state in
            defer { state.durable = [] }
            return state.durable
        }
        if !entries.isEmpty { publish(entries) }
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

    /// The mark before the first entry that a transaction has appended.
    fileprivate func feedMark(before own: FeedEntry?) throws -> Int64? {
        switch engine {
        case .sqlite: try feedMark()
        // Numbers have no gaps at the end, because transactions that write run one after another.
        case .postgres: own.map { $0.number - 1 }
        }
    }

    /// The mark after a transaction that appended or published entries.
    fileprivate func feedMark(after entries: [FeedEntry], before mark: Int64) -> Int64 {
        switch engine {
        case .sqlite: mark
        case .postgres: entries.last?.number ?? mark
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

    fileprivate func feedEntries(after number: Int64, before end: Int64?) throws -> [FeedEntry] {
        try all(
            "SELECT number, topic, kind, body, at FROM feed WHERE number > ? AND number < ? ORDER BY number",
            number, end ?? .max
        ) { try $0.feedEntry() }
    }
}
