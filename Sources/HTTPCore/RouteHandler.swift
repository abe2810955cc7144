/// What answers the requests of one route.
public enum RouteHandler: Sendable {
    /// Answers on the server's own thread, so it must be quick and must not block: every connection of that thread waits.
    case immediate(@Sendable (HTTPRequest, PathParameters) throws -> HTTPResponse)
    /// Answers later; the connection rests meanwhile and the server's deadline applies.
    case asynchronous(@Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse)
}
