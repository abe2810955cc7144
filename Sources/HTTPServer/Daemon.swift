import CMicroHTTPD
import Glibc

/// The library's server, from the moment it listens until it is closed.
///
/// The pointer is used from two places only: ``WebServer/stop(grace:)``, which runs once, and the library itself.
@safe struct Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let driver: Unmanaged<Driver>

    /// Starts listening.
    ///
    /// The driver is retained for the library's callbacks, and released in ``close()``.
    init(configuration: WebServer.Configuration, driver: Driver) throws {
        let address =
            try configuration.listeningSocket == nil
            ? SocketAddress(host: configuration.host, port: configuration.port) : nil
        let retained = unsafe Unmanaged.passRetained(driver)
        var options = unsafe vicinity_mhd_options()
        unsafe options.setLimits(configuration)
        unsafe options.setCallbacks(context: retained.toOpaque())
        unsafe options.flags = flags(isSecure: configuration.tls != nil, isIPv6: address?.isIPv6 ?? false)
        unsafe options.listening_socket = configuration.listeningSocket ?? -1
        errno = 0
        let started: OpaquePointer?
        if let address {
            unsafe started = unsafe address.withPointer { pointer in
                unsafe options.address = pointer
                return unsafe start(&options, identity: configuration.tls)
            }
        } else {
            unsafe started = unsafe start(&options, identity: configuration.tls)
        }
        guard let started = unsafe started else {
            let systemError = errno
            unsafe retained.release()
            throw WebServerError(.cannotListen, systemError: systemError)
        }
        unsafe pointer = started
        unsafe self.driver = retained
    }

    /// The real port.
    var port: UInt16 { unsafe vicinity_mhd_port(pointer) }

    /// How many connections wait to be accepted.
    var waitingConnections: UInt32 { unsafe vicinity_socket_waiting(vicinity_mhd_listening_socket(pointer)) }

    /// Lets no further connection begin; those that have begun are still accepted.
    func refuseNewConnections() {
        // Where the system refuses the filter, connections go on beginning until the socket is closed.
        _ = unsafe vicinity_socket_refuse_new(vicinity_mhd_listening_socket(pointer))
    }

    /// Closes the listening socket, whereupon the system refuses new clients; open connections go on.
    ///
    /// This does not use `MHD_quiesce_daemon`, for the reason that ``Driver/beginStopping()`` names. The library gets another
    /// socket under the same number, to which nobody connects.
    ///
    /// - Returns: Whether it is closed.
    func stopListening() -> Bool {
        unsafe vicinity_socket_stop_listening(vicinity_mhd_listening_socket(pointer))
    }

    /// Stops listening, and ends the library's threads and connections; no connection may be suspended.
    func close() {
        unsafe MHD_stop_daemon(pointer)
        unsafe driver.release()
    }
}

private func flags(isSecure: Bool, isIPv6: Bool) -> UInt32 {
    var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    if isSecure {
        flags |= MHD_USE_TLS.rawValue
    } else {
        // Reads before asking whether there is something to read; with TLS the record layer has its own buffer.
        flags |= MHD_USE_TURBO.rawValue
    }
    if isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    return flags
}

/// The TLS versions and ciphers that GnuTLS may use.
///
/// Static RSA is excluded: with it, a stolen key reads recorded traffic. CBC is excluded because its padding
/// and SHA-1 have known attacks.
private let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-SHA1:-AES-128-CBC:-AES-256-CBC"

private func start(
    _ options: inout vicinity_mhd_options, identity: WebServer.TLSIdentity?
) -> OpaquePointer? {
    guard let identity else { return unsafe vicinity_mhd_start(&options) }
    // The library reads the texts while it starts and does not keep them.
    return unsafe identity.certificateChain.withCString { certificate in
        unsafe identity.privateKey.withCString { key in
            unsafe priorities.withCString { priorities in
                unsafe options.certificate = certificate
                unsafe options.key = key
                unsafe options.priorities = priorities
                return unsafe vicinity_mhd_start(&options)
            }
        }
    }
}

extension vicinity_mhd_options {
    fileprivate mutating func setLimits(_ configuration: WebServer.Configuration) {
        let limits = configuration.limits
        unsafe threads = UInt32(configuration.threads)
        unsafe connection_memory = limits.connectionMemory
        unsafe connections = UInt32(limits.connections)
        unsafe connections_per_address = UInt32(limits.connectionsPerAddress ?? 0)
        // The library takes whole seconds only.
        unsafe idle_seconds = UInt32(limits.idleTime.components.seconds + (limits.idleTime.isWhole ? 0 : 1))
    }

    fileprivate mutating func setCallbacks(context: UnsafeMutableRawPointer) {
        unsafe admission = admitConnection
        unsafe access = handleAccess
        unsafe target = noteTarget
        unsafe completed = noteCompletion
        unsafe connection = noteConnection
        unsafe self.context = unsafe context
    }
}

extension Duration {
    fileprivate var isWhole: Bool { components.attoseconds == 0 }
}
