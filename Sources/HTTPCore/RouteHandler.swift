/// Answers the requests of one route.
public enum RouteHandler: Sendable {
    /// The same answer to every request, except for conditional requests.
    case fixed(FixedResponse)
    /// Answers on the server's own thread; it must be quick and not block, because all connections of that
    /// thread wait.
    case immediate(@Sendable (HTTPRequest, PathParameters) throws -> HTTPResponse)
    /// Answers later; meanwhile the connection is suspended, and the server's time limit applies.
    case asynchronous(@Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse)

    /// The same answer to every request, except for conditional requests.
    public static func fixed(_ response: HTTPResponse) -> RouteHandler { .fixed(FixedResponse(response)) }
}
