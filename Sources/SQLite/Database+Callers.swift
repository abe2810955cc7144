import Dispatch
import Synchronization

// For callers that are not suspended: some get the result in a closure, some block their thread.
extension Database {
    /// Runs a job in a transaction that can write, as ``write(_:)`` does, and calls a closure when it is durable.
    ///
    /// Jobs run in the order of the calls.
    ///
    /// - Parameters:
    ///   - body: The job.
    ///   - completion: Receives the job's result or an error that ``write(_:)`` would throw. It runs on the
    ///     writer's queue and delays the next transaction; for a job that is refused at once, it runs on the
    ///     caller's thread.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        writer.submit(Job(body, completion: completion))
    }

    /// Runs a job in a transaction that can write, and blocks the calling thread until it is durable.
    ///
    /// It is for programs that set themselves up before they do anything else. The job runs on another
    /// thread, so the caller may be a task; meanwhile other tasks of its pool wait.
    ///
    /// - Throws: As ``write(_:)``.
    public func writeAndWait<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) throws -> Result {
        try Waiting<Result> { writer.submit(Job(body, completion: $0)) }.outcome.get()
    }

    /// Runs a job that only reads, and blocks the calling thread until it is done.
    ///
    /// - Throws: As ``read(_:)``.
    public func readAndWait<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) throws -> Result {
        try Waiting<Result> { readers.submit(Job(body, completion: $0)) }.outcome.get()
    }

    /// Runs a writing job and a reading job at the same time, and blocks the calling thread until both are
    /// done.
    ///
    /// Use it when a program needs both results before it can continue.
    ///
    /// - Returns: The results of both jobs.
    /// - Throws: As ``read(_:)`` and ``write(_:)``; when both fail, the error of the reading job.
    public func writeAndWait<Written: Sendable, Read: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Written,
        whileReading reading: @escaping @Sendable (Connection) throws -> Read
    ) throws -> (Written, Read) {
        let write = Waiting<Written> { writer.submit(Job(body, completion: $0)) }
        let read = Waiting<Read> { readers.submit(Job(reading, completion: $0)) }
        let (written, found) = (write.outcome, read.outcome)
        let result = try found.get()
        return (try written.get(), result)
    }

    /// Closes the database as ``close()`` does, and blocks the calling thread until it is closed; not from
    /// within a job.
    ///
    /// For programs that move the file next: afterwards, nothing is written under its old name.
    public func closeAndWait() {
        readers.closeAndWait()
        writer.closeAndWait()
    }

    /// Migrates the schema as ``migrate(_:)`` does, and blocks the calling thread until that is done.
    ///
    /// - Throws: As ``migrate(_:)``.
    public func migrateAndWait(_ migrations: [Migration]) throws {
        try requireRisingVersions(migrations)
        let newest = migrations.last?.version ?? 0
        let found = try readAndWait { try $0.schemaVersion() }
        guard found <= newest else { throw DatabaseRefusal.schemaIsNewer(found: found, known: newest) }
        for migration in migrations { try writeAndWait { try $0.apply(migration) } }
    }
}

extension Job {
    /// Makes a job whose result goes to a closure.
    init<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        self.init(
            run: { connection in
                let result = try body(connection)
                return { completion(.success(result)) }
            },
            fail: { completion(.failure($0)) })
    }
}

/// A blocked thread that waits for the result of a job.
private final class Waiting<Result: Sendable>: Sendable {
    private let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Submits a job.
    init(_ submit: (@escaping @Sendable (Swift.Result<Result, any Error>) -> Void) -> Void) {
        submit { result in
            self.result.withLock { $0 = result }
            self.isDone.signal()
        }
    }

    /// The result of the job; blocks until it is there, and may be read once.
    var outcome: Swift.Result<Result, any Error> {
        isDone.wait()
        return result.withLock { $0 } ?? .failure(DatabaseRefusal.closed)
    }
}
