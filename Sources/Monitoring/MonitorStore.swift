import SQLite
import Synchronization

/// Keeps what a monitor knows in one SQLite file, which it owns as long as it is open.
final class MonitorStore: Sendable {
    private let database: Database
    private let path: String
    private let lock: Mutex<StoreLock?>
    private let kill: SimulatedKill?
    /// How many steps have been handed over.
    private let steps = Mutex(0)

    /// Where the store of a monitor is.
    static func path(of name: String, in folder: String) -> String { folder + "/" + name + ".monitor" }

    /// Opens the file of a monitor, or makes it.
    ///
    /// - Throws: ``MonitorError``, all but ``MonitorError/persistenceUnavailable``.
    init(name: String, folder: String, kill: SimulatedKill? = nil) async throws(MonitorError) {
        try Name.check(monitor: name)
        try StateFolder.make(folder)
        let path = Self.path(of: name, in: folder)
        self.path = path
        self.kill = kill
        let lock = try StoreLock(path: path + "-lock", name: name)
        try StoreFile.prepare(path, wasMade: lock.isMarked)
        let opened: Database
        do { opened = try Database(path: path, configuration: Self.configuration) } catch {
            throw Self.refusal(error, path: path)
        }
        database = opened
        do {
            try await Self.prepare(opened)
        } catch {
            await opened.close()
            throw Self.refusal(error, path: path)
        }
        lock.mark()
        self.lock = Mutex(lock)
    }

    /// One reader is enough: the file is read when it is opened, and never again.
    private static let configuration = Database.Configuration(readerCount: 1)

    /// Reads everything.
    ///
    /// - Throws: ``MonitorError/storeDamaged(path:reason:)`` when it is not what a monitor wrote.
    func read() async throws(MonitorError) -> KeptState {
        do {
            return try await database.read { try StoreReading(connection: $0).state() }
        } catch {
            throw Self.refusal(error, path: path)
        }
    }

    /// Makes a step of the ledger durable.
    ///
    /// Steps take effect in the order of the calls.
    ///
    /// - Throws: `SQLiteError`, `DatabaseRefusal`, ``RevisionGap`` when a step before it failed, and ``ProcessEnded``.
    func write(_ batch: LedgerBatch) async throws {
        let step = steps.withLock { steps in
            defer { steps += 1 }
            return steps
        }
        if let kill, kill.forbids(step) { throw ProcessEnded() }
        try await database.write { try StoreWriting(connection: $0).write(batch) }
        if let kill, kill.follows(step) { throw ProcessEnded() }
    }

    /// Writes what waits, closes the file, and lets others open it.
    func close() async {
        await database.close()
        lock.withLock { $0 = nil }
    }

    private static func prepare(_ database: Database) async throws {
        let isForeign = try await database.read { connection in
            let tables = try connection.first("SELECT count(*) FROM sqlite_master") { try $0.int64(0) }
            let application = try connection.first("PRAGMA application_id") { try $0.int64(0) }
            return tables != 0 && application != StoreSchema.applicationID
        }
        guard !isForeign else { throw Damage(reason: "it is another program's database") }
        try await database.migrate(StoreSchema.migrations)
        let complaint = try await database.read { connection in
            try connection.first("PRAGMA quick_check(1)") { try $0.text(0) }
        }
        guard complaint == "ok" else { throw Damage(reason: "SQLite's check finds its pages broken") }
    }

    private static func refusal(_ error: any Error, path: String) -> MonitorError {
        switch error {
        case let refusal as MonitorError: refusal
        case let damage as Damage: .storeDamaged(path: path, reason: damage.reason)
        case DatabaseRefusal.schemaIsNewer(let found, _): .storeTooNew(path: path, format: found)
        case let error as SQLiteError where isDamage(error.code):
            .storeDamaged(path: path, reason: error.description)
        default: .storeUnavailable(path: path, reason: "\(error)")
        }
    }

    private static func isDamage(_ code: ResultCode) -> Bool {
        switch code {
        case .corrupt, .notADatabase, .mismatch, .error: true
        default: false
        }
    }
}

/// What is in the file is not what a monitor wrote.
struct Damage: Error {
    let reason: String
}

/// A step of the ledger before this one is not in the store.
struct RevisionGap: Error {}
