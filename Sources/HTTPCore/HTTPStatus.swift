/// The three-digit status of a response.
public struct HTTPStatus: Hashable, Sendable {
    /// The number on the wire, 100 to 599.
    public let code: UInt16

    /// Creates a status from its number.
    public init(_ code: UInt16) { self.code = code }

    /// Status 200.
    public static let ok = HTTPStatus(200)
    /// Status 201.
    public static let created = HTTPStatus(201)
    /// Status 202.
    public static let accepted = HTTPStatus(202)
    /// Status 204.
    public static let noContent = HTTPStatus(204)
    /// Status 303.
    public static let seeOther = HTTPStatus(303)
    /// Status 304.
    public static let notModified = HTTPStatus(304)
    /// Status 400.
    public static let badRequest = HTTPStatus(400)
    /// Status 401.
    public static let unauthorized = HTTPStatus(401)
    /// Status 403.
    public static let forbidden = HTTPStatus(403)
    /// Status 404.
    public static let notFound = HTTPStatus(404)
    /// Status 405.
    public static let methodNotAllowed = HTTPStatus(405)
    /// Status 406.
    public static let notAcceptable = HTTPStatus(406)
    /// Status 409.
    public static let conflict = HTTPStatus(409)
    /// Status 410.
    public static let gone = HTTPStatus(410)
    /// Status 412.
    public static let preconditionFailed = HTTPStatus(412)
    /// Status 413.
    public static let contentTooLarge = HTTPStatus(413)
    /// Status 415.
    public static let unsupportedMediaType = HTTPStatus(415)
    /// Status 421.
    public static let misdirectedRequest = HTTPStatus(421)
    /// Status 422.
    public static let unprocessableContent = HTTPStatus(422)
    /// Status 428.
    public static let preconditionRequired = HTTPStatus(428)
    /// Status 429.
    public static let tooManyRequests = HTTPStatus(429)
    /// Status 431.
    public static let requestHeaderFieldsTooLarge = HTTPStatus(431)
    /// Status 500.
    public static let internalServerError = HTTPStatus(500)
    /// Status 501.
    public static let notImplemented = HTTPStatus(501)
    /// Status 503.
    public static let serviceUnavailable = HTTPStatus(503)
    /// Status 505.
    public static let httpVersionNotSupported = HTTPStatus(505)

    /// Whether the request succeeded, 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(code) }

    /// The usual words for the status, or the number when it has none here.
    public var reason: String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No content"
        case 303: "See other"
        case 304: "Not modified"
        case 400: "Bad request"
        case 401: "Not signed in"
        case 403: "Not allowed"
        case 404: "Not found"
        case 405: "Method not allowed"
        case 406: "Not acceptable"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition failed"
        case 413: "Content too large"
        case 415: "Unsupported media type"
        case 421: "Misdirected request"
        case 422: "Unprocessable content"
        case 428: "Precondition required"
        case 429: "Too many requests"
        case 431: "Request header too large"
        case 500: "Internal server error"
        case 501: "Not implemented"
        case 503: "Service unavailable"
        case 505: "HTTP version not supported"
        default: "Status \(code)"
        }
    }
}

extension HTTPStatus: CustomStringConvertible {
    /// The number and the words.
    public var description: String { "\(code) \(reason)" }
}
