/// The method of a request.
public enum HTTPMethod: Hashable, Sendable {
    case get
    case head
    case post
    case put
    case patch
    case delete
    case options
    /// Any other token, unchanged.
    case other(String)

    /// Creates a method from its name; names are case-sensitive (RFC 9110, 9.1).
    public init(_ name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        default: self = .other(name)
        }
    }

    /// The token in a request line.
    public var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other(let name): name
        }
    }

    /// Whether the method only reads, so that a condition on it can be answered with 304.
    public var isRead: Bool { self == .get || self == .head }
}

extension HTTPMethod: CustomStringConvertible {
    /// The token in a request line.
    public var description: String { name }
}
