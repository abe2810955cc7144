import COpenSSL

/// Random bytes that nobody can predict, for keys, tokens and salts.
public enum SecureRandom: Sendable {
    /// Fresh random bytes.
    ///
    /// - Throws: ``CryptographyError`` if OpenSSL cannot gather randomness; no weaker source takes its place.
    /// - Complexity: O(`count`).
    public static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        precondition(count >= 0 && count <= Int(Int32.max), "\(count) is no number of random bytes")
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe RAND_bytes($0.baseAddress, Int32($0.count))
        }
        guard result == 1 else { throw CryptographyError(code: ERR_get_error()) }
        return bytes
    }
}
