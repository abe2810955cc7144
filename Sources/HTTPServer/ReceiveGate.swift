import CReceiveGate
import Glibc
import HTTPCore

/// Stands between a connection's socket and the library, and lets only plainly framed requests through.
///
/// The library (0.9.75) accepts forms that proxies read differently, and shows no byte of a head before it
/// has parsed it. So the gate receives in its place, scans the bytes, and passes them on. At the first flaw
/// the gate answers by itself and shuts down sending. Then it drops further input, so that a reset does not
/// destroy the answer.
///
/// Unchecked because of its plain variables: the library serves a connection on one thread at a time, and
/// that thread receives, begins requests and ends them.
@safe final class ReceiveGate: @unchecked Sendable {
    private enum Stage {
        case open
        /// The flaw is answered after this many requests have been answered.
        case closing(RequestFlaw, after: Int)
        case closed(swallowed: Int)
    }

    /// How many bytes, and for how long, a client may still send after the answer to a malformed request.
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
    /// - Returns: Whether there was room for a gate. Without one, no request begins.
    func open() -> Bool {
        unsafe vicinity_gate_put(
            socket, Unmanaged.passUnretained(self).toOpaque(), isSecure, receiveThroughGate)
    }

    /// Removes the gate, before the socket is closed.
    func close() { vicinity_gate_take(socket) }

    /// Records that the library begins to serve a request.
    ///
    /// - Returns: Whether the gate has passed the head of that request. If not, the library has read without
    ///   the gate.
    func requestBegins() -> Bool {
        begun += 1
        return begun <= scanner.heads
    }

    /// Records that a request is over, so that a flaw after it can be answered.
    ///
    /// - Parameter isAnswered: Whether its answer was sent in full. If not, the library ends the connection.
    func requestEnded(isAnswered: Bool) {
        ended += 1
        guard isAnswered, case .closing(let flaw, ended) = stage else { return }
        refuse(flaw)
        // Bytes that have already arrived trigger no further event, and an unread byte would turn the end
        // into a reset.
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
        // The library also tries to read while a handler works.
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

    /// Receives bytes and drops them.
    ///
    /// - Returns: A result of the library's own receive call: the end of input, or the reason why there is no
    ///   more now.
    private func swallow(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while case .closed(let swallowed) = stage, swallowed < Self.swallowedAtMost {
            let count = unsafe receive(into: buffer)
            guard count > 0 else { return count }
            stage = .closed(swallowed: swallowed + count)
        }
        return 0
    }
}

/// Receives for a connection with a gate; the results are those of recv(2) or gnutls_record_recv(3).
private func receiveThroughGate(
    _ gate: UnsafeMutableRawPointer?, _ session: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer?,
    _ size: Int
) -> Int {
    guard let gate = unsafe gate else { return 0 }
    return unsafe Unmanaged<ReceiveGate>.fromOpaque(gate).takeUnretainedValue().receive(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: size), session: session)
}

/// The bytes of an answer that the gate sends instead of the library; the connection ends after it.
private func lastAnswer(_ response: HTTPResponse) -> [UInt8] {
    guard case .bytes(let body) = response.body else { return [] }
    var head = "HTTP/1.1 \(response.status.code) \(response.status.reason)\r\n"
    for (name, value) in response.fields.pairs { head += "\(name): \(value)\r\n" }
    head += "Date: \(currentDate())\r\nContent-Length: \(body.count)\r\nX-Content-Type-Options: nosniff\r\n"
    head += "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n"
    head += "Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + body
}

/// The present time as RFC 9110, section 5.6.7, writes it.
private func currentDate() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
        // `strftime` uses the C locale, with English names of days and months, unless the program sets
        // another one.
        _ = unsafe strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
}
