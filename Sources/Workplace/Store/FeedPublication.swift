import Essentials
import SQLite
import Synchronization

/// Publishes each durable entry of the feed once and in the order of the numbers, also those of other processes.
final class FeedPublication: Sendable {
    private struct State {
        var lastPublished: Int64
        /// The time of the last published entry; `nil` before the first.
        var lastTime: Timestamp?
        /// SQLite's `data_version` at the last transaction whose entries were published.
        var dataVersion: Int64
        /// The `data_version` that was read last, and the transaction of the connection that read it.
        var seen: (transaction: Int, dataVersion: Int64)?
        /// The entries of the committed transaction's jobs, which are published together.
        var durable: [FeedEntry] = []
    }

    private let state: Mutex<State>
    private let publish: @Sendable ([FeedEntry]) -> Void

    /// Begins after the present entries of the file.
    init(on connection: Connection, publish: @escaping @Sendable ([FeedEntry]) -> Void) throws {
        state = Mutex(
            State(
                lastPublished: try connection.lastFeedNumber(), lastTime: try connection.lastFeedTime(),
                dataVersion: try connection.dataVersion()))
        self.publish = publish
        connection.afterEachCommit { self.publishDurable() }
    }

    /// Whether another process has committed entries that are not published yet.
    func isBehind(_ dataVersion: Int64) -> Bool { state.withLock { $0.dataVersion != dataVersion } }

    /// Publishes a transaction's entries when it is durable, after those that other processes committed before it.
    ///
    /// - Returns: Whether an entry shows that the clock is right. An entry with the last entry's time does not, because a
    ///   withdrawal has that time while the clock is behind.
    /// - Throws: `StoreOutage.clockBehind` for entries well before the last one, unless the clock was accepted.
    func arrange(_ own: [FeedEntry], on connection: Connection, acceptsClock: Bool) throws -> Bool {
        let dataVersion = try dataVersion(of: connection)
        let (isBehind, lastPublished, lastTime) = state.withLock {
            ($0.dataVersion != dataVersion, $0.lastPublished, $0.lastTime)
        }
        guard isBehind || !own.isEmpty else { return false }
        // While jobs of one batch wait for their commit, these may include entries of the batch itself; `committed` skips
        // entries that are published by then.
        let missed =
            isBehind ? try connection.feedEntries(after: lastPublished, before: own.first?.number) : []
        let previousTime = missed.last?.time ?? lastTime
        if !acceptsClock { try Self.checkClock(own, after: previousTime) }
        connection.afterCommit { self.committed(missed + own, dataVersion: dataVersion) }
        return own.contains { $0.time != previousTime }
    }

    private static func checkClock(_ own: [FeedEntry], after lastTime: Timestamp?) throws {
        guard let time = own.first?.time, let lastTime else { return }
        guard time.advanced(by: StoreOutage.clockTolerance) >= lastTime else { throw StoreOutage.clockBehind }
    }

    /// No other process can commit while a transaction writes, so one reading serves all jobs of the transaction.
    private func dataVersion(of connection: Connection) throws -> Int64 {
        let transaction = connection.writingTransactions
        if let seen = state.withLock({ $0.seen }), seen.transaction == transaction { return seen.dataVersion }
        let dataVersion = try connection.dataVersion()
        state.withLock { $0.seen = (transaction, dataVersion) }
        return dataVersion
    }

    private func committed(_ entries: [FeedEntry], dataVersion: Int64) {
        state.withLock { state in
            let new = entries.drop { $0.number <= state.lastPublished }
            state.lastPublished = new.last?.number ?? state.lastPublished
            state.lastTime = new.last?.time ?? state.lastTime
            state.dataVersion = dataVersion
            state.durable += new
        }
    }

    private func publishDurable() {
        let entries = state.withLock { state in
            defer { state.durable = [] }
            return state.durable
        }
        if !entries.isEmpty { publish(entries) }
    }
}

extension Connection {
    /// The number that SQLite changes with each commit of another connection.
    fileprivate func dataVersion() throws -> Int64 {
        try first("PRAGMA data_version") { try $0.int64(0) } ?? 0
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
