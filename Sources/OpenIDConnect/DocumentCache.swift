/// Keeps a document of a provider, and fetches it when that is due; tasks that wait at the same time share one call.
actor DocumentCache<Document: Sendable> {
    typealias Need = DocumentCacheStateMachine<Document>.Need

    private var machine = DocumentCacheStateMachine<Document>()
    private var fetching: Task<Result<Document, SignInError>, Never>?

    /// The document.
    ///
    /// - Throws: What `fetch` throws, and ``ProviderFailure/waiting`` during the pause after a failure.
    func document(
        _ need: Need, now: NumericDate,
        fetch: @escaping @Sendable () async throws(SignInError) -> Document
    ) async throws(SignInError) -> Document {
        if let fetching { return try await fetching.value.get() }
        switch machine.action(need, now: now) {
        case .use(let document): return document
        case .wait: throw .provider(.waiting)
        case .fetch: break
        }
        // Not a child of this task: others may be waiting when the person who asked first goes away. The client for HTTP
        // ends it by its time limit.
        let task = Task { await outcome(of: fetch, for: need, now: now) }
        fetching = task
        return try await task.value.get()
    }

    private func outcome(
        of fetch: @Sendable () async throws(SignInError) -> Document, for need: Need, now: NumericDate
    ) async -> Result<Document, SignInError> {
        let result: Result<Document, SignInError>
        do throws(SignInError) { result = .success(try await fetch()) } catch { result = .failure(error) }
        fetching = nil
        switch result {
        case .success(let document): machine.fetched(document, for: need, now: now)
        case .failure: machine.failed(now: now)
        }
        // The document at hand may be good enough although the call failed.
        if case .use(let document) = machine.action(.any, now: now) { return .success(document) }
        return result
    }
}
