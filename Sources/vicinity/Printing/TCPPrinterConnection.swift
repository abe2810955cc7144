import Dispatch
import Glibc
import Synchronization
import Workplace

/// A connection to a printer over TCP.
///
/// The socket never blocks: waiting is sleeping, so that no thread is held while a printer is slow. A café has a few printers,
/// and each is spoken to for some seconds at a time.
final class TCPPrinterConnection: PrinterConnection {
    struct Failure: Error {}

    private static let pause: Duration = .milliseconds(10)
    /// How long a printer may take no bytes, for example while its buffer is full.
    private static let sendLimit: Duration = .seconds(20)

    private let socket: Int32
    private let isOpen = Mutex(true)

    private init(_ socket: Int32) { self.socket = socket }

    deinit { close() }

    /// How `vicinity` reaches printers.
    static let transport = PrinterTransport { try await open($0, $1, within: $2) }

    /// Opens a connection within a time.
    private static func open(
        _ host: String, _ port: Int, within limit: Duration
    ) async throws -> any PrinterConnection {
        let deadline = ContinuousClock.now + limit
        for address in await addresses(of: host, port) {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let handle = Glibc.socket(address.family, type, 0)
            guard handle >= 0 else { continue }
            let connection = TCPPrinterConnection(handle)
            if address.connect(handle) { return connection }
            guard errno == EINPROGRESS else { continue }
            while !isReady(handle, for: POLLOUT), ContinuousClock.now < deadline {
                try await Task.sleep(for: pause)
            }
            if isReady(handle, for: POLLOUT), error(of: handle) == 0 { return connection }
        }
        throw Failure()
    }

    func send(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        var deadline = ContinuousClock.now + Self.sendLimit
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
                deadline = ContinuousClock.now + Self.sendLimit
            } else {
                guard errno == EAGAIN || errno == EINTR, ContinuousClock.now < deadline else {
                    throw Failure()
                }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    func receive(within limit: Duration) async throws -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        while true {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 { return Array(buffer[..<count]) }
            guard count < 0, errno == EAGAIN || errno == EINTR else { throw Failure() }
            if ContinuousClock.now >= deadline { return [] }
            try await Task.sleep(for: Self.pause)
        }
    }

    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { _ = Glibc.close(socket) }
    }

    // MARK: - System calls

    private static func isReady(_ handle: Int32, for events: Int32) -> Bool {
        var entry = pollfd(fd: handle, events: Int16(events), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private static func error(of handle: Int32) -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(handle, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
    }

    /// The addresses of a host.
    ///
    /// The system may ask other machines, so a thread outside the pool of tasks waits.
    private static func addresses(of host: String, _ port: Int) async -> [SocketAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: SocketAddress.all(of: host, port)) }
        }
    }
}

/// An address that a socket can connect to.
private struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]

    static func all(of host: String, _ port: Int) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next {
            let bytes = UnsafeRawBufferPointer(
                start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
            found.append(SocketAddress(family: entry.pointee.ai_family, bytes: Array(bytes)))
            next = entry.pointee.ai_next
        }
        return found
    }

    /// Begins to connect; whether the connection is there already.
    func connect(_ handle: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return false
            }
            return Glibc.connect(handle, address, socklen_t(bytes.count)) == 0
        }
    }
}
