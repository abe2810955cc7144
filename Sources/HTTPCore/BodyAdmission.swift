/// The conditions under which a server takes the body of a request.
///
/// A server checks them with the head alone, so clients that may not use the route cannot fill its memory. It
/// may take short bodies without this check.
public struct BodyAdmission: Sendable {
    /// The maximum number of bytes that the route takes, also more than the server's own limit; `nil` for that limit.
    public var limit: Int?
    /// Throws the answer for a client that may not send its body; `nil` to admit every client.
    public var check: (@Sendable (HTTPRequest, PathParameters) async throws -> Void)?

    /// Creates a rule; without arguments it admits every body that the server takes.
    public init(
        limit: Int? = nil, check: (@Sendable (HTTPRequest, PathParameters) async throws -> Void)? = nil
    ) {
        self.limit = limit
        self.check = check
    }
}
