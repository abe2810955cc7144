extension Router {
    /// Answers a request as the server would, but without a server.
    ///
    /// Runs any kind of handler, maps errors, and drops the body of a 304 and of an answer to `HEAD`; a
    /// dropped stream is closed.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - report: receives errors that lead to 500; see ``HTTPIncident``.
    /// - Returns: the answer, without the fields that a server adds.
    public func respond(
        to request: HTTPRequest, report: @Sendable (any Error) -> Void = { _ in }
    ) async -> HTTPResponse {
        var response = await answer(request, report: report)
        if request.method == .head || response.status == .notModified {
            if case .stream(let pipe) = response.body { pipe.close() }
            response.body = .empty
        }
        return response
    }

    private func answer(_ request: HTTPRequest, report: @Sendable (any Error) -> Void) async -> HTTPResponse {
        let resolution = resolve(request)
        guard case .matched(let handler, let parameters, route: _) = resolution else {
            return resolution.refusal ?? HTTPResponse(.noContent)
        }
        do {
            return switch handler {
            case .fixed(let fixed): fixed.response.conditional(for: request)
            case .immediate(let handle): try handle(request, parameters)
            case .asynchronous(let handle): try await handle(request, parameters)
            }
        } catch {
            return HTTPResponse(answering: error, report: report)
        }
    }
}
