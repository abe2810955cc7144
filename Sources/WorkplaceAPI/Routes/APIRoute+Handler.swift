import Essentials
import HTTPCore
import Workplace

extension APIRoute {
    /// The route as the router takes it: errors of the workplace become problems, and answers say in which language
    /// they are, who may keep them, and whether the client's copy still holds.
    func handler(with campuses: CampusRegistry) -> RouteHandler {
        switch handle {
        case .immediate(let handle):
            .immediate { http, parameters in
                let request = request(http, parameters)
                do { return try finished(try handle(request), request, campuses) } catch {
                    throw Problem(error, in: request.language) ?? error
                }
            }
        case .asynchronous(let handle):
            .asynchronous { http, parameters in
                let request = request(http, parameters)
                do { return try finished(try await handle(request), request, campuses) } catch {
                    throw Problem(error, in: request.language) ?? error
                }
            }
        }
    }

    private func request(_ http: HTTPRequest, _ parameters: PathParameters) -> APIRequest {
        APIRequest(
            http: http, parameters: parameters,
            language: operation.isTranslated ? WireLanguage(of: http) : .unasked)
    }

    private func finished(
        _ response: HTTPResponse, _ request: APIRequest, _ campuses: CampusRegistry
    ) throws -> HTTPResponse {
        var response = response
        if operation.isTranslated {
            let language = request.language.chosen(among: try campuses.inForce().languages)
            try response.fields.add("Content-Language", language.description)
            try response.fields.add("Vary", "Accept-Language, Cookie")
        }
        if operation.access == .signedIn, response.isWhole {
            try response.fields.add("Cache-Control", "private, no-cache")
        }
        return operation.isConditional ? response.conditional(for: request.http) : response
    }
}

extension HTTPResponse {
    /// Whether everything that will be sent is there; a stream brings its own caching rule.
    fileprivate var isWhole: Bool {
        if case .stream = body { false } else { true }
    }
}
