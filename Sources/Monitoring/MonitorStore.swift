import Processes
import SQLite
import Synchronization

/// Keeps what a monitor knows in one SQLite file, which it owns as long as it is open.
final class MonitorStore: Sendable {
    private let database: Database
    let path: String
    private let lock: Mutex<StoreLock?>
    private let kill: SimulatedKill?
    /// How many steps have been handed over.
    private let steps = Mutex(0)

    /// Where the store of a monitor is.
    static func path(of name: String, in folder: String) -> String { folder + "/" + name + ".monitor" }

    /// Opens the file of a monitor, or makes it.
    ///
    /// - Throws: ``MonitorError``, all but ``MonitorError/persistenceUnavailable``.
    init(
        name: String, folder: String, kill: SimulatedKill? = nil,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws(MonitorError) {
        try Name.check(monitor: name)
        do throws(StateFolder.Failure) { try StateFolder.make(folder) } catch { throw MonitorError(error) }
        let path = Self.path(of: name, in: folder)
        self.path = path
        self.kill = kill
        let lock = try StoreLock(path: path + "-lock", name: name)
        try StoreFile.prepare(path, wasMade: lock.isMarked)
        let opened: Database
        do { opened = try Database(path: path, configuration: Self.configuration(report)) } catch {
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

    /// The file is read when it is opened, by two at a time, and never again.
    static func configuration(_ report: @escaping @Sendable (any Error) -> Void) -> Database.Configuration {
        Database.Configuration(readerCount: 2, report: report)
    }

    /// Reads everything.
    ///
    /// What takes long runs side by side: SQLite's check of all pages with what happened, and the conditions. Nobody
    /// writes meanwhile, because the lock is held.
    ///
    /// - Throws: ``MonitorError/storeDamaged(path:reason:)`` when it is not what a monitor wrote.
    func read() async throws(MonitorError) -> KeptState {
        let state: KeptState
        do { state = try await Self.state(in: database) } catch {
            throw Self.refusal(error, path: path)
        }
        // Nobody reads again: hundreds of monitors would hold their files and pages for nothing.
        await database.closeReaders()
        return state
    }

    private static func state(in database: Database) async throws -> KeptState {
        let found = FoundConditions()
        async let read: Void = database.read {
            found.take(try MonitorStoreReading(connection: $0).conditions())
        }
        var state = try await database.read { connection in
            let reading = MonitorStoreReading(connection: connection)
            guard try reading.complaint() == "ok" else {
                throw Damage(reason: "SQLite's check finds its pages broken")
            }
            return try reading.history()
        }
        try await read
        state.conditions = found.give()
        return state
    }

    /// Makes a step of the monitor durable, or has it survive this process if it need not wait for more.
    ///
    /// Steps take effect in the order of the calls.
    ///
    /// - Throws: `SQLiteError`, `DatabaseRefusal`, ``RevisionGap`` when a step before it failed, and ``ProcessEnded``.
    func write(_ batch: MonitorBatch) async throws {
        let step = steps.withLock { steps in
            defer { steps += 1 }
            return steps
        }
        if let kill, kill.forbids(step) { throw ProcessEnded() }
        if batch.waitsForDisk {
            try await database.write { try MonitorStoreWriting(connection: $0).write(batch) }
        } else {
            try await database.writeWithoutWaiting { try MonitorStoreWriting(connection: $0).write(batch) }
        }
        if let kill, kill.follows(step) { throw ProcessEnded() }
    }

    /// How often a step waited for the disk.
    func diskWaits() async throws -> Int { try await database.logSyncCount() }

    /// Writes what waits, closes the file, and lets others open it.
    func close() async {
        await database.close()
        lock.withLock { $0 = nil }
    }

    private static func prepare(_ database: Database) async throws {
        let isForeign = try await database.read { connection in
            let tables = try connection.first("SELECT count(*) FROM sqlite_master") { try $0.int64(0) }
            let application = try connection.first("PRAGMA application_id") { try $0.int64(0) }
            return tables != 0 && application != MonitorStoreSchema.applicationID
        }
        guard !isForeign else { throw Damage(reason: "it is another program's database") }
        try await database.migrate(MonitorStoreSchema.migrations)
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

/// Hands conditions from the one who reads them to another; handed back as a result they would be copied, one by one.
private final class FoundConditions: Sendable {
    private let conditions = Mutex<[MonitoredCondition]>([])

    func take(_ found: [MonitoredCondition]) { conditions.withLock { $0 = found } }

    func give() -> [MonitoredCondition] {
        conditions.withLock { conditions in
            var given: [MonitoredCondition] = []
            swap(&given, &conditions)
            return given
        }
    }
}

/// What is in the file is not what a monitor wrote.
struct Damage: Error {
    let reason: String
}

/// A step of the monitor before this one is not in the store.
struct RevisionGap: Error {}
