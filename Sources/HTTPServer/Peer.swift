import CMicroHTTPD
import Synchronization

/// One connection, as far as its time is watched.
final class Peer: Sendable {
    /// The numeric address that the connection comes from.
    let address: String
    /// Whether that is the address of a trusted proxy.
    let isProxy: Bool
    private let socket: Int32
    private let isOpen = Mutex(true)
    /// The tick at which the connection is cut off, unless something happens before.
    private let due: Atomic<UInt64>

    init(socket: Int32, address: String, isProxy: Bool, due: UInt64) {
        self.address = address
        self.isProxy = isProxy
        self.socket = socket
        self.due = Atomic(due)
    }

    /// Sets the tick at which the connection is cut off.
    func expectSomething(by tick: UInt64) { due.store(tick, ordering: .relaxed) }

    /// Lets the connection be, while the server and not the client is to act.
    func expectNothing() { due.store(.max, ordering: .relaxed) }

    /// Whether the client has taken too long.
    func isLate(at tick: UInt64) -> Bool { due.load(ordering: .relaxed) <= tick }

    /// Ends the connection from another thread; the library sees it closed by the client.
    func cutOff() {
        // Under the lock the library has not closed the socket yet, so the number is still ours.
        isOpen.withLock { if $0 { vicinity_socket_cut_off(socket) } }
    }

    /// Says that the library is about to close the socket.
    func close() { isOpen.withLock { $0 = false } }
}
