/// A SQLite file with one writer and several readers, for use from any task.
///
/// Writes that wait at the same time share one transaction, and so one wait for the disk: this makes many small durable writes
/// fast. A write that throws is rolled back alone. Reads run beside the writer, each on a consistent snapshot.
///
/// The file is in WAL mode with `synchronous=FULL`, so that a write whose call has returned survives a crash of the
/// program and of the machine. Foreign keys are enforced. Other processes may use the file at the same time.
///
/// Close the database before the program ends; otherwise the log file stays and the next start replays it.
public final class Database: Sendable {
    let writer: Writer
    let readers: ReaderPool

    /// Opens the file, or creates it, on the calling thread.
    ///
    /// - Throws: ``SQLiteError`` if the file cannot be opened, and ``DatabaseRefusal/settingNotTaken(pragma:wanted:found:)``
    ///   if SQLite does not promise durability, for example on a file system without shared memory.
    public init(path: String, configuration: Configuration = Configuration()) throws {
        writer = try Writer(path: path, configuration: configuration)
        readers = try ReaderPool(path: path, configuration: configuration)
    }

    /// Runs a job in a transaction that can write, and returns when it is durable.
    ///
    /// Jobs that wait at the same time share a transaction. When a job throws, only its own changes are rolled back. A job may
    /// run a second time after another job failed, so it must change nothing but the database. It must not begin or end
    /// transactions. Do as much work as possible outside the job, because all writers wait for it. Callers of different
    /// transactions may resume in any order. Cancelling the caller does not cancel the job.
    ///
    /// - Returns: The job's result.
    /// - Throws: What the job throws; ``SQLiteError`` if the transaction cannot be committed, in which case the job
    ///   has had no effect; ``DatabaseRefusal/fileMoved``, after which it may have had one; ``DatabaseRefusal/closed`` and
    ///   ``DatabaseRefusal/tooManyWaiting(limit:)``.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { writer.submit(Job(body, continuation: $0)) }
    }

    /// Runs a job in a transaction that can write, and returns without waiting for the disk.
    ///
    /// The changes survive the end of the program, however it ends. Until a later ``write(_:)`` returns or the database is closed,
    /// a failure of the power or the system can undo them, together with everything written after them. The call waits
    /// for the disk if it shares its transaction with a job that does. Otherwise it behaves like ``write(_:)``.
    ///
    /// - Returns: The job's result.
    /// - Throws: As ``write(_:)``.
    public func writeWithoutWaiting<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation {
            writer.submit(Job(body, continuation: $0, waitsForDisk: false))
        }
    }

    /// The number of syncs of the writer's log, for tests.
    package func logSyncCount() async throws -> Int { try await writer.withConnection { $0.logSyncCount } }

    /// Runs a job that only reads, on one consistent state of the database.
    ///
    /// It sees every write whose call returned before it began, and none that commits while it runs.
    ///
    /// - Returns: The job's result.
    /// - Throws: What the job throws; ``SQLiteError``, with ``ResultCode/readOnly`` if the job writes;
    ///   ``DatabaseRefusal/closed`` and ``DatabaseRefusal/tooManyWaiting(limit:)``.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { readers.submit(Job(body, continuation: $0)) }
    }

    /// A number that changes when another process, or another ``Database``, has committed.
    ///
    /// The database's own commits do not change it.
    ///
    /// - Throws: ``SQLiteError`` and ``DatabaseRefusal/closed``.
    public func dataVersion() async throws -> Int64 {
        try await writer.withConnection { try $0.first("PRAGMA data_version") { try $0.int64(0) } } ?? 0
    }

    /// Finishes the waiting reads and closes their connections; later reads throw ``DatabaseRefusal/closed``.
    ///
    /// Use it when a program reads only at the beginning, to release files and pages.
    public func closeReaders() async { await readers.close() }

    /// Finishes the waiting jobs, copies the log to the file and closes it; later calls throw.
    ///
    /// Closing again only waits until the first call has finished.
    public func close() async {
        await readers.close()
        await writer.close()
    }
}
