import HTTPCore
import JSON

/// The description of a route for OpenAPI, besides its path.
struct Operation: Sendable {
    /// Stable, for generated clients.
    let id: String
    let summary: String
    let tag: Tag
    var parameters: [Parameter] = []
    /// The name of the schema of the request's body.
    var body: String?
    /// How the body is written.
    var bodyForm = BodyForm.json
    /// The largest body in bytes; `nil` for the server's own limit.
    var largestBody: Int?
    /// The answer of a successful request.
    let success: Success
    /// Whether the request chooses the language of names in the answer.
    var isTranslated = false
    /// Whether the answer has an entity tag, so that a client can revalidate its copy.
    var isConditional = false
    /// Header fields of the answer that only this route has.
    var fields: [ResponseField] = []
    /// Answers of a protocol that has its own form of refusals: a status and the name of a schema.
    var otherAnswers: [(status: HTTPStatus, schema: String)] = []
    /// The kinds of problems that do not follow from the shape or the access rule of the route.
    var problems: [ProblemKind] = []
    /// Whether only the node that evaluates presence answers; the others pass the request on to it.
    var isAboutPresence = false

    enum Tag: String, CaseIterable, Sendable {
        case signIn = "Sign-in"
        case people = "People"
        case ownData = "Own data"
        case screens = "Screens"
        case cafes = "Cafés"
        case orders = "Orders"
        case accounts = "Meal accounts"
        case favourites = "Favourites"
        case kitchen = "Kitchen"
        case kiosks = "Kiosks"
        case management = "Management"
        case attendance = "Attendance"
        case presence = "Presence"
        case notices = "Notices"
        case tips = "Tips"
        case feed = "Feed"
        case operation = "Operation"
    }

    /// How a body is written.
    enum BodyForm: Sendable {
        case json
        /// A form (`application/x-www-form-urlencoded`), as OAuth wants it.
        case form
        /// A picture, whose bytes say which kind it is.
        case picture

        var mediaTypes: [String] {
            switch self {
            case .json: ["application/json"]
            case .form: ["application/x-www-form-urlencoded"]
            case .picture: ["image/jpeg", "image/png", "image/webp"]
            }
        }
    }

    /// The answer of a successful request.
    enum Success: Sendable {
        /// JSON of a schema, with a status.
        case json(String, HTTPStatus = .ok)
        /// Server-sent events.
        case events
        /// A page for people, or the same as JSON of a schema.
        case page(json: String)
        /// A table in CSV.
        case table
        /// A calendar of RFC 5545.
        case calendar
        /// A picture in SVG.
        case picture
        /// A photo in WebP.
        case photo
        /// The OpenAPI document.
        case description
        /// Nothing.
        case empty
        /// Nothing but status 200, as some protocols want it.
        case emptyOK
        /// Another address for the browser, with status 303.
        case redirect
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
