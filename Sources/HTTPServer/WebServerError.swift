import Glibc

/// Why a server could not start.
public struct WebServerError: Error, Equatable {
    /// The kinds of failures.
    public enum Reason: Equatable, Sendable {
        /// The host is neither an address nor a name that can be resolved.
        case unknownHost
        /// The library refused to listen, usually because the address is in use or the certificate cannot be
        /// read.
        case cannotListen
        /// The server was started before.
        case alreadyStarted
    }

    /// The kind of failure.
    public let reason: Reason
    /// The system's error number; 0 when there is none.
    public let systemError: Int32

    init(_ reason: Reason, systemError: Int32 = 0) {
        self.reason = reason
        self.systemError = systemError
    }
}

extension WebServerError: CustomStringConvertible {
    /// A sentence for the person who started the server.
    public var description: String {
        let cause = systemError == 0 ? "" : ": \(unsafe String(cString: strerror(systemError)))"
        return switch reason {
        case .unknownHost: "The host to listen on is not known" + cause
        case .cannotListen where systemError == 0: "The certificate or its key cannot be used"
        case .cannotListen: "The address cannot be used" + cause
        case .alreadyStarted: "The server was started before"
        }
    }
}
