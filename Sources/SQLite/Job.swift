/// A caller's work, and the caller who waits for its result.
struct Job: Sendable {
    /// Gives the caller the result.
    typealias Answer = @Sendable () -> Void

    /// Does the work; the answer is given later, once the result is durable.
    let run: @Sendable (Connection) throws -> Answer
    /// Reports to the caller that the work had no effect.
    let fail: @Sendable (any Error) -> Void
    /// Whether the caller is answered only when the disk has what was written.
    var waitsForDisk = true
}

extension Job {
    /// Answers a caller that is suspended.
    init<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result,
        continuation: CheckedContinuation<Result, any Error>, waitsForDisk: Bool = true
    ) {
        self.init(
            run: { connection in
                let result = try body(connection)
                return { continuation.resume(returning: result) }
            },
            fail: { continuation.resume(throwing: $0) }, waitsForDisk: waitsForDisk)
    }
}
