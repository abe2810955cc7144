import Essentials
import HTTPCore
import Workplace

extension APIRoute {
    /// The route as the router takes it: errors of the workplace become problems, and answers say in which language
    /// they are, who may keep them, and whether the client's copy still holds.
    func handler(
        with campuses: CampusRegistry, log: @escaping @Sendable (RefusedTransition) -> Void
    ) -> RouteHandler {
        switch handle {
        case .fixed(let response): .fixed(response)
        case .immediate(let handle):
            .immediate { http, parameters in
                var language: WireLanguage?
                do {
                    let request = try request(http, parameters, campuses)
                    language = request.chosenLanguage
                    return try finished(try handle(request), request)
                } catch {
                    throw answer(to: error, in: language, parameters, log)
                }
            }
        case .asynchronous(let handle):
            .asynchronous { http, parameters in
                var language: WireLanguage?
                do {
                    let request = try request(http, parameters, campuses)
                    language = request.chosenLanguage
                    return try finished(try await handle(request), request)
                } catch {
                    throw answer(to: error, in: language, parameters, log)
                }
            }
        }
    }

    /// What has to hold before a large body is taken.
    ///
    /// - Parameter authenticate: Throws unless the request shows who sends it, as the operation asks for.
    /// - Returns: A smaller limit for a route that is open to anyone, and the check of the session or key for others.
    func bodyAdmission(
        authenticate: @escaping @Sendable (APIRequest) async throws -> Void
    ) -> BodyAdmission {
        guard operation.access != .anyone else { return BodyAdmission(limit: Self.anonymousBodyBytes) }
        return BodyAdmission { http, parameters in
            do {
                try await authenticate(APIRequest(http: http, parameters: parameters))
            } catch {
                throw Problem(error, in: nil) ?? error
            }
        }
    }

    /// Bytes of a body that anybody may send.
    private static let anonymousBodyBytes = 64 * 1024

    /// The problem that an error is to the client, or the error itself; a refused step is logged (C42).
    private func answer(
        to error: any Error, in language: WireLanguage?, _ parameters: PathParameters,
        _ log: (RefusedTransition) -> Void
    ) -> any Error {
        guard let problem = Problem(error, in: language) else { return error }
        if let refused = RefusedTransition(error, answeredBy: problem, parameters) { log(refused) }
        return problem
    }

    private func request(
        _ http: HTTPRequest, _ parameters: PathParameters, _ campuses: CampusRegistry
    ) throws -> APIRequest {
        guard operation.isTranslated else { return APIRequest(http: http, parameters: parameters) }
        let language = WireLanguage(
            try http.languagePreferences(), among: try campuses.inForce().languages)
        return APIRequest(http: http, parameters: parameters, chosenLanguage: language)
    }

    private func finished(_ response: HTTPResponse, _ request: APIRequest) throws -> HTTPResponse {
        var response = response
        if let language = request.chosenLanguage {
            try response.fields.add("Content-Language", language.main.description)
            try response.fields.add("Vary", "Accept-Language, Cookie")
        }
        if operation.access != .anyone, response.isWhole {
            try response.fields.add("Cache-Control", "no-store")
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
