import Glibc
import Synchronization

/// A server on this machine that answers each connection with the same bytes, whatever is asked.
///
/// It serves one connection after the other on a thread of its own, until it is released.
final class ScriptedServer: Sendable {
    struct Failure: Error { let call: String }

    let port: UInt16
    private let log: Log

    private final class Log: Sendable {
        let requests = Mutex<[String]>([])
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - answer: What to send.
    ///   - staysOpen: Whether the connection stays open after it, as one that says nothing does.
    ///   - speaksFirst: Whether it sends without waiting for a request, as mail servers do.
    /// - Throws: ``Failure`` if no port is free.
    init(_ answer: String, staysOpen: Bool = false, speaksFirst: Bool = false) throws {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw Failure(call: "listen") }
        port = UInt16(bigEndian: address.sin_port)
        let log = Log()
        self.log = log
        self.listener = listener
        let bytes = Array(answer.utf8)
        detach {
            var open: [Int32] = []
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                let request = speaksFirst ? "" : Self.request(connection)
                log.requests.withLock { $0.append(request) }
                _ = bytes.withUnsafeBytes {
                    Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if staysOpen { open.append(connection) } else { close(connection) }
            }
            for connection in open { close(connection) }
            close(listener)
        }
    }

    private let listener: Int32

    // Ends the thread's `accept`; the thread closes the socket.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// What clients have sent, one text for each connection.
    var requests: [String] { log.requests.withLock { $0 } }

    private static func request(_ connection: Int32) -> String {
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(ofEnd: "\r\n\r\n") {
                let size = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
                    .flatMap { Int($0.dropFirst(16)) }
                if text.utf8.distance(from: end, to: text.endIndex) >= size ?? 0 { return text }
            }
            var part = [UInt8](repeating: 0, count: 4096)
            let count = part.withUnsafeMutableBytes { recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return text }
            bytes += part.prefix(count)
        }
    }
}

extension String {
    fileprivate func range(ofEnd mark: String) -> String.Index? {
        let (own, mark) = (Array(utf8), Array(mark.utf8))
        guard own.count >= mark.count else { return nil }
        let start = (0...(own.count - mark.count)).first { own[$0..<($0 + mark.count)].elementsEqual(mark) }
        return start.map { utf8.index(utf8.startIndex, offsetBy: $0 + mark.count) }
    }
}

/// Runs work on a thread of its own, because it blocks.
private func detach(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    pthread_create(&thread, nil, runWork, box.toOpaque())
    pthread_detach(thread)
}

private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
