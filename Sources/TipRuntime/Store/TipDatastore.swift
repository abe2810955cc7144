import SQLite
import Synchronization
import TipCore
import TipRules

/// Keeps a ledger in one SQLite file, which several processes may share (TD17).
///
/// Each process writes as a separate replica. One transaction joins its changes with the stored state.
/// Changes are therefore never lost or counted twice, in any order; each write returns the changes of other
/// processes.
final class TipDatastore: Sendable {
    private let database: Database
    private let slot: Mutex<ProcessSlot?>
    /// The revision of the file that this process knows.
    private let knownRevision: Mutex<Int64>
    /// The replica that writes.
    let replica: TipReplica

    /// The contents of the file.
    struct Contents: Sendable {
        var ledger: TipLedger
        var nextSequence: Int64
        /// The events that stay on the device.
        var staying: [RuleText]
        /// The unreadable data that was set aside just now (TD16).
        var setAside: [Owner]
    }

    /// The owner of data that was set aside.
    enum Owner: Sendable {
        case parameter(RuleText)
        case event(RuleText)
        case tip(RuleText)
        /// A payload, by its number in the file.
        case payload(Int64)
    }

    private init(database: Database, slot: consuming ProcessSlot, replica: TipReplica, revision: Int64) {
        self.database = database
        self.replica = replica
        self.slot = Mutex(slot)
        knownRevision = Mutex(revision)
    }

