import COpenSSL

/// What a server's certificate says, as far as an operator must know it before the server starts.
public struct ServerCertificate: Hashable, Sendable {
    /// The names of hosts in the certificate, such as `cafe.example` or `*.example`.
    public let hostNames: [String]
    /// When it begins to be valid, in seconds since 1970.
    public let validFrom: Int64
    /// When it ends to be valid, in seconds since 1970.
    public let validUntil: Int64

    /// Reads the first certificate of a chain in PEM, which is the server's own.
    ///
    /// - Returns: `nil` when there is none that can be read.
    public init?(pem: some Collection<UInt8>) {
        let read = unsafe withContiguousBytes(pem) { bytes -> ([String], Int64, Int64)? in
            guard
                let certificate = unsafe copenssl_read_certificate(
                    bytes.baseAddress, Int32(clamping: bytes.count))
            else { return nil }
            defer { unsafe X509_free(certificate) }
            var (from, until) = (Int64(0), Int64(0))
            guard unsafe copenssl_validity(certificate, &from, &until) == 1 else { return nil }
            return unsafe (Self.names(of: certificate), from, until)
        }
        guard let read else { return nil }
        (hostNames, validFrom, validUntil) = read
    }

    /// Whether a private key belongs to the first certificate of a chain, both in PEM.
    ///
    /// - Returns: `nil` when one of them cannot be read, such as a key that is encrypted.
    public static func isPair(chain: some Collection<UInt8>, key: some Collection<UInt8>) -> Bool? {
        let answer = unsafe withContiguousBytes(chain) { chain in
            unsafe withContiguousBytes(key) { key in
                unsafe copenssl_is_pair(
                    chain.baseAddress, Int32(clamping: chain.count), key.baseAddress,
                    Int32(clamping: key.count))
            }
        }
        ERR_clear_error()
        return answer < 0 ? nil : answer == 1
    }

    @unsafe
    private static func names(of certificate: OpaquePointer) -> [String] {
        var names: [String] = []
        var buffer = [CChar](repeating: 0, count: 256)
        while unsafe copenssl_host_name(certificate, Int32(names.count), &buffer, Int32(buffer.count)) == 1 {
            let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
    }
}
