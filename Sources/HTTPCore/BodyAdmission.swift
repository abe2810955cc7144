/// What has to hold before a server takes the body of a request.
///
/// A server decides from the head alone, so clients that may not use the route cannot fill its memory. It may take short
/// bodies without asking.
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
