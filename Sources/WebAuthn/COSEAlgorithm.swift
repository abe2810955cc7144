import Cryptography

/// An algorithm of signatures by its number in the registry of COSE.
public enum COSEAlgorithm: Int, Sendable, Hashable, CaseIterable {
    /// ECDSA on P-256 with SHA-256; nearly every authenticator has it.
    case es256 = -7
    /// EdDSA on the curve Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256; Windows Hello needs it on machines with an older security chip.
    case rs256 = -257

    var signatureAlgorithm: SignatureAlgorithm {
        switch self {
        case .es256: .es256(.der)
        case .edDSA: .ed25519
        case .rs256: .rsaPKCS1SHA256
        }
    }
}
