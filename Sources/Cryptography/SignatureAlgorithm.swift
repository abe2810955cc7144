/// A curve of NIST whose points are keys.
public enum EllipticCurve: String, Sendable, Hashable {
    /// P-256, also secp256r1.
    case p256 = "P-256"
    /// P-384, also secp384r1.
    case p384 = "P-384"

    /// How many bytes a coordinate of a point has.
    public var coordinateByteCount: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        }
    }
}

/// How a signature was made and written down.
public enum SignatureAlgorithm: Sendable, Hashable {
    /// The hash function of an ECDSA signature.
    public enum Digest: Sendable, Hashable {
        /// SHA-256.
        case sha256
        /// SHA-384.
        case sha384
    }

    /// How the two numbers of an ECDSA signature are written.
    public enum Notation: Sendable, Hashable {
        /// As an ASN.1 sequence in DER, as WebAuthn and X.509 do.
        case der
        /// One after the other, each as long as a coordinate, as JSON Web Signature does.
        case concatenated
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256; RS256 in JOSE and COSE.
    case rsaPKCS1SHA256
    /// RSASSA-PSS with SHA-256 and a salt of 32 bytes; PS256 in JOSE and COSE.
    case rsaPSSSHA256
    /// ECDSA on a curve.
    case ecdsa(EllipticCurve, Digest, Notation)
    /// Ed25519; EdDSA in JOSE and COSE.
    case ed25519

    /// ECDSA on P-256 with SHA-256; ES256 in JOSE and, by the rules of WebAuthn, in COSE.
    public static func es256(_ notation: Notation) -> SignatureAlgorithm { .ecdsa(.p256, .sha256, notation) }

    /// ECDSA on P-384 with SHA-384; ES384 in JOSE and, by the rules of WebAuthn, in COSE.
    public static func es384(_ notation: Notation) -> SignatureAlgorithm { .ecdsa(.p384, .sha384, notation) }

    /// Whether keys of that kind make such signatures.
    public func fits(_ kind: PublicKey.Kind) -> Bool {
        switch (self, kind) {
        case (.rsaPKCS1SHA256, .rsa), (.rsaPSSSHA256, .rsa), (.ed25519, .ed25519): true
        case (.ecdsa(let curve, _, _), .curve(let other)): curve == other
        default: false
        }
    }

    /// OpenSSL's name of the hash function; `nil` where the algorithm brings its own.
    var digestName: String? {
        switch self {
        case .rsaPKCS1SHA256, .rsaPSSSHA256, .ecdsa(_, .sha256, _): "SHA256"
        case .ecdsa(_, .sha384, _): "SHA384"
        case .ed25519: nil
        }
    }
}
