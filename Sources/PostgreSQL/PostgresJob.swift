/// A caller's work and the continuation for its result.
struct PostgresJob: Sendable {
    /// Gives the caller the result.
    typealias Answer = @Sendable () -> Void

    /// Does the work; the returned closure gives the caller the result.
    let run: @Sendable (PostgresConnection) throws -> Answer
    /// Reports to the caller that there is no result.
    let fail: @Sendable (any Error) -> Void

    init<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result,
        continuation: CheckedContinuation<Result, any Error>
    ) {
        run = { connection in
            let result = try body(connection)
            return { continuation.resume(returning: result) }
        }
        fail = { continuation.resume(throwing: $0) }
    }
}
