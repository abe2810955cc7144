/// A public key, made of the numbers that a JSON Web Key or a COSE key has, which checks signatures.
///
/// A value of this type is a usable key: the initialisers refuse weak RSA keys and points that are not on their curve.
public struct PublicKey: Sendable {
    /// What a key is for.
    public enum Kind: Sendable, Hashable {
        /// RSA with a modulus of so many bits.
        case rsa(modulusBitCount: Int)
        /// A point of a curve of NIST.
        case curve(EllipticCurve)
        /// Ed25519.
        case ed25519
    }

    /// How many bits the modulus of an RSA key may have: fewer are weak, and more cost too much to check.
    public static let rsaModulusBits = 2048...8192

    /// What the key is for.
    public let kind: Kind
    let handle: KeyHandle

    private init(_ kind: Kind, _ handle: KeyHandle?) throws(PublicKeyError) {
        guard let handle else { throw .noKey }
        self.kind = kind
        self.handle = handle
    }

    /// Takes the public half of a key pair on P-256.
    init(p256 handle: KeyHandle) {
        kind = .curve(.p256)
        self.handle = handle
    }

    /// Makes an RSA key.
    ///
    /// - Parameters:
    ///   - modulus: The modulus, big-endian; zeros may stand before it.
    ///   - exponent: The public exponent, big-endian; odd, from 3 to 2³²−1.
    /// - Throws: ``PublicKeyError/modulus`` and ``PublicKeyError/exponent`` for a number that is not allowed.
    public init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(PublicKeyError) {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard Self.rsaModulusBits.contains(bitCount), Self.isOdd(modulus) else { throw .modulus }
        guard exponent.count <= 4, Self.isOdd(exponent), exponent != [1] else { throw .exponent }
        try self.init(.rsa(modulusBitCount: bitCount), KeyHandle(rsaModulus: modulus, exponent: exponent))
    }

    /// Makes a key of a point of a curve.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - x: The first coordinate, big-endian, as long as the curve has it.
    ///   - y: The second coordinate.
    /// - Throws: ``PublicKeyError/coordinates`` for a wrong length and for a point that is not on the curve.
    public init(curve: EllipticCurve, x: [UInt8], y: [UInt8]) throws(PublicKeyError) {
        guard x.count == curve.coordinateByteCount, y.count == curve.coordinateByteCount else {
            throw .coordinates
        }
        try self.init(curve: curve, uncompressedPoint: [4] + x + y)
    }

    /// Makes a key of a point of a curve, as key agreement sends it.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - point: The byte 4 and both coordinates, big-endian, as long as the curve has them.
    /// - Throws: ``PublicKeyError/coordinates`` for another notation and for a point that is not on the curve.
    public init(curve: EllipticCurve, uncompressedPoint point: [UInt8]) throws(PublicKeyError) {
        guard point.count == 1 + 2 * curve.coordinateByteCount, point[0] == 4,
            let handle = KeyHandle(curve: curve, uncompressedPoint: point)
        else { throw .coordinates }
        try self.init(.curve(curve), handle)
    }

    /// Makes an Ed25519 key.
    ///
    /// - Parameter bytes: The 32 bytes of the key.
    /// - Throws: ``PublicKeyError/length`` for another number of bytes.
    public init(ed25519 bytes: [UInt8]) throws(PublicKeyError) {
        guard bytes.count == 32 else { throw .length }
        try self.init(.ed25519, KeyHandle(ed25519: bytes))
    }

    private static func isOdd(_ number: [UInt8]) -> Bool { number.last.map { $0 & 1 == 1 } ?? false }

    /// Whether a signature of some bytes was made with the private key that belongs to this key.
    ///
    /// - Parameters:
    ///   - signature: The signature in the notation that the algorithm names.
    ///   - bytes: What was signed.
    ///   - algorithm: The algorithm; choose it from a list of your own, never from the message alone.
    /// - Returns: `false` also when the algorithm is not one of this kind of key.
    /// - Complexity: O(*n*) in the number of bytes.
    public func isValid(
        signature: [UInt8], of bytes: some Collection<UInt8>, algorithm: SignatureAlgorithm
    ) -> Bool {
        guard algorithm.fits(kind) else { return false }
        guard case .ecdsa(let curve, _, .concatenated) = algorithm else {
            return unsafe withContiguousBytes(bytes) {
                unsafe handle.isValid(signature, of: $0, algorithm: algorithm)
            }
        }
        guard signature.count == 2 * curve.coordinateByteCount else { return false }
        let encoded = DERSignature.encode(concatenated: signature)
        return unsafe withContiguousBytes(bytes) {
            unsafe handle.isValid(encoded, of: $0, algorithm: algorithm)
        }
    }
}

/// Why numbers do not make a public key.
public enum PublicKeyError: Error, Sendable, Hashable {
    /// The RSA modulus is even, or of a length that is not allowed.
    case modulus
    /// The RSA exponent is even, one, or too large.
    case exponent
    /// The coordinates are of a wrong length, or no point of the curve.
    case coordinates
    /// The key does not have as many bytes as its kind has.
    case length
    /// OpenSSL refuses the key.
    case noKey
}
