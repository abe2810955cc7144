import HTTPCore

/// The problems that the server itself answers with.
extension Problem {
    static let timeout = Problem(
        .serviceUnavailable, code: "timeout", detail: "The server took too long to answer. Try again.",
        retryAfter: .seconds(1))
    static let stopping = Problem(
        .serviceUnavailable, code: "stopping", detail: "The server is being stopped. Try again shortly.",
        retryAfter: .seconds(5))
    static let tooManyStreams = Problem(
        .serviceUnavailable, code: "too-many-streams", detail: "Too many streams are open. Try again later.",
        retryAfter: .seconds(10))
    static let bodyTooLarge = Problem(
        .contentTooLarge, code: "body-too-large", detail: "The body of the request is larger than is allowed."
    )
    static let misdirected = Problem(
        .misdirectedRequest, code: "misdirected-request",
        detail: "The request is meant for a host that is not this server's.")
    static let otherAuthority = Problem(
        .badRequest, code: "malformed-request",
        detail: "The host of the request's target and that of its field Host differ.")
    static let tooManyBodies = Problem(
        .serviceUnavailable, code: "too-many-bodies",
        detail: "More content is arriving than the server has room for. Try again shortly.",
        retryAfter: .seconds(2))
    static let httpsNeeded = Problem(
        .forbidden, code: "https-needed",
        detail: "This server is reached over HTTPS only. Open its public address, which begins with https://."
    )
    static let badForwarding = Problem(
        .badRequest, code: "bad-forwarding",
        detail:
            "The proxy does not say clearly for whom it passes the request on: Forwarded and X-Forwarded-… cannot be "
            + "read, or contradict each other.")
}
