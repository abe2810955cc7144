import HTTPCore
import JSON

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
    /// Whether the answer holds names in a language that the request chooses.
    var isTranslated = false
    /// Whether the answer has an entity tag, so that a client can ask whether its copy still holds.
    var isConditional = false
    /// Header fields of the answer that mean something for this route only.
    var fields: [ResponseField] = []
    /// The kinds of problems that the route may answer with, beside those that follow from its shape.
    var problems: [ProblemKind] = []

    enum Tag: String, CaseIterable, Sendable {
        case signIn = "Sign-in"
        case cafes = "Cafés"
        case orders = "Orders"
        case favourites = "Favourites"
        case kitchen = "Kitchen"
        case attendance = "Attendance"
        case presence = "Presence"
        case tips = "Tips"
        case feed = "Feed"
        case operation = "Operation"
    }

    /// Who may use a route.
    enum Access: Sendable {
        case anyone
        case signedIn
        /// A gateway, by its own key.
        case gateway
    }

    /// What comes back when all goes well.
    enum Success: Sendable {
        /// JSON of a schema, with a status.
        case json(String, HTTPStatus = .ok)
        /// Server-sent events.
        case events
        /// A page for people, or the same as JSON of a schema.
        case page(json: String)
        /// The API's own description.
        case description
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

    /// A header field of an answer.
    struct ResponseField: Sendable {
        let name: String
        let summary: String
    }
}
