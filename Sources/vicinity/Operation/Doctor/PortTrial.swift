import Glibc

/// Tries out whether a server could listen at an address.
enum PortTrial {
    /// Binds a socket for a moment.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - isServed: Whether a server serves the database, which then is taken for the one at the port.
    /// - Returns: What came of it.
    static func state(of address: ListenAddress, isServed: Bool) -> Diagnosis.PortState {
        guard address.port != 0 else { return .free }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, String(address.port), &hints, &found)
        guard code == 0, let found else { return .failed(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        let file = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
        guard file >= 0 else { return .failed(DatabaseFile.reason()) }
        defer { close(file) }
        var reuse: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        // A socket that only has the address does not show one that listens there.
        if bind(file, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(file, 1) == 0 {
            return .free
        }
        switch errno {
        case EADDRINUSE: return isServed ? .served : .taken
        // The system says so before it looks who has the port.
        case EACCES: return isServed ? .served : .privileged
        default: return .failed(DatabaseFile.reason())
        }
    }
}
