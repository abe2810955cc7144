/// Runs a body while work goes on beside it, then cancels the work and waits for its end.
///
/// - Parameters:
///   - work: The work; it ends when its task is cancelled.
///   - body: What is done meanwhile.
/// - Throws: What the body throws, after the work has ended.
public func withBackgroundWork(
    _ work: @escaping @Sendable () async -> Void, _ body: () async throws -> Void
) async throws {
    let running = Task { await work() }
    do { try await body() } catch {
        running.cancel()
        await running.value
        throw error
    }
    running.cancel()
    await running.value
}
