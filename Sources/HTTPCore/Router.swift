/// Finds the handler of a request by its method and path.
///
/// A literal segment wins over a parameter. Without routes of their own, `HEAD` uses the route for `GET`, and
/// `OPTIONS` lists the methods of the path. The router decodes a path once, segment by segment.
public struct Router: Sendable {
    /// The result of a search for a route.
    public enum Resolution: Sendable {
        /// A route by its index in ``Router/routes``, and the values of its parameters.
        case matched(RouteHandler, PathParameters, route: Int)
        /// The path has no route; the response, if any, replaces the problem document.
        case notFound(HTTPResponse?)
        /// The path has routes, but only for these methods.
        case methodNotAllowed([HTTPMethod])
        /// The request asks for the methods of the path.
        case options([HTTPMethod])
        /// The path cannot be read.
        case malformed
    }

    private var tree = RouteTree()
    /// The fixed answers of the routes, for a server to prepare.
    package private(set) var fixedResponses: [FixedResponse] = []
    /// Answers requests whose path has no route, for example with a page for people; `nil` sends a problem
    /// document.
    public var unknownPath: (@Sendable (HTTPRequest) -> HTTPResponse?)?
    /// Every route, in the order in which they were added.
    public private(set) var routes: [(method: HTTPMethod, pattern: String)] = []

    /// Creates a router without routes.
    public init() {}

    /// Adds a route for a pattern such as `/api/v1/orders/{order}`.
    ///
    /// `body` sets the conditions for taking a body, and its maximum size. A malformed pattern, and a second
    /// route for the same method and path, are programmer errors.
    public mutating func add(
        _ method: HTTPMethod, _ pattern: String, _ handler: RouteHandler,
        body: BodyAdmission = BodyAdmission()
    ) {
        tree.insert(PatternSegment.segments(of: pattern), method, handler, body, route: routes.count)
        routes.append((method, pattern))
        if case .fixed(let response) = handler { fixedResponses.append(response) }
    }

    /// Finds the handler of a request.
    ///
    /// - Complexity: linear in the length of the path.
    public func resolve(_ request: HTTPRequest) -> Resolution {
        // A literal segment wins over a parameter, so a path of only literals needs no search.
        if let endpoints = tree.match(plainPath: request.path) {
            return resolution(of: request, among: endpoints, values: [])
        }
        guard let segments = decodedSegments(of: request.path) else { return .malformed }
        guard let (endpoints, values) = tree.match(segments) else {
            return .notFound(unknownPath?(request))
        }
        return resolution(of: request, among: endpoints, values: values)
    }

    private func resolution(
        of request: HTTPRequest, among endpoints: [RouteTree.Endpoint], values: [String]
    ) -> Resolution {
        let endpoint =
            endpoints.first { $0.method == request.method }
            ?? (request.method == .head ? endpoints.first { $0.method == .get } : nil)
        if let endpoint {
            return .matched(
                endpoint.handler, PathParameters(names: endpoint.parameterNames, values: values),
                route: endpoint.route)
        }
        let allowed = allowedMethods(endpoints.map(\.method))
        return request.method == .options ? .options(allowed) : .methodNotAllowed(allowed)
    }

    /// The conditions for taking the body of a request; without a route there are none.
    package func bodyAdmission(of request: HTTPRequest) -> (BodyAdmission, PathParameters) {
        let found = decodedSegments(of: request.path).flatMap { tree.match($0) }
        guard let found, let endpoint = found.endpoints.first(where: { $0.method == request.method }) else {
            return (BodyAdmission(), PathParameters(names: [], values: []))
        }
        return (endpoint.body, PathParameters(names: endpoint.parameterNames, values: found.values))
    }

    private func allowedMethods(_ methods: [HTTPMethod]) -> [HTTPMethod] {
        var allowed = methods
        if methods.contains(.get), !methods.contains(.head) { allowed.append(.head) }
        if !methods.contains(.options) { allowed.append(.options) }
        return allowed.sorted { $0.name < $1.name }
    }

    /// The decoded segments of a path; `nil` when one is badly encoded or is `..`.
    private func decodedSegments(of path: String) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        segments.reserveCapacity(8)
        var rest = path[...].utf8.dropFirst()
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            guard let segment = PercentEncoding.decode(rest[..<end]), segment != ".." else { return nil }
            segments.append(segment)
            guard end != rest.endIndex else { return segments }
            rest = rest[rest.index(after: end)...]
        }
    }
}

extension Router.Resolution {
    /// The answer when there is no handler; `nil` when there is one.
    public var refusal: HTTPResponse? {
        switch self {
        case .matched:
            nil
        case .notFound(let response):
            response
                ?? Problem(.notFound, code: "not-found", detail: "There is nothing at this address.").response
        case .malformed:
            Problem(.badRequest, code: "bad-path", detail: "The path of the request cannot be read.").response
        case .methodNotAllowed(let methods):
            Problem(
                .methodNotAllowed, code: "method-not-allowed",
                detail: "This address does not take this method."
            )
            .response.allowing(methods)
        case .options(let methods):
            HTTPResponse(.noContent).allowing(methods)
        }
    }
}

extension HTTPResponse {
    fileprivate func allowing(_ methods: [HTTPMethod]) -> HTTPResponse {
        var response = self
        response.fields.append("Allow", methods.map(\.name).joined(separator: ", "))
        return response
    }
}
