/// A caller's work and the continuation for its result.
struct Job: Sendable {
    /// Gives the caller the result.
    typealias Answer = @Sendable () -> Void

    /// Does the work; the returned closure gives the caller the result and is called when the work is
    /// durable.
    let run: @Sendable (Connection) throws -> Answer
    /// Reports to the caller that the work had no effect.
    let fail: @Sendable (any Error) -> Void
    /// Whether the caller waits for the disk.
    var waitsForDisk = true
}

extension Job {
    /// Makes a job for a suspended caller.
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