    /// Opens the file, or makes it, and reads it, on the calling thread.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - now: The time for data that is set aside.
    ///   - report: Receives later failures that no caller gets, on a thread of the database.
    /// - Returns: The store and its contents.
    /// - Throws: ``TipKitError``, after closing the file.
    static func open(
        _ path: String, at now: RuleTime, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws(TipKitError) -> (TipDatastore, Contents) {
        try TipStoreFile.make(path)
        let slot = try ProcessSlot(path: path)
        let database: Database
        do {
            database = try Database(path: path, configuration: .init(readerCount: 1, report: report))
        } catch {
            throw refusal(error)
        }
        do {
            try prepare(database)
            var found = try read(database, process: slot.number)
            let mistakes = found.mistakes
            if !mistakes.isEmpty {
                found.contents.setAside = try database.writeAndWait { connection in
                    try mistakes.filter { try $0.setAside(at: now, connection) }.map(\.owner)
                }
            }
            let datastore = TipDatastore(
                database: database, slot: slot, replica: found.replica, revision: found.revision)
            return (datastore, found.contents)
        } catch {
            database.closeAndWait()
            throw refusal(error)
        }
    }

    private static func prepare(_ database: Database) throws {
        try database.readAndWait { connection in
            let tables = try connection.first("SELECT count(*) FROM sqlite_master") { try $0.int64(0) }
            let application = try connection.first("PRAGMA application_id") { try $0.int64(0) }
            let format = try connection.first("PRAGMA user_version") { try $0.int64(0) } ?? 0
            guard tables == 0 || application == TipStoreSchema.applicationID else {
                throw TipKitError.datastoreForeign
            }
            // A migration writes, and may free damaged pages.
            if format > 0, format < TipStoreSchema.format { try checkPages(connection) }
        }
        try database.migrateAndWait(TipStoreSchema.migrations)
    }

    private static func checkPages(_ connection: Connection) throws {
        let complaint = try connection.first("PRAGMA quick_check(1)") { try $0.text(0) }
        guard complaint == "ok" else { throw TipKitError.datastoreDamaged("its pages are broken") }
    }

    /// Reads everything while another thread checks every page; nothing is used or written before both end.
    private static func read(_ database: Database, process: UInt8) throws -> TipStoreReading.Everything {
        let (found, _) = try database.writeAndWait { connection in
            let replica = TipReplica(device: try TipStoreReading.device(connection), process: process)
            return try TipStoreReading(connection: connection).everything(replica: replica)
        } whileReading: { connection in
            try checkPages(connection)
        }
        return found
    }

    private static func refusal(_ error: any Error) -> TipKitError {
        switch error {
        case let refusal as TipKitError: refusal
        case DatabaseRefusal.schemaIsNewer(let found, _): .datastoreTooNew(found)
        case let error as SQLiteError where isDamage(error.code): .datastoreDamaged(error.description)
        default: .datastoreUnavailable("\(error)")
        }
    }

    private static func isDamage(_ code: ResultCode) -> Bool {
        switch code {
        case .corrupt, .notADatabase, .mismatch, .error: true
        default: false
        }
    }

    /// Writes changes in one transaction.
    ///
    /// - Parameters:
    ///   - changes: The changes, in order.
    ///   - completion: Receives the changes of other processes since then.
    func write(
        _ changes: [TipChange], completion: @escaping @Sendable (Result<TipLedger?, any Error>) -> Void
    ) {
        let known = knownRevision.withLock { $0 }
        let replica = replica
        database.write({ try TipStoreWriting(connection: $0, replica: replica).write(changes, known: known) })
        {
            result in
            completion(result.map { self.note($0) })
        }
    }

    /// Writes changes in one transaction, and returns the changes of other processes since then.
    func write(_ changes: [TipChange]) async throws -> TipLedger? {
        let known = knownRevision.withLock { $0 }
        let replica = replica
        return note(
            try await database.write {
                try TipStoreWriting(connection: $0, replica: replica).write(changes, known: known)
            })
    }

    private func note(_ outcome: TipStoreWriting.Outcome) -> TipLedger? {
        knownRevision.withLock { $0 = max($0, outcome.revision) }
        return outcome.others
    }

    /// Returns when all earlier changes are durable.
    func barrier() async throws { _ = try await database.write { _ in true } }

    /// Copies bytes that no longer decode, for a later repair.
    func setAside(_ owner: Owner, _ bytes: [UInt8], reason: String, at now: RuleTime) {
        let mistake = DamagedRecord(owner, bytes, reason: reason)
        database.write({ try mistake.setAside(at: now, $0) }) { _ in }
    }

    /// The changes of the file since a revision, for other devices.
    func changes(since revision: Int64) async throws -> (ledger: TipLedger, revision: Int64) {
        try await database.read { connection in
            try TipStoreReading(connection: connection).changes(since: revision)
        }
    }

    /// The start of an exchange.
    struct Outgoing: Sendable {
        /// The progress of the last exchange of the name; `nil` before the first.
        let row: ExchangeRow?
        /// The changes since then.
        let ledger: TipLedger
        let revision: Int64
        /// Whether the other devices still have to learn of a reset.
        let wantsReset: Bool
        /// Whether there has been no exchange of any name.
        let isFirst: Bool
    }

    /// The changes since the last exchange of a name.
    func outgoing(_ name: String) async throws -> Outgoing {
        try await database.read { connection in
            let row = try ExchangeRow(name, connection)
            let reading = TipStoreReading(connection: connection)
            var found = try reading.changes(since: row?.sent ?? -1)
            // Also events that this program has not declared yet.
            for name in try reading.stayingEvents() { found.ledger.remove(event: name) }
            return Outgoing(
                row: row, ledger: found.ledger, revision: found.revision,
                wantsReset: try reading.wantsReset(), isFirst: try reading.hasNoExchanges())
        }
    }

    /// Whether the other devices still have to learn of a reset.
    func wantsReset() async throws -> Bool {
        try await database.read { try TipStoreReading(connection: $0).wantsReset() }
    }

    /// Stores the progress of an exchange, and the latest reset that the others know; `nil` when they know none.
    func acknowledge(_ name: String, _ row: ExchangeRow, settlingResets epoch: Int64?) async throws {
        try await database.write { connection in
            try row.write(name, connection)
            guard let epoch else { return }
            // Another process may have reset the store since.
            try connection.execute("UPDATE store SET wants_reset = 0 WHERE id = 1 AND epoch <= ?", epoch)
        }
    }

    /// Writes waiting changes and closes the file.
    func close() async {
        await database.close()
        slot.withLock { $0 = nil }
    }
}
