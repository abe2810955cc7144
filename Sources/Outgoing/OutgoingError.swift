/// Why a call to another server has no answer.
public enum OutgoingError: Error, Sendable, Hashable {
    /// The URL is malformed, or is neither HTTPS nor HTTP to a host that is allowed by name.
    case url
    /// A field of the header is malformed.
    case header
    /// The host is on this machine or in a private network, and is not allowed by name.
    case addressNotAllowed
    /// No name server knows the host.
    case unknownHost
    /// The server's certificate is not trusted, or TLS failed in another way.
    case tls
    /// The mail server refused the user or the password, or offers no login that this program knows.
    case login
    /// The answer is longer than the limit.
    case tooLong
    /// The time limit was reached.
    case timeLimit
    /// The connection failed; with libcurl's sentence.
    case connection(String)
    /// Too many calls are in progress.
    case tooManyCalls
    /// The task was cancelled.
    case cancelled
    /// The client was closed.
    case closed

    /// The stable name of the reason, for programs.
    public var code: String { words.code }
}

extension OutgoingError: CustomStringConvertible {
    /// The reason as a sentence, without the URL, which may hold secrets.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .url: ("outgoing-url", "The URL is not one that may be called.")
        case .header: ("outgoing-header", "A field of the header is malformed.")
        case .addressNotAllowed:
            ("outgoing-address", "The host is in a private network and not allowed by name.")
        case .unknownHost: ("outgoing-unknown-host", "The host is not known.")
        case .tls: ("outgoing-tls", "The server's certificate is not trusted, or TLS failed.")
        case .login: ("outgoing-login", "The server refused the user or the password.")
        case .tooLong: ("outgoing-too-long", "The answer is longer than the limit.")
        case .timeLimit: ("outgoing-time-limit", "The server did not answer in time.")
        case .connection(let reason): ("outgoing-connection", "The connection failed: \(reason).")
        case .tooManyCalls: ("outgoing-too-many-calls", "Too many calls are under way.")
        case .cancelled: ("outgoing-cancelled", "The call was cancelled.")
        case .closed: ("outgoing-closed", "The client was closed.")
        }
    }
}
