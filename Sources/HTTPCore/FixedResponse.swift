/// An answer that is the same for every request of a route, except that its `ETag` may lead to 304 or 412.
///
/// A server prepares the answer once instead of building it for each request. The object is the answer's
/// identity.
public final class FixedResponse: Sendable {
    /// The answer.
    public let response: HTTPResponse
    /// Whether it has a tag, so that a request may get another answer.
    package let isConditional: Bool

    /// Creates a fixed response.
    ///
    /// The body must not be a stream, because a stream can be read only once; a stream is a programmer error.
    public init(_ response: HTTPResponse) {
        if case .stream = response.body {
            preconditionFailure("A stream cannot be the same for every request")
        }
        self.response = response
        isConditional = response.fields["ETag"] != nil
    }
}
