import Cryptography

/// The algorithms that may sign a token; there is neither `none` nor one with a shared secret.
public enum SigningAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256.
    case ps256 = "PS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// Ed25519 by its first name, which RFC 9864 replaces.
    case edDSA = "EdDSA"
    /// Ed25519.
    case ed25519 = "Ed25519"

    /// The signature as `PublicKey` knows it.
    var signature: SignatureAlgorithm {
        switch self {
        case .rs256: .rsaPKCS1SHA256
        case .ps256: .rsaPSSSHA256
        case .es256: .es256(.concatenated)
        case .es384: .es384(.concatenated)
        case .edDSA, .ed25519: .ed25519
        }
    }

    /// The left half of the token's hash, in base64url, by which an ID token names an access token.
    ///
    /// The standard takes the hash function from the algorithm's name. That of EdDSA names none; its providers take SHA-512,
    /// with which Ed25519 hashes too.
    func leftHalfHash(of token: String) -> String {
        let digest =
            switch self {
            case .rs256, .ps256, .es256: SHA256.digest(of: token.utf8)
            case .es384: SHA384.digest(of: token.utf8)
            case .edDSA, .ed25519: SHA512.digest(of: token.utf8)
            }
        return Base64URL.encode(digest.prefix(digest.count / 2))
    }
}
