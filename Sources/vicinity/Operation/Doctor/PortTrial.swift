import Glibc

/// Tries whether a server could listen at an address.
enum PortTrial {
    /// What the system says about a port.
    private enum Finding: Equatable {
        case free
        case inUse
        /// The user of this command may not use it. The system refuses a port below 1024 before it looks who has it.
        case forbidden
        case failed(String)
    }

    /// Binds a socket for a moment, and asks who answers at a port that is in use.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - isServed: Whether a server serves the database, which then is taken for the one at the port; `nil` when the
    ///     database does not say.
    ///   - hasTLS: Whether a server at this address has a certificate.
    /// - Returns: Who has the port.
    static func state(
        of address: ListenAddress, isServed: Bool?, hasTLS: Bool
    ) async -> Diagnosis.PortState {
        let finding = finding(of: address)
        switch finding {
        case .free: return .free
        case .failed(let reason): return .failed(reason)
        case .inUse, .forbidden: break
        }
        if isServed == true { return .served }
        if !hasTLS, await NodeTrial.outcome(at: address.localURL).isOfVicinity {
            return isServed == nil ? .answering : .ofOtherDatabase
        }
        if finding == .forbidden { return .privileged }
        return hasTLS && isServed == nil ? .unknown : .taken
    }

    private static func finding(of address: ListenAddress) -> Finding {
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
        case EADDRINUSE: return .inUse
        case EACCES: return .forbidden
        default: return .failed(DatabaseFile.reason())
        }
    }
}
