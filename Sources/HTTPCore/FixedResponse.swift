/// An answer that is the same for every request of a route, apart from 304 and 412, which its `ETag` decides.
///
/// A server prepares it once instead of putting it together for each request. The object is the answer's identity.
public final class FixedResponse: Sendable {
    /// The answer.
    public let response: HTTPResponse
    /// Whether it has a tag, so that a request may get another answer.
    package let isConditional: Bool

    /// Fixes an answer.
    ///
    /// Its body must be there: a stream can be read once only, so one here is a mistake in the program.
    public init(_ response: HTTPResponse) {
        if case .stream = response.body {
            preconditionFailure("A stream cannot be the same for every request")
        }
        self.response = response
        isConditional = response.fields["ETag"] != nil
    }
}
