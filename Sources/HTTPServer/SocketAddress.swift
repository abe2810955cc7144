import CMicroHTTPD
import Glibc

/// An address to listen at.
@safe struct SocketAddress {
    private var storage = sockaddr_storage()
    /// Whether it is an IPv6 address.
    let isIPv6: Bool

    /// Resolves a host.
    init(host: String, port: UInt16) throws {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let first = unsafe found?.pointee,
            let address = unsafe first.ai_addr
        else { throw WebServerError(.unknownHost) }
        defer { unsafe freeaddrinfo(found) }
        isIPv6 = unsafe first.ai_family == AF_INET6
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(
                from: UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
        }
    }

    /// Lends the address to C.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
        }
    }
}
