import Cryptography
import JSON

/// What a provider says about a person who has signed in, after every check.
public struct IDToken: Sendable, Hashable {
    /// What the token must say, because of what this sign-in asked for.
    public struct Demands: Sendable, Hashable {
        /// The nonce of the authorization request.
        public let nonce: String
        /// How many seconds ago the person may have signed in at the provider; `nil` for any number.
        public let maximumAge: Int64?
        /// The ways of signing in (`acr`), one of which the person must have used; any, if empty.
        public let authenticationContexts: [String]

        /// Makes demands.
        public init(nonce: String, maximumAge: Int64? = nil, authenticationContexts: [String] = []) {
            self.nonce = nonce
            self.maximumAge = maximumAge
            self.authenticationContexts = authenticationContexts
        }
    }

    /// Who the person is, for finding the account.
    public let identity: ExternalIdentity
    /// When the token was issued.
    public let issuedAt: NumericDate
    /// When the person signed in at the provider, if it says so.
    public let authenticatedAt: NumericDate?
    /// How the person signed in at the provider (`acr`).
    public let authenticationContext: String?
    /// The methods by which the person signed in (`amr`).
    public let authenticationMethods: [String]
    /// The session at the provider, which a later logout names.
    public let sessionID: String?
    /// The name to show, at most 200 characters long; `nil` also for one that is no plain line.
    public let name: String?
    /// An e-mail address to write to; never an identity, because a provider may let anyone claim any address.
    public let email: String?
    /// Whether the provider says that it has checked the address.
    public let isEmailVerified: Bool
    /// The groups of the person; `nil` if the token does not tell them.
    ///
    /// A provider that keeps a long list elsewhere names it in `_claim_names`; the token then tells no groups.
    public let groups: [String]?

    /// Judges the claims of a token.
    ///
    /// - Parameters:
    ///   - token: The token, whose signature has been checked.
    ///   - expected: Who may have issued it, and for whom.
    ///   - demands: What this sign-in asked for.
    ///   - accessToken: The access token that came with it.
    ///   - groupsClaim: The name of the claim with the groups.
    ///   - now: The time.
    /// - Throws: ``TokenRefusal`` for the first check that fails.
    public init(
        _ token: VerifiedToken, expected: TokenExpectations, demands: Demands, accessToken: String? = nil,
        groupsClaim: String = "groups", now: NumericDate
    ) throws(TokenRefusal) {
        guard token.header.type == nil || token.header.type == "jwt" else { throw .wrongType }
        try token.checkParties(expected)
        (issuedAt, _) = try token.checkTimes(expected, now: now)
        let claims = token.claims
        guard let nonce = claims.text("nonce"), constantTimeEqual(nonce.utf8, demands.nonce.utf8) else {
            throw .wrongNonce
        }
        identity = ExternalIdentity(issuer: expected.issuer, subject: try token.subject())
        try Self.checkHash(in: token, of: accessToken)
        authenticatedAt = try Self.authenticationTime(claims, demands, expected.clockTolerance, now: now)
        authenticationContext = claims.text("acr")
        guard
            demands.authenticationContexts.isEmpty
                || authenticationContext.map(demands.authenticationContexts.contains) == true
        else { throw .wrongAuthenticationContext }
        authenticationMethods = claims.texts("amr") ?? []
        sessionID = try token.sessionID()
        name = claims.text("name").flatMap(Self.displayable)
        email = claims.text("email").flatMap(Self.displayable)
        // Some providers write the truth value as a text.
        isEmailVerified = claims.boolean("email_verified") ?? (claims.text("email_verified") == "true")
        groups = Self.groups(claims, claim: groupsClaim)
    }

    private static func checkHash(
        in token: VerifiedToken, of accessToken: String?
    ) throws(TokenRefusal) {
        guard token.claims["at_hash"] != nil else { return }
        guard let hash = token.claims.text("at_hash"), let accessToken else {
            throw .unusableClaim(.accessTokenHash)
        }
        let own = token.header.algorithm.leftHalfHash(of: accessToken)
        guard constantTimeEqual(hash.utf8, own.utf8) else { throw .wrongAccessTokenHash }
    }

    private static func authenticationTime(
        _ claims: JSONObject, _ demands: Demands, _ tolerance: Int64, now: NumericDate
    ) throws(TokenRefusal) -> NumericDate? {
        guard claims["auth_time"] != nil || demands.maximumAge != nil else { return nil }
        guard let time = claims.date("auth_time"), time <= now.advanced(bySeconds: tolerance) else {
            throw .unusableClaim(.authenticatedAt)
        }
        if let age = demands.maximumAge {
            guard now <= time.advanced(bySeconds: age).advanced(bySeconds: tolerance) else {
                throw .authenticationTooOld
            }
        }
        return time
    }

    private static func displayable(_ text: String) -> String? {
        text.isPlainLine && (1...200).contains(text.unicodeScalars.count) ? text : nil
    }

    private static func groups(_ claims: JSONObject, claim: String) -> [String]? {
        guard claims.object("_claim_names")?[claim] == nil else { return nil }
        return claims.textOrTexts(claim)
    }
}
