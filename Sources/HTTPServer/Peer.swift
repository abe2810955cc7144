import CMicroHTTPD
import Synchronization

/// One connection, from being accepted to being closed.
final class Peer: Sendable {
    /// The numeric address that the connection comes from.
    let address: String
    /// Whether that is the address of a trusted proxy.
    let isProxy: Bool
    /// Whether it speaks plain HTTP and may not.
    let needsTLS: Bool
    /// What the library receives comes through it.
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

    /// Ends the connection from another thread; the library sees it closed by the client.
    func cutOff() {
        // Under the lock the library has not closed the socket yet, so the number is still ours.
        isOpen.withLock { if $0 { vicinity_socket_cut_off(socket) } }
    }

    /// Says that the library is about to close the socket.
    func close() {
        gate.close()
        isOpen.withLock { $0 = false }
    }
}
