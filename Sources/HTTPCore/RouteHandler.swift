/// What answers the requests of one route.
public enum RouteHandler: Sendable {
    /// The same answer to every request, apart from what its conditions say.
    case fixed(FixedResponse)
    /// Answers on the server's own thread, so it must be quick and must not block: every connection of that thread waits.
    case immediate(@Sendable (HTTPRequest, PathParameters) throws -> HTTPResponse)
    /// Answers later; the connection rests meanwhile and the server's deadline applies.
    case asynchronous(@Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse)

    /// The same answer to every request, apart from what its conditions say.
    public static func fixed(_ response: HTTPResponse) -> RouteHandler { .fixed(FixedResponse(response)) }
}
