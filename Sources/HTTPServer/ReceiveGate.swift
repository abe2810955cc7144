import CReceiveGate
import Glibc
import HTTPCore

/// Stands between a connection's socket and the library, and lets only plainly framed requests through.
///
/// The library (0.9.75) takes forms that proxies read in other ways and shows no byte of a head before it has parsed it.
/// So the gate receives in its place, scans, and hands on what passes. At the first flaw it answers itself, says that
/// nothing follows, and swallows what still comes, so that the answer is not lost in a reset.
///
/// Unchecked because of its plain variables: the library serves a connection on one thread at a time, which is the one that
/// receives, begins requests and ends them.
@safe final class ReceiveGate: @unchecked Sendable {
    private enum Stage {
        case open
        /// So many requests have to be answered before the flaw is.
        case closing(RequestFlaw, after: Int)
        case closed(swallowed: Int)
    }

    /// How much, and for how long, a client may go on sending once it has been told that its request is malformed.
    private static let swallowedAtMost = 1024 * 1024
    private static let farewellTime = Duration.seconds(2)

    private let socket: Int32
    private let isSecure: Bool
    private let deadline: Deadline
    private var session: UnsafeMutableRawPointer?
    private var scanner: RequestScanner
    private var stage = Stage.open
    private var begun = 0
    private var ended = 0

    /// Creates a gate for a socket, which is not used before ``open()``.
    init(socket: Int32, isSecure: Bool, limits: WebServer.Limits, deadline: Deadline) {
        self.socket = socket
        self.isSecure = isSecure
        self.deadline = deadline
        scanner = RequestScanner(headLimit: limits.headerBytes, partLimit: limits.partBytes)
    }

    /// Receives for the socket from now on; the owner keeps the gate alive until ``close()``.
    ///
    /// - Returns: Whether there was room for it. Without a gate no request begins.
    func open() -> Bool {
        unsafe vicinity_gate_put(
            socket, Unmanaged.passUnretained(self).toOpaque(), isSecure, receiveThroughGate)
    }

    /// Takes the gate away, before the socket is closed.
    func close() { vicinity_gate_take(socket) }

    /// Notes that the library begins to serve a request.
    ///
    /// - Returns: Whether the gate has let the head of that request through. If not, the library was read past the gate.
    func requestBegins() -> Bool {
        begun += 1
        return begun <= scanner.heads
    }

    /// Notes that a request is over, so that a flaw behind it can be answered.
    ///
    /// - Parameter isAnswered: Whether its answer was sent in full. If not, the library ends the connection.
    func requestEnded(isAnswered: Bool) {
        ended += 1
        guard isAnswered, case .closing(let flaw, ended) = stage else { return }
        refuse(flaw)
        // What the client has sent already makes no further event, and an unread byte would make the end a reset.
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            _ = unsafe swallow(into: buffer)
        }
    }

    fileprivate func receive(into buffer: UnsafeMutableRawBufferPointer, session: UnsafeMutableRawPointer?)
        -> Int
    {
        unsafe self.session = unsafe session
        return switch stage {
        case .open: unsafe receiveAndScan(into: buffer)
        // The library also looks for more while a handler works.
        case .closing: unsafe vicinity_gate_nothing_yet(session)
        case .closed: unsafe swallow(into: buffer)
        }
    }

    private func receiveAndScan(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe receive(into: buffer)
        guard count > 0 else { return count }
        let outcome = unsafe scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        guard let flaw = outcome.flaw else { return count }
        let plain = scanner.heads - (outcome.hasPassedHead ? 1 : 0)
        guard ended >= plain else {
            stage = .closing(flaw, after: plain)
            return outcome.passed > 0 ? outcome.passed : unsafe vicinity_gate_nothing_yet(session)
        }
        refuse(flaw)
        return unsafe swallow(into: buffer)
    }

    private func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe vicinity_gate_receive(socket, session, buffer.baseAddress, buffer.count)
    }

    private func refuse(_ flaw: RequestFlaw) {
        stage = .closed(swallowed: 0)
        deadline.set(after: Self.farewellTime)
        unsafe lastAnswer(flaw.problem.response).withUnsafeBytes { bytes in
            unsafe vicinity_gate_send_last(socket, session, bytes.baseAddress, bytes.count)
        }
    }

    /// Receives and drops what comes.
    ///
    /// - Returns: What the library takes for its own call's result: an end, or the reason why there is no more now.
    private func swallow(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while case .closed(let swallowed) = stage, swallowed < Self.swallowedAtMost {
            let count = unsafe receive(into: buffer)
            guard count > 0 else { return count }
            stage = .closed(swallowed: swallowed + count)
        }
        return 0
    }
}

/// Receives for a connection that has a gate, with the results of recv(2) or gnutls_record_recv(3).
private func receiveThroughGate(
    _ gate: UnsafeMutableRawPointer?, _ session: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer?,
    _ size: Int
) -> Int {
    guard let gate = unsafe gate else { return 0 }
    return unsafe Unmanaged<ReceiveGate>.fromOpaque(gate).takeUnretainedValue().receive(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: size), session: session)
}

/// The bytes of an answer that the library does not send, and after which the connection ends.
private func lastAnswer(_ response: HTTPResponse) -> [UInt8] {
    guard case .bytes(let body) = response.body else { return [] }
    var head = "HTTP/1.1 \(response.status.code) \(response.status.reason)\r\n"
    for (name, value) in response.fields.pairs { head += "\(name): \(value)\r\n" }
    head += "Date: \(currentDate())\r\nContent-Length: \(body.count)\r\nX-Content-Type-Options: nosniff\r\n"
    return Array((head + "Connection: close\r\n\r\n").utf8) + body
}

/// The present time as RFC 9110, section 5.6.7, writes it.
private func currentDate() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
        // Names of days and months are English in the C locale, which a program has unless it asks for another.
        _ = unsafe strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
}
