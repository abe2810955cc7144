import HTTPCore
import JSON

/// A route together with what the API's description says of it, so that the two cannot part.
struct APIRoute: Sendable {
    /// What answers a request: at once on the server's own thread, or later.
    enum Handle: Sendable {
        case immediate(@Sendable (APIRequest) throws -> HTTPResponse)
        case asynchronous(@Sendable (APIRequest) async throws -> HTTPResponse)
    }

    let method: HTTPMethod
    let pattern: String
    let operation: Operation
    let handle: Handle

    init(method: HTTPMethod, pattern: String, operation: Operation, handle: Handle) {
        self.method = method
        self.pattern = pattern
        self.operation = operation
        self.handle = handle
    }

    init(
        method: HTTPMethod, pattern: String, operation: Operation,
        handle: @escaping @Sendable (APIRequest) async throws -> HTTPResponse
    ) {
        self.init(method: method, pattern: pattern, operation: operation, handle: .asynchronous(handle))
    }
}

/// What the API's description says of a route, besides its path.
struct Operation: Sendable {
    /// Stable, for generated clients.
    let id: String
    let summary: String
    let tag: Tag
    var access = Access.anyone
    var parameters: [Parameter] = []
    /// The name of the schema of the request's body.
    var body: String?
    /// What comes back when all goes well.
    let success: Success
    /// The codes of the problems that the route may answer with, beside those that any route may.
    var problems: [ProblemKind] = []

    enum Tag: String, CaseIterable, Sendable {
        case signIn = "Sign-in"
        case cafes = "Cafés"
        case orders = "Orders"
        case kitchen = "Kitchen"
        case feed = "Feed"
        case operation = "Operation"
    }

    /// Who may use a route.
    enum Access: Sendable {
        case anyone
        case signedIn
    }

    /// What comes back when all goes well.
    enum Success: Sendable {
        /// JSON of a schema, with a status.
        case json(String, HTTPStatus = .ok)
        /// Server-sent events.
        case events
        /// Nothing.
        case empty
    }

    /// A parameter beside those of the path.
    struct Parameter: Sendable {
        enum Place: String, Sendable {
            case query
            case header
        }

        let name: String
        let place: Place
        let summary: String
        var isRequired = false
        var schema: JSONValue = ["type": "string"]
    }
}

/// A kind of problem: its status and its stable code.
struct ProblemKind: Hashable, Sendable {
    let status: HTTPStatus
    let code: String

    init(_ status: HTTPStatus, _ code: String) {
        self.status = status
        self.code = code
    }
}
