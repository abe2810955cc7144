/// A refusal with text for people and data for programs (RFC 9457).
///
/// Throw it from a handler, or send its ``response``.
public struct Problem: Error, Sendable {
    /// A mistake in one place of the request's content.
    public struct FieldError: Equatable, Sendable {
        /// The place: a JSON pointer (RFC 6901) into the body, such as `/lines/0/quantity`.
        public var pointer: String
        /// The kind of mistake, for programs.
        public var code: String
        /// The kind of mistake, for people.
        public var detail: String

        /// Creates a field error.
        public init(pointer: String, code: String, detail: String) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }

        /// Makes a pointer from member names and indexes, and escapes `~` and `/` in them.
        public static func pointer(_ tokens: [String]) -> String {
            tokens.map { token in
                "/" + token.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
            }.joined()
        }
    }

    /// The value of a further member.
    public enum Member: Equatable, Sendable {
        case text(String)
        case integer(Int64)
        case boolean(Bool)
        /// JSON text, written unchanged.
        case json([UInt8])
    }

    /// A URI reference that names the kind of problem; by default `/problems/` followed by the code.
    public var type: String
    /// The stable code of the kind.
    public var code: String
    /// The status of the response.
    public var status: HTTPStatus
    /// The kind in a few words, the same for every occurrence.
    public var title: String
    /// This occurrence in a sentence.
    public var detail: String?
    /// A URI reference that names this occurrence.
    public var instance: String?
    /// The mistakes in the request's content, if those are the problem.
    public var errors: [FieldError]
    /// Further members, written in this order; their names must differ from those above.
    public var members: [(name: String, value: Member)]
    /// The credentials that the client must show, for the field `WWW-Authenticate`; a 401 must have it.
    public var challenge: StaticString?
    /// How long the client should wait before it retries; written to `Retry-After` in whole seconds.
    public var retryAfter: Duration?

    /// Creates a problem; the title is the status's reason unless given.
    public init(
        _ status: HTTPStatus, code: String, title: String? = nil, detail: String? = nil, type: String? = nil,
        instance: String? = nil, errors: [FieldError] = [], members: [(name: String, value: Member)] = [],
        challenge: StaticString? = nil, retryAfter: Duration? = nil
    ) {
        self.type = type ?? "/problems/" + code
        self.code = code
        self.status = status
        self.title = title ?? status.reason
        self.detail = detail
        self.instance = instance
        self.errors = errors
        self.members = members
        self.challenge = challenge
        self.retryAfter = retryAfter
    }
}

extension Problem: CustomStringConvertible {
    /// The code and the status, without the detail, which may name a person's data.
    public var description: String { "\(code) (\(status.code))" }
}
