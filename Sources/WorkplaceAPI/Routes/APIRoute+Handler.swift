import Essentials
import HTTPCore
import Workplace

/// Receives an error that a request was answered with, its problem, and the parameters of the path.
typealias RefusalHandler =
    @Sendable (_ error: any Error, _ problem: Problem, _ parameters: PathParameters) -> Void

extension APIRoute {
    /// The route as the router takes it.
    ///
    /// It lets in only callers who may use the route, and no changes that another site asks for. Errors of the workplace become problems, and answers say in which
    /// language they are, who may keep them, and whether the client's copy still holds.
    ///
    /// - Parameters:
    ///   - services: What answers, and what knows the callers.
    ///   - note: Receives each error that becomes a problem, with the problem and the parameters of the path.
    /// - Returns: The handler for the router.
    func handler(
        with services: WorkplaceServices, note: @escaping RefusalHandler
    ) -> RouteHandler {
        switch handle {
        case .fixed(let response): .fixed(response)
        case .immediate(let handle):
            .immediate { http, parameters in
                var language: WireLanguage?
                do {
                    let request = try request(http, parameters, services.campuses)
                    language = request.chosenLanguage
                    return try finished(try handle(request), request)
                } catch {
                    throw answer(to: error, in: language, parameters, note)
                }
            }
        case .asynchronous(let handle):
            .asynchronous { http, parameters in
                var language: WireLanguage?
                do {
                    let request = try request(http, parameters, services.campuses)
                    language = request.chosenLanguage
                    return try finished(try await handle(request, services), request)
                } catch {
                    throw answer(to: error, in: language, parameters, note)
                }
            }
        }
    }

    /// What must hold before the server receives a large body.
    ///
    /// An open route has a smaller limit; every other route checks the caller first, and may take more than others.
    func bodyAdmission(with services: WorkplaceServices) -> BodyAdmission {
        guard access != .anyone else { return BodyAdmission(limit: Self.anonymousBodyBytes) }
        return BodyAdmission(limit: operation.largestBody) { http, parameters in
            do {
                try await check(APIRequest(http: http, parameters: parameters), services)
            } catch {
                throw Problem(answering: error, in: nil) ?? error
            }
        }
    }

    /// The largest body of an open route, in bytes.
    private static let anonymousBodyBytes = 64 * 1024

    /// The problem that answers an error, or the error itself.
    private func answer(
        to error: any Error, in language: WireLanguage?, _ parameters: PathParameters,
        _ note: RefusalHandler
    ) -> any Error {
        guard let problem = Problem(answering: error, in: language, isRead: method.isRead) else {
            return error
        }
        note(error, problem, parameters)
        return problem
    }

    private func request(
        _ http: HTTPRequest, _ parameters: PathParameters, _ campuses: CampusRegistry
    ) throws -> APIRequest {
        if refusesOtherSites { try http.refuseOtherSites() }
        guard operation.isTranslated else { return APIRequest(http: http, parameters: parameters) }
        let language = WireLanguage(
            try http.languagePreferences(), among: try campuses.inForce().languages)
        return APIRequest(http: http, parameters: parameters, chosenLanguage: language)
    }

    private func finished(_ response: HTTPResponse, _ request: APIRequest) throws -> HTTPResponse {
        var response = response
        if let language = request.chosenLanguage {
            try response.fields.add("Content-Language", language.main.description)
            let vary = [response.fields["Vary"], "Accept-Language, Cookie"].compactMap(\.self)
            try response.fields.set("Vary", vary.joined(separator: ", "))
        }
        if access != .anyone, response.isWhole {
            try response.fields.add("Cache-Control", "no-store")
        }
        return operation.isConditional ? response.conditional(for: request.http) : response
    }
}

extension HTTPResponse {
    /// Whether the body is complete; a stream sets its own caching rule.
    fileprivate var isWhole: Bool {
        if case .stream = body { false } else { true }
    }
}
