import HTTPCore

// Signing in.
extension ProblemKind {
    static let signInRequired = ProblemKind(
        .unauthorized, "sign-in-required", title: "Sign in first",
        "The request shows no session that is valid. Sign in and repeat it.")
    static let antiForgery = ProblemKind(
        .forbidden, "csrf", title: "Not from this server's page",
        "A cookie vouched for a change, but the request came from another site or without the session's "
            + "X-CSRF-Token. Reload the page.")
    static let forbidden = ProblemKind(
        .forbidden, "forbidden", "Your role, or the café that your device belongs to, does not allow this.")
    static let signInUnavailable = ProblemKind(
        .forbidden, "sign-in-unavailable", title: "No way to sign in",
        "Outside the demo this server has no way to sign in yet.")
    static let unknownPrincipal = ProblemKind(
        .unprocessableContent, "unknown-principal", title: "Nobody of that name",
        "The campus has no such person or device. GET /api/v1/sign-in names those that there are.")

    static let tooManySignIns = ProblemKind(
        .tooManyRequests, "too-many-sign-ins",
        "More sign-ins came from this address within a minute than the server takes. Retry-After says when to go on.",
        retryAfter: .seconds(60))

    static let access = [
        signInRequired, antiForgery, forbidden, signInUnavailable, unknownPrincipal, tooManySignIns,
    ]
}

// The form of requests.
extension ProblemKind {
    static let badPath = ProblemKind(
        .badRequest, "bad-path", "The path is not correctly percent-encoded or leads upwards.")
    static let badQuery = ProblemKind(
        .badRequest, "bad-query", "A name or value of the query is not correctly percent-encoded.")
    static let malformedJSON = ProblemKind(
        .badRequest, "malformed-json", title: "Not JSON",
        "The body is not JSON text in UTF-8. The detail names the line and the column.")
    static let invalidRequest = ProblemKind(
        .badRequest, "invalid-request", title: "Wrong shape",
        "The body or a parameter does not have the shape that is asked for. Each error names its field.")
    static let unsupportedMediaType = ProblemKind(
        .unsupportedMediaType, "unsupported-media-type", "The body must be sent as application/json.")
    static let methodNotAllowed = ProblemKind(
        .methodNotAllowed, "method-not-allowed", "The address exists; the field Allow names its methods.")
    static let preconditionFailed = ProblemKind(
        .preconditionFailed, "precondition-failed",
        "The condition of If-Match does not hold: what is there has another tag.")
    static let bodyTooLarge = ProblemKind(
        .contentTooLarge, "body-too-large", "The body is larger than this server takes.")
    static let headerTooLarge = ProblemKind(
        .requestHeaderFieldsTooLarge, "header-too-large", "The header is larger than this server takes.")

    static let malformedRequest = ProblemKind(
        .badRequest, "malformed-request", title: "Not plain HTTP",
        "The head or the framing of the request is not as RFC 9112 lets a sender write it. The connection ends."
    )
    static let unknownTransferCoding = ProblemKind(
        .notImplemented, "unknown-transfer-coding",
        "A body is sent with its length or in chunks. Other transfer codings are not known here.")
    static let unsupportedVersion = ProblemKind(
        .httpVersionNotSupported, "unsupported-version", "This server speaks HTTP/1.1 and HTTP/1.0.")

    static let misdirectedRequest = ProblemKind(
        .misdirectedRequest, "misdirected-request",
        "The request names a host that is not this server's. The demo answers to names of its own machine only."
    )

    static let badForwarding = ProblemKind(
        .badRequest, "bad-forwarding",
        "A trusted proxy sent Forwarded or X-Forwarded- fields that cannot be read or contradict each other. Let the proxy "
            + "set one form and clear the other.")

    static let requests = [
        badPath, badQuery, malformedJSON, invalidRequest, unsupportedMediaType, methodNotAllowed,
        preconditionFailed, bodyTooLarge, headerTooLarge, misdirectedRequest, malformedRequest,
        unknownTransferCoding, unsupportedVersion, badForwarding,
    ]
}

// Things that are not there.
extension ProblemKind {
    static let notFound = ProblemKind(.notFound, "not-found", "There is nothing at this address.")
    static let unknownCafe = ProblemKind(
        .notFound, "unknown-cafe", title: "Unknown café",
        "The campus has no café of that identifier. GET /api/v1/cafes names those that there are.")
    static let unknownOrder = ProblemKind(
        .notFound, "unknown-order", title: "Unknown order",
        "You have no such order. Orders of other people are unknown to you as well.")
    static let unknownTicket = ProblemKind(
        .notFound, "unknown-ticket", title: "Unknown ticket", "There is no such ticket.")
    static let unknownTopic = ProblemKind(
        .notFound, "unknown-topic", title: "Unknown topic",
        "The feed has no such topic, or the café or person that it names does not exist.")
    static let unknownProblem = ProblemKind(
        .notFound, "unknown-problem", title: "Unknown kind of problem",
        "No part of this server uses that code.")

    static let lookups = [notFound, unknownCafe, unknownOrder, unknownTicket, unknownTopic, unknownProblem]
}

// Running the server.
extension ProblemKind {
    static let notReady = ProblemKind(
        .serviceUnavailable, "not-ready", title: "Not ready",
        "No campus has been imported yet, or the database cannot be written.", retryAfter: .seconds(5))
    static let tooManyBodies = ProblemKind(
        .serviceUnavailable, "too-many-bodies", title: "Too much at once",
        "More content is arriving than the server has room for. Nothing was done; repeat the request shortly.",
        retryAfter: .seconds(2))
    static let busy = ProblemKind(
        .serviceUnavailable, "busy", title: "Too busy",
        "More changes wait than the disk can take in time. Nothing was done; repeat the request shortly.",
        retryAfter: .seconds(1))
    static let timeout = ProblemKind(
        .serviceUnavailable, "timeout",
        "The answer took too long. What was asked for may have been done: repeat it with the same key.",
        retryAfter: .seconds(1))
    static let stopping = ProblemKind(
        .serviceUnavailable, "stopping", "The server is being stopped. Repeat the request shortly.",
        retryAfter: .seconds(5))
    static let tooManyStreams = ProblemKind(
        .serviceUnavailable, "too-many-streams", "As many streams are open as the server takes.",
        retryAfter: .seconds(10))
    static let tooManySessionStreams = ProblemKind(
        .tooManyRequests, "too-many-session-streams",
        "This session follows the feed as many times as it may. Close pages that nobody looks at.",
        retryAfter: .seconds(10))
    static let internalError = ProblemKind(
        .internalServerError, "internal-error",
        "The server made a mistake. Name the incident when you report it.")

    static let operation =
        [
            notReady, busy, tooManyBodies, timeout, stopping, tooManyStreams, tooManySessionStreams,
            internalError,
        ] + outages
}
