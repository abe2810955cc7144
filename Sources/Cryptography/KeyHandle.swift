import COpenSSL

/// Owns a key of OpenSSL.
///
/// Unchecked because of the pointer: nothing changes the key after it is made, and OpenSSL lets threads share such a key.
@safe
final class KeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    private init?(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
    }

    convenience init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
        unsafe self.init(
            copenssl_rsa_key(modulus, Int32(modulus.count), exponent, Int32(exponent.count)))
    }

    convenience init?(curve: EllipticCurve, uncompressedPoint point: [UInt8]) {
        unsafe self.init(copenssl_curve_key(curve.rawValue, point, point.count))
    }

    convenience init?(ed25519 bytes: [UInt8]) {
        unsafe self.init(copenssl_ed25519_key(bytes, bytes.count))
    }

    /// A fresh key pair on P-256; `nil` without randomness.
    static func generateP256() -> KeyHandle? { unsafe KeyHandle(copenssl_p256_generate()) }

    convenience init?(p256Scalar scalar: [UInt8]) {
        unsafe self.init(copenssl_p256_key(scalar))
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    var p256Point: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: P256PrivateKey.pointByteCount) { output, count in
            let result = unsafe copenssl_p256_point(pointer, output.baseAddress)
            precondition(result == 1, "OpenSSL could not write a point")
            count = P256PrivateKey.pointByteCount
        }
    }

    var p256Scalar: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: P256PrivateKey.byteCount) { output, count in
            let result = unsafe copenssl_p256_scalar(pointer, output.baseAddress)
            precondition(result == 1, "OpenSSL could not write a scalar")
            count = P256PrivateKey.byteCount
        }
    }

    func p256Agreement(with peer: KeyHandle) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: P256PrivateKey.byteCount) { output, count in
            let result = unsafe copenssl_p256_agree(pointer, peer.pointer, output.baseAddress)
            precondition(result == 1, "OpenSSL could not agree on a key")
            count = P256PrivateKey.byteCount
        }
    }

    /// Both numbers of an ECDSA signature with SHA-256; `nil` without randomness.
    @unsafe
    func p256Signature(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isDone = false
        let signature = unsafe [UInt8](unsafeUninitializedCapacity: 64) { output, count in
            isDone =
                unsafe copenssl_p256_sign(pointer, bytes.baseAddress, bytes.count, output.baseAddress) == 1
            count = isDone ? 64 : 0
        }
        return isDone ? signature : nil
    }

    @unsafe
    func isValid(
        _ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>, algorithm: SignatureAlgorithm
    ) -> Bool {
        unsafe copenssl_is_signed(
            pointer, algorithm.digestName, algorithm == .rsaPSSSHA256, signature, signature.count,
            bytes.baseAddress, bytes.count)
    }
}
