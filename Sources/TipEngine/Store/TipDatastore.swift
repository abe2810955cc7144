import SQLite
import Synchronization
import TipCore
import TipRules

/// Keeps a ledger in one SQLite file, which several processes may share (TD17).
///
/// Each process writes as a replica of its own, and what it writes is joined with what is there, in one transaction. So
/// nothing is lost and nothing counted twice, whoever writes first; what others wrote comes back with the next write.
final class TipDatastore: Sendable {
    private let database: Database
    private let slot: Mutex<ProcessSlot?>
    /// The revision up to which this process knows the file.
    private let knownRevision: Mutex<Int64>
    /// Who writes.
    let replica: TipReplica

    /// What was found in the file.
    struct Contents: Sendable {
        var ledger: TipLedger
        var nextSequence: Int64
        /// The events that stay on the device.
        var staying: [RuleText]
        /// What could not be read and was set aside just now (TD16).
        var setAside: [Owner]
    }

    /// What something set aside belonged to.
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
    ///   - path: Where the file is.
    ///   - now: When what cannot be read is set aside.
    ///   - report: Takes what fails later on and concerns no caller, on a thread of the database.
    /// - Returns: The store, and what is in it.
    /// - Throws: ``TipKitError``; the file is let go by then.
    static func open(
        _ path: String, at now: RuleTime, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws(TipKitError) -> (TipDatastore, Contents) {
        try StoreFolder.makeFile(path)
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
            guard tables == 0 || application == StoreSchema.applicationID else {
                throw TipKitError.datastoreForeign
            }
            // A step to a newer format writes, and may give pages free that are not what they seem.
            if format > 0, format < StoreSchema.format { try checkPages(connection) }
        }
        try database.migrateAndWait(StoreSchema.migrations)
    }

    private static func checkPages(_ connection: Connection) throws {
        let complaint = try connection.first("PRAGMA quick_check(1)") { try $0.text(0) }
        guard complaint == "ok" else { throw TipKitError.datastoreDamaged("its pages are broken") }
    }

    /// Reads everything, while another thread looks at every page: nothing is used or written before both are done.
    private static func read(_ database: Database, process: UInt8) throws -> StoreReading.Everything {
        let (found, _) = try database.writeAndWait { connection in
            let replica = TipReplica(device: try StoreReading.device(connection), process: process)
            return try StoreReading(connection: connection).everything(replica: replica)
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
    ///   - changes: What to write, in order.
    ///   - completion: Gets what other processes have written since, if they have.
    func write(
        _ changes: [TipChange], completion: @escaping @Sendable (Result<TipLedger?, any Error>) -> Void
    ) {
        let known = knownRevision.withLock { $0 }
        let replica = replica
        database.write({ try StoreWriting(connection: $0, replica: replica).write(changes, known: known) }) {
            result in
            completion(result.map { self.note($0) })
        }
    }

    /// Writes changes in one transaction, and returns what other processes have written since.
    func write(_ changes: [TipChange]) async throws -> TipLedger? {
        let known = knownRevision.withLock { $0 }
        let replica = replica
        return note(
            try await database.write {
                try StoreWriting(connection: $0, replica: replica).write(changes, known: known)
            })
    }

    private func note(_ outcome: StoreWriting.Outcome) -> TipLedger? {
        knownRevision.withLock { $0 = max($0, outcome.revision) }
        return outcome.others
    }

    /// Returns once everything that was handed over before is durable.
    func barrier() async throws { _ = try await database.write { _ in true } }

    /// Keeps bytes that no longer decode, for whoever can make something of them.
    func setAside(_ owner: Owner, _ bytes: [UInt8], reason: String, at now: RuleTime) {
        let mistake = StoreMistake(owner, bytes, reason: reason)
        database.write({ try mistake.setAside(at: now, $0) }) { _ in }
    }

    /// What changed in the file since a revision, to be sent to other devices.
    func changes(since revision: Int64) async throws -> (ledger: TipLedger, revision: Int64) {
        try await database.read { connection in
            try StoreReading(connection: connection).changes(since: revision)
        }
    }

    /// What an exchange begins with.
    struct Outgoing: Sendable {
        /// How far the last exchange of the name went; `nil` when there has been none.
        let row: ExchangeRow?
        /// What changed since.
        let ledger: TipLedger
        let revision: Int64
        /// Whether there was a reset of which the others have not heard.
        let wantsReset: Bool
        /// Whether there has been no exchange of any name.
        let isFirst: Bool
    }

    /// What changed since the last exchange of a name.
    func outgoing(_ name: String) async throws -> Outgoing {
        try await database.read { connection in
            let row = try ExchangeRow(name, connection)
            let reading = StoreReading(connection: connection)
            var found = try reading.changes(since: row?.sent ?? -1)
            // Also those that this program has not declared, or not yet.
            for name in try reading.stayingEvents() { found.ledger.remove(event: name) }
            return Outgoing(
                row: row, ledger: found.ledger, revision: found.revision,
                wantsReset: try reading.wantsReset(), isFirst: try reading.hasNoExchanges())
        }
    }

    /// Whether there was a reset of which the others have not heard.
    func wantsReset() async throws -> Bool {
        try await database.read { try StoreReading(connection: $0).wantsReset() }
    }

    /// Keeps how far an exchange went, and up to which reset the others have heard of them; `nil` when they have not.
    func acknowledge(_ name: String, _ row: ExchangeRow, settlingResets epoch: Int64?) async throws {
        try await database.write { connection in
            try row.write(name, connection)
            guard let epoch else { return }
            // One of another process may have come since.
            try connection.execute("UPDATE store SET wants_reset = 0 WHERE id = 1 AND epoch <= ?", epoch)
        }
    }

    /// Writes what waits and closes the file.
    func close() async {
        await database.close()
        slot.withLock { $0 = nil }
    }
}
