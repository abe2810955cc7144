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
