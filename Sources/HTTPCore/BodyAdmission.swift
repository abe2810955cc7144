/// What has to hold before a server takes the body of a request.
///
/// A server asks by the head alone, so that nobody fills its memory who may not use the route. Short bodies, and those that
/// its handler refuses in any case, a server may take without asking.
public struct BodyAdmission: Sendable {
    /// Bytes that the route takes at most; `nil` for the server's own limit.
    public var limit: Int?
    /// Throws what the client is answered with instead of being let send its body; `nil` to let everybody.
    public var check: (@Sendable (HTTPRequest, PathParameters) async throws -> Void)?

    /// Creates a rule; without arguments it admits every body that the server takes.
    public init(
        limit: Int? = nil, check: (@Sendable (HTTPRequest, PathParameters) async throws -> Void)? = nil
    ) {
        self.limit = limit
        self.check = check
    }
}
