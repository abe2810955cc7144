import JSON

/// A provider's message, server to server, that a person has signed out there (OpenID Connect Back-Channel Logout 1.0).
///
/// A message may arrive twice: remember ``tokenID`` until ``expiry``, and ignore a token that is known.
public struct LogoutToken: Sendable, Hashable {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    /// The provider.
    public let issuer: String
    /// The person whose sessions end; all of them, if no session is named.
    public let subject: String?
    /// The session at the provider whose sessions here end.
    public let sessionID: String?
    /// The name of this message.
    public let tokenID: String
    /// When the message stops being valid, with the tolerance for clocks.
    public let expiry: NumericDate

    /// Judges the claims of a token.
    ///
    /// - Parameters:
    ///   - token: The token, whose signature has been checked.
    ///   - expected: Who may have issued it, and for whom.
    ///   - now: The time.
    /// - Throws: ``TokenRefusal`` for the first check that fails.
    public init(
        _ token: VerifiedToken, expected: TokenExpectations, now: NumericDate
    ) throws(TokenRefusal) {
        guard [nil, "jwt", "logout+jwt"].contains(token.header.type) else { throw .wrongType }
        try token.checkParties(expected)
        let times = try token.checkTimes(expected, now: now)
        let claims = token.claims
        guard claims["nonce"] == nil else { throw .unexpectedNonce }
        guard claims.object("events")?.object(Self.event) != nil else { throw .noLogoutEvent }
        guard let tokenID = claims.text("jti"), (1...255).contains(tokenID.utf8.count) else {
            throw .unusableClaim(.tokenID)
        }
        subject = claims["sub"] == nil ? nil : try token.subject()
        sessionID = try token.sessionID()
        guard subject != nil || sessionID != nil else { throw .nobodyToSignOut }
        issuer = expected.issuer
        self.tokenID = tokenID
        expiry = times.expiry.advanced(bySeconds: expected.clockTolerance)
    }
}
