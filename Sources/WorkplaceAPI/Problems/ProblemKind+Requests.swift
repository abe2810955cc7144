import HTTPCore

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

    static let httpsNeeded = ProblemKind(
        .forbidden, "https-needed", title: "HTTPS needed",
        "Over plain HTTP the server answers this machine and trusted proxies only. Open its address with https://."
    )

    static let badForwarding = ProblemKind(
        .badRequest, "bad-forwarding",
        "A trusted proxy sent Forwarded or X-Forwarded- fields that cannot be read or contradict each other. Let the proxy "
            + "set one form and clear the other.")

    static let requests = [
        badPath, badQuery, malformedJSON, invalidRequest, unsupportedMediaType, methodNotAllowed,
        preconditionFailed, bodyTooLarge, headerTooLarge, misdirectedRequest, malformedRequest,
        unknownTransferCoding, unsupportedVersion, badForwarding, httpsNeeded,
    ]
}

// Repeated requests.
extension ProblemKind {
    static let idempotencyKeyRequired = ProblemKind(
        .badRequest, "idempotency-key-required", title: "Idempotency-Key is missing",
        "Send a key of your choice with each new request, so that a repeated one takes effect only once.")
    static let idempotencyKeyReused = ProblemKind(
        .unprocessableContent, "idempotency-key-reused", title: "Idempotency-Key was used before",
        "The key belongs to a request with another body. Use a new key for a new request.")

    static let repetition = [idempotencyKeyRequired, idempotencyKeyReused]
}

// Things that are not there.
extension ProblemKind {
    static let notFound = ProblemKind(.notFound, "not-found", "There is nothing at this address.")
    static let unknownProblem = ProblemKind(
        .notFound, "unknown-problem", title: "Unknown kind of problem",
        "No part of this server uses that code.")

    static let lookups = [notFound, unknownProblem]
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
        "More changes wait than the database can take in time, another program holds it, or another server is taking over. "
            + "Nothing was done; repeat the request shortly.",
        retryAfter: .seconds(1))
    static let timeout = ProblemKind(
        .serviceUnavailable, "timeout",
        "The answer took too long. What was asked for may have been done: repeat it with the same key.",
        retryAfter: .seconds(1))
    static let stopping = ProblemKind(
        .serviceUnavailable, "stopping", "The server is being stopped. Repeat the request shortly.",
        retryAfter: .seconds(5))
    static let internalError = ProblemKind(
        .internalServerError, "internal-error",
        "The server made a mistake. Name the incident when you report it.")

    static let operation =
        [
            notReady, busy, tooManyBodies, timeout, stopping, internalError,
        ] + outages
}
