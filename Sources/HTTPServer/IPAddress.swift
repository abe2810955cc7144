import Glibc

/// A numeric address of IP version 4 or 6, without a port.
public struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes; an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) has 4.
    private let bytes: [UInt8]

    /// Reads an address such as `192.0.2.1` or `2001:db8::1`.
    ///
    /// - Returns: `nil` for a name, for an address with a port, brackets or a zone, and for anything else.
    public init?(_ text: some StringProtocol) {
        // A C string would end at a NUL.
        guard !text.utf8.contains(0) else { return nil }
        if let bytes = Self.bytes(of: String(text), family: AF_INET, count: 4) {
            self.bytes = bytes
        } else if let bytes = Self.bytes(of: String(text), family: AF_INET6, count: 16) {
            let isMapped = bytes.starts(with: Self.mappedPrefix)
            self.bytes = isMapped ? Array(bytes.dropFirst(Self.mappedPrefix.count)) : bytes
        } else {
            return nil
        }
    }

    /// Whether the address is of this machine alone.
    public var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// RFC 4291, 2.5.5.2.
    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func bytes(of text: String, family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let isAddress = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe inet_pton(family, text, buffer.baseAddress) == 1
        }
        return isAddress ? bytes : nil
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical form of the address, the same for every way to write it.
    public var description: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe inet_ntop(family, buffer.baseAddress, text.baseAddress, socklen_t(text.count))
            }
            // Fails only when the buffer is too small; this one holds the longest address.
            return unsafe written.map { unsafe String(cString: $0) } ?? ""
        }
    }
}
