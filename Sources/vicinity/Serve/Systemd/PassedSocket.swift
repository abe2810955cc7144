import Glibc

/// A socket that a service manager opened and passed on, as sd_listen_fds(3) describes it.
struct PassedSocket {
    private static let first: Int32 = 3

    let descriptor: Int32
    let address: ListenAddress

    /// Finds the socket that was passed to this process.
    ///
    /// - Returns: `nil` when none was.
    /// - Throws: `CommandFailure` when it cannot be served.
    static func find(environment: [String: String], process: Int32 = getpid()) throws -> PassedSocket? {
        guard environment["LISTEN_PID"] == "\(process)",
            let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
        else { return nil }
        guard count == 1 else {
            throw CommandFailure(
                "The service manager passed \(count) sockets, but the server takes one.", exitCode: 2)
        }
        return try PassedSocket(descriptor: first)
    }

    /// Takes over a socket.
    init(descriptor: Int32) throws {
        guard Self.isListening(descriptor),
            [AF_INET, AF_INET6].contains(Self.option(SO_DOMAIN, of: descriptor)),
            let address = Self.address(of: descriptor)
        else {
            throw CommandFailure(
                "The socket that the service manager passed does not listen for TCP connections: "
                    + "let its unit have ListenStream= with an address and a port.", exitCode: 2)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
        self.address = address
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        option(SO_ACCEPTCONN, of: descriptor) == 1
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var answer: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &answer, &size) == 0 ? answer : nil
    }

    private static func address(of descriptor: Int32) -> ListenAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let isFound = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                getsockname(descriptor, pointer, &size) == 0
                    && getnameinfo(
                        pointer, size, &host, socklen_t(host.count), &port, socklen_t(port.count),
                        NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        guard isFound, let number = UInt16(text(port)) else { return nil }
        return ListenAddress(host: text(host), port: number)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
