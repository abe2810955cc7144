import Processes
import SQLite
import Synchronization

/// Stores a monitor's state in one SQLite file; it owns the file while it is open.
final class MonitorStore: Sendable {
    private let database: Database
    let path: String
    private let lock: Mutex<StoreLock?>
    private let kill: SimulatedKill?
    /// The number of steps that were passed to the store.
    private let steps = Mutex(0)

    /// The path of a monitor's store.
    static func path(of name: String, in folder: String) -> String { folder + "/" + name + ".monitor" }

    /// Opens the file of a monitor, or creates it.
    ///
    /// - Throws: ``MonitorError``, any case but ``MonitorError/persistenceUnavailable``.
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

    /// Two readers read the file when it is opened; after that, nothing reads it.
    static func configuration(_ report: @escaping @Sendable (any Error) -> Void) -> Database.Configuration {
        Database.Configuration(readerCount: 2, report: report)
    }

    /// Reads the complete content.
    ///
    /// Two slow parts run at the same time: SQLite's check of all pages with the changes and readers, and the
    /// conditions. The lock is held, so nobody writes in between.
    ///
    /// - Throws: ``MonitorError/storeDamaged(path:reason:)`` when the content is not what a monitor writes.
    func read() async throws(MonitorError) -> KeptState {
        let state: KeptState
        do { state = try await Self.state(in: database) } catch {
            throw Self.refusal(error, path: path)
        }
        // Nothing reads again; with hundreds of monitors, open readers would keep files and pages for
        // nothing.
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

    /// Makes a step durable; a step that need not wait for the disk only survives this process.
    ///
    /// Steps take effect in the order of the calls.
    ///
    /// - Throws: `SQLiteError`, `DatabaseRefusal`, ``RevisionGap`` when an earlier step failed, and
    ///   ``ProcessEnded``.
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

    /// How many times a step waited for the disk.
    func diskWaits() async throws -> Int { try await database.logSyncCount() }

    /// Finishes pending writes, closes the file, and lets others open it.
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

/// Passes conditions from the reading job to the caller; a returned array would be copied element by element.
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

/// The file has content that no monitor wrote.
struct Damage: Error {
    let reason: String
}

/// The store lacks the previous step of the monitor.
struct RevisionGap: Error {}
