import Glibc

/// Tries out whether a server could listen at an address.
enum PortTrial {
    /// Binds a socket for a moment.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - isServed: Whether a server serves the database, which then is taken for the one at the port; `nil` when the
    ///     database does not say.
    ///   - hasTLS: Whether a server at this address has a certificate.
    /// - Returns: What came of it.
    static func state(of address: ListenAddress, isServed: Bool?, hasTLS: Bool) -> Diagnosis.PortState {
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
        let failure = errno
        // The system refuses a port below 1024 before it looks who has it.
        guard failure == EADDRINUSE || failure == EACCES else { return .failed(DatabaseFile.reason()) }
        if isServed == true { return .served }
        if !hasTLS, isHealthy(found.pointee) { return isServed == nil ? .answering : .ofOtherDatabase }
        if failure == EACCES { return .privileged }
        return hasTLS && isServed == nil ? .unknown : .taken
    }

    /// Whether a server of Vicinity answers `GET /healthz` at an address, without TLS and within two seconds a step.
    private static func isHealthy(_ address: addrinfo) -> Bool {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let file = socket(address.ai_family, type, 0)
        guard file >= 0 else { return false }
        defer { close(file) }
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        // Linux connects to this machine for 0.0.0.0 and [::].
        guard connect(file, address.ai_addr, address.ai_addrlen) == 0 else { return false }
        // A demo answers only requests that name this machine.
        let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard send(file, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            return false
        }
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while answer.count < 16_384 {
            let count = recv(file, &part, part.count, 0)
            guard count > 0 else { break }
            answer += part[..<count]
        }
        return isHealthy(answer: String(decoding: answer, as: UTF8.self))
    }

    /// Whether an answer to `GET /healthz` is one of Vicinity.
    static func isHealthy(answer: String) -> Bool {
        answer.hasPrefix("HTTP/1.1 200") && answer.contains(#"{"status":"ok"}"#)
    }
}
