import Dispatch
import Synchronization

// For callers that are not suspended: those who are told later, and those who wait on their thread.
extension Database {
    /// Runs a job in a transaction that can write, as ``write(_:)`` does, and tells a closure when it is durable.
    ///
    /// Jobs run in the order of the calls.
    ///
    /// - Parameter completion: Gets what the job returns, or what ``write(_:)`` would throw; it runs on the writer's queue,
    ///   or on the caller's thread for a job that is refused at once, and holds up the next transaction meanwhile.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        writer.submit(Job(body, completion: completion))
    }

    /// Runs a job in a transaction that can write, and holds the calling thread until it is durable.
    ///
    /// It is for programs that set themselves up before they do anything else. The job runs on a thread of its own, so that
    /// the caller may be a task; other tasks of its pool wait meanwhile.
    ///
    /// - Throws: As ``write(_:)``.
    public func writeAndWait<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) throws -> Result {
        try Waiting<Result>.run { writer.submit(Job(body, completion: $0)) }
    }

    /// Runs a job that only reads, and holds the calling thread until it is done.
    ///
    /// - Throws: As ``read(_:)``.
    public func readAndWait<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) throws -> Result {
        try Waiting<Result>.run { readers.submit(Job(body, completion: $0)) }
    }

    /// Brings the schema to the newest version, as ``migrate(_:)`` does, and holds the calling thread until it is there.
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
    /// Answers a caller that left a closure.
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

/// A thread that waits for the result of a job.
private final class Waiting<Result: Sendable>: Sendable {
    private let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    static func run(
        _ submit: (@escaping @Sendable (Swift.Result<Result, any Error>) -> Void) -> Void
    ) throws -> Result {
        let waiting = Waiting()
        submit { result in
            waiting.result.withLock { $0 = result }
            waiting.isDone.signal()
        }
        waiting.isDone.wait()
        guard let result = waiting.result.withLock({ $0 }) else { throw DatabaseRefusal.closed }
        return try result.get()
    }
}
