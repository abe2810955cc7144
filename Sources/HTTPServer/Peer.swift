import CMicroHTTPD
import Synchronization

/// One connection, from its acceptance to its close.
final class Peer: Sendable {
    /// The numeric address that the connection comes from.
    let address: String
    /// Whether that is the address of a trusted proxy.
    let isProxy: Bool
    /// Whether it speaks plain HTTP and may not.
    let needsTLS: Bool
    /// The library receives through it.
    let gate: ReceiveGate
    /// When the connection is cut off.
    let deadline: Deadline
    /// What the handshake reads, kept until the connection is closed; `nil` for what the server started with.
    private let credentials: TLSCredentials?
    private let socket: Int32
    private let isOpen = Mutex(true)

    init(
        socket: Int32, address: String, isProxy: Bool, needsTLS: Bool, credentials: TLSCredentials?,
        gate: ReceiveGate, deadline: Deadline
    ) {
        self.address = address
        self.isProxy = isProxy
        self.needsTLS = needsTLS
        self.credentials = credentials
        self.socket = socket
        self.gate = gate
        self.deadline = deadline
    }

    /// Ends the connection from another thread; to the library, the client has closed it.
    func cutOff() {
        // Under the lock the library has not closed the socket yet, so the system has not reused its number.
        isOpen.withLock { if $0 { vicinity_socket_cut_off(socket) } }
    }

    /// Records that the library is about to close the socket.
    func close() {
        gate.close()
        isOpen.withLock { $0 = false }
    }
}
