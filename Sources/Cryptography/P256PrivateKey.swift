/// A key pair on the curve P-256, which agrees on secrets and signs.
///
/// A value of this type is a usable key. Keep ``scalar`` secret: it is the whole key.
public struct P256PrivateKey: Sendable {
    /// How many bytes the scalar and a shared secret have.
    public static let byteCount = 32
    /// How many bytes an uncompressed point has.
    public static let pointByteCount = 65

    /// The public half: the byte 4 and both coordinates of the point, big-endian, 65 bytes together.
    public let publicPoint: [UInt8]
    private let handle: KeyHandle

    /// Makes a fresh key pair.
    ///
    /// - Throws: ``CryptographyError`` if OpenSSL cannot gather randomness.
    public init() throws(CryptographyError) {
        guard let handle = KeyHandle.generateP256() else { throw .takeLast() }
        self.handle = handle
        publicPoint = handle.p256Point
    }

    /// Restores a key pair.
    ///
    /// - Parameter scalar: The 32 bytes of ``scalar``.
    /// - Throws: ``PrivateKeyError`` for another number of bytes, and for a number that is no key.
    public init(scalar: [UInt8]) throws(PrivateKeyError) {
        guard scalar.count == Self.byteCount else { throw .length }
        guard let handle = KeyHandle(p256Scalar: scalar) else { throw .range }
        self.handle = handle
        publicPoint = handle.p256Point
    }

    /// The public half, which checks signatures and agrees on secrets.
    public var publicKey: PublicKey { PublicKey(p256: handle) }

    /// The secret number of the key, big-endian, 32 bytes long.
    public var scalar: [UInt8] { handle.p256Scalar }

    /// Computes the secret that this key shares with another key: the first coordinate of their common point.
    ///
    /// Derive keys from it with ``HKDFSHA256``; its bits are not evenly distributed. Traps for a key of another curve, and if
    /// OpenSSL cannot compute at all.
    ///
    /// - Parameter key: The public half of the other key, on P-256.
    /// - Returns: 32 bytes.
    public func sharedSecret(with key: PublicKey) -> [UInt8] {
        precondition(key.kind == .curve(.p256), "a key of P-256 agrees with keys of P-256 only")
        return handle.p256Agreement(with: key.handle)
    }

    /// Signs bytes with ECDSA and SHA-256, which JOSE calls ES256.
    ///
    /// - Parameter bytes: What to sign.
    /// - Returns: The two numbers of the signature, 32 bytes each; ``PublicKey`` checks them as
    ///   ``SignatureAlgorithm/es256(_:)`` with ``SignatureAlgorithm/Notation/concatenated``.
    /// - Throws: ``CryptographyError`` if OpenSSL cannot gather randomness.
    /// - Complexity: O(*n*) in the number of bytes.
    public func signature(of bytes: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
        let signature = unsafe withContiguousBytes(bytes) { unsafe handle.p256Signature(of: $0) }
        guard let signature else { throw .takeLast() }
        return signature
    }
}

/// Why bytes do not make a private key.
public enum PrivateKeyError: Error, Sendable, Hashable {
    /// The key does not have 32 bytes.
    case length
    /// The number is zero, or not below the order of the curve.
    case range
}
