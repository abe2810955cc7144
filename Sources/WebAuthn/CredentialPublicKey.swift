import Cryptography

/// The public key of a passkey, as a COSE key of RFC 9052.
public struct CredentialPublicKey: Sendable {
    /// The COSE key in CBOR, as the authenticator wrote it; a store keeps these bytes.
    public let bytes: [UInt8]
    /// The one algorithm with which the key may be used.
    public let algorithm: COSEAlgorithm
    private let key: PublicKey

    /// Reads a COSE key.
    ///
    /// - Parameter bytes: The key in CBOR, with the members that its kind needs and no others.
    /// - Throws: ``PasskeyRefusal/algorithmNotOffered`` for another algorithm than those of ``COSEAlgorithm``, and
    ///   ``PasskeyRefusal/malformedKey`` for anything else that is not a usable key.
    public init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard let value = try? CBORDecoder.decode(bytes) else { throw .malformedKey }
        try self.init(value, bytes: bytes)
    }

    init(_ value: CBORValue, bytes: [UInt8]) throws(PasskeyRefusal) {
        guard case .integer(let number)? = value[Label.algorithm] else { throw .malformedKey }
        guard let algorithm = Int(exactly: number).flatMap(COSEAlgorithm.init) else {
            throw .algorithmNotOffered
        }
        guard let key = Self.key(value, for: algorithm) else { throw .malformedKey }
        self.bytes = bytes
        self.algorithm = algorithm
        self.key = key
    }

    func isValid(signature: [UInt8], of bytes: [UInt8]) -> Bool {
        key.isValid(signature: signature, of: bytes, algorithm: algorithm.signatureAlgorithm)
    }

    // MARK: - Reading

    /// The labels of RFC 9053; those below zero mean something else for each type of key.
    private enum Label {
        static let type = CBORValue.integer(1)
        static let algorithm = CBORValue.integer(3)
        static let curve = CBORValue.integer(-1)
        static let x = CBORValue.integer(-2)
        static let y = CBORValue.integer(-3)
        static let modulus = CBORValue.integer(-1)
        static let exponent = CBORValue.integer(-2)
    }

    private enum KeyType {
        static let octetKeyPair = CBORValue.integer(1)
        static let ellipticCurve = CBORValue.integer(2)
        static let rsa = CBORValue.integer(3)
    }

    private enum Curve {
        static let p256 = CBORValue.integer(1)
        static let ed25519 = CBORValue.integer(6)
    }

    private static func key(_ value: CBORValue, for algorithm: COSEAlgorithm) -> PublicKey? {
        guard case .map(let members) = value else { return nil }
        let type = value[Label.type]
        switch algorithm {
        case .es256:
            guard members.count == 5, type == KeyType.ellipticCurve, value[Label.curve] == Curve.p256,
                let x = value[Label.x]?.byteString, let y = value[Label.y]?.byteString
            else { return nil }
            return try? PublicKey(curve: .p256, x: x, y: y)
        case .edDSA:
            guard members.count == 4, type == KeyType.octetKeyPair, value[Label.curve] == Curve.ed25519,
                let x = value[Label.x]?.byteString
            else { return nil }
            return try? PublicKey(ed25519: x)
        case .rs256:
            guard members.count == 4, type == KeyType.rsa, let modulus = value[Label.modulus]?.byteString,
                let exponent = value[Label.exponent]?.byteString
            else { return nil }
            return try? PublicKey(rsaModulus: modulus, exponent: exponent)
        }
    }
}

extension CredentialPublicKey: Hashable {
    /// Compares keys by their bytes, since canonical CBOR has one writing for each.
    public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
