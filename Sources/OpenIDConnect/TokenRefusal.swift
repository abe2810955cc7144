/// Why a token is not accepted.
public enum TokenRefusal: Error, Sendable, Hashable {
    /// A claim whose value a check needs.
    public enum Claim: String, Sendable, Hashable {
        /// The issuer.
        case issuer = "iss"
        /// Whom the token is about.
        case subject = "sub"
        /// Whom the token is for.
        case audience = "aud"
        /// When the token ends.
        case expiry = "exp"
        /// When the token was issued.
        case issuedAt = "iat"
        /// When the token begins.
        case notBefore = "nbf"
        /// When the person signed in at the provider.
        case authenticatedAt = "auth_time"
        /// The session at the provider.
        case sessionID = "sid"
        /// The name of the token itself.
        case tokenID = "jti"
        /// The hash of the access token.
        case accessTokenHash = "at_hash"
    }

    // Of the signature.

    /// The token is longer than 64 KiB.
    case tooLong
    /// The token is not three parts of base64url, of which the first two are JSON objects.
    case malformed
    /// The algorithm is none of those that are allowed, such as `none` and `HS256`.
    case algorithmNotAllowed
    /// The header demands an extension that is not known here.
    case criticalExtension
    /// The header says that this is a token of another type.
    case wrongType
    /// The token names no key, and the provider has several.
    case missingKeyID
    /// The provider has no such key.
    case unknownKey
    /// The signature is not the key's.
    case wrongSignature

    // Of the claims.

    /// A claim is missing, or is not of its type.
    case unusableClaim(Claim)
    /// Another provider issued the token.
    case wrongIssuer
    /// The token is for another client.
    case wrongAudience
    /// The token was issued to another client.
    case wrongAuthorizedParty
    /// The token has expired.
    case expired
    /// The token was issued in the future.
    case issuedInFuture
    /// The token is not valid yet.
    case notYetValid
    /// The token does not belong to this sign-in.
    case wrongNonce
    /// The subject is empty, longer than 255 characters, or not ASCII.
    case wrongSubject
    /// The access token beside the ID token is another one.
    case wrongAccessTokenHash
    /// The person signed in at the provider longer ago than asked for.
    case authenticationTooOld
    /// The person signed in at the provider in another way than asked for.
    case wrongAuthenticationContext

    // Of logout tokens.

    /// A logout token has a nonce, as an ID token has.
    case unexpectedNonce
    /// A logout token lacks the event of a logout.
    case noLogoutEvent
    /// A logout token names neither a person nor a session.
    case nobodyToSignOut

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension TokenRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .tooLong: ("token-too-long", "The token is longer than 64 KiB.")
        case .malformed: ("token-malformed", "The token is not a signed JSON Web Token.")
        case .algorithmNotAllowed:
            ("token-algorithm", "The token's algorithm is not allowed.")
        case .criticalExtension:
            ("token-critical-extension", "The token demands an extension that is not supported.")
        case .wrongType: ("token-type", "The token is of another type.")
        case .missingKeyID: ("token-no-key-id", "The token does not name its key, and there are several.")
        case .unknownKey: ("token-unknown-key", "The provider publishes no such key.")
        case .wrongSignature: ("token-signature", "The token's signature is wrong.")
        case .unusableClaim(let claim):
            ("token-claim", "The token's claim \(claim.rawValue) is missing or malformed.")
        case .wrongIssuer: ("token-issuer", "The token comes from another issuer.")
        case .wrongAudience: ("token-audience", "The token is for another client.")
        case .wrongAuthorizedParty: ("token-authorized-party", "The token was issued to another client.")
        case .expired: ("token-expired", "The token has expired.")
        case .issuedInFuture: ("token-from-future", "The token was issued in the future.")
        case .notYetValid: ("token-not-yet-valid", "The token is not valid yet.")
        case .wrongNonce: ("token-nonce", "The token does not belong to this sign-in.")
        case .wrongSubject:
            ("token-subject", "The token's subject is not 1 to 255 ASCII characters long.")
        case .wrongAccessTokenHash:
            ("token-access-token-hash", "The ID token does not belong to the access token.")
        case .authenticationTooOld:
            ("token-authentication-too-old", "The person signed in at the provider too long ago.")
        case .wrongAuthenticationContext:
            ("token-authentication-context", "The person did not sign in in the required way.")
        case .unexpectedNonce: ("token-unexpected-nonce", "A logout token must not have a nonce.")
        case .noLogoutEvent: ("token-no-logout-event", "The token does not announce a logout.")
        case .nobodyToSignOut:
            ("token-nobody-to-sign-out", "The logout token names neither a person nor a session.")
        }
    }
}
