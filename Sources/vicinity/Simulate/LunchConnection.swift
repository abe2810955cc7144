import Foundation
import JSON

/// A connection that a person or a screen of the lunch keeps open, for one thread.
///
/// It speaks plain HTTP/1.1 with a server on this machine and blocks its thread, because each person waits for the answer anyway.
/// After a failure the next request opens another connection.
final class LunchConnection {
    /// The connection was lost, or there is no server.
    struct Lost: Error {}

    struct Answer {
        let status: Int
        let header: String
        let body: [UInt8]

        /// The stable code of a refusal.
        var code: String { (try? json { $0["code"].string() }) ?? "no code" }

        /// Reads the body.
        func json<Result>(_ read: (JSONReader) -> Result?) throws -> Result {
            do { return try JSONValue(parsing: body).read(read) } catch {
                throw LunchTrouble("An answer of the server is not as expected (\(status)).")
            }
        }
    }

    /// What comes at all has come by then, however busy the machine is.
    private static let patience = 60

    private let port: UInt16
    private var socket: Int32 = -1
    private var received: [UInt8] = []
    private var position = 0
    /// What is left of the present chunk of a stream.
    private var chunk = 0

    init(port: UInt16) { self.port = port }

    deinit { close() }

    /// Sends a request and waits for the answer.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, token: String? = nil, key: String? = nil
    ) throws -> Answer {
        do {
            try write(Self.head(method, path, body?.bytes, token, key))
            let header = try readHeader()
            guard let length = Self.field("content-length", of: header).flatMap({ Int($0) }) else {
                throw Lost()
            }
            while received.count - position < length { try receive() }
            let answer = Answer(
                status: Self.status(of: header), header: header,
                body: Array(received[position..<position + length]))
            position += length
            return answer
        } catch {
            close()
            throw error
        }
    }

    /// Opens a stream of the change feed.
    func open(_ path: String, token: String) throws {
        close()
        do {
            try write(Self.head("GET", path, nil, token, nil))
            let status = Self.status(of: try readHeader())
            guard status == 200 else { throw LunchTrouble("The server refused the change feed (\(status)).") }
            chunk = 0
        } catch {
            close()
            throw error
        }
    }

    /// The next event of the stream, as its fields.
    func nextEvent() throws -> [String: String] {
        do {
            var fields: [String: String] = [:]
            while true {
                let line = try streamLine()
                if line.isEmpty { return fields }
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                fields[String(parts[0])] = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
            }
        } catch {
            close()
            throw error
        }
    }

    func close() {
        if socket >= 0 { _ = Glibc.close(socket) }
        (socket, received, position) = (-1, [], 0)
    }

    // MARK: - Bytes

    private static func head(
        _ method: String, _ path: String, _ body: [UInt8]?, _ token: String?, _ key: String?
    ) -> [UInt8] {
        var lines = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if let token { lines += "Authorization: Bearer \(token)\r\n" }
        if let key { lines += "Idempotency-Key: \(key)\r\n" }
        if let body { lines += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        return Array((lines + "\r\n").utf8) + (body ?? [])
    }

    private static func status(of header: String) -> Int {
        header.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// The value of a field, by its name in lower case.
    static func field(_ name: String, of header: String) -> String? {
        for line in header.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name else { continue }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    private func readHeader() throws -> String {
        var lines = ""
        while true {
            let line = try readLine()
            if line.isEmpty { return lines }
            lines += line + "\r\n"
        }
    }

    private func readLine() throws -> String {
        forgetWhatWasRead()
        var end = position
        while true {
            if end < received.count {
                if received[end] == UInt8(ascii: "\n") { break }
                end += 1
            } else {
                try receive()
            }
        }
        defer { position = end + 1 }
        let line = received[position..<end]
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// A line of a body in chunks.
    private func streamLine() throws -> String {
        var line: [UInt8] = []
        while true {
            if chunk == 0 {
                let size = try readLine()
                guard let count = Int(size.prefix { $0.isHexDigit }, radix: 16), count > 0 else {
                    throw Lost()
                }
                chunk = count
            }
            if position == received.count {
                forgetWhatWasRead()
                try receive()
            }
            let byte = received[position]
            position += 1
            chunk -= 1
            if chunk == 0 { _ = try readLine() }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            if byte != UInt8(ascii: "\r") { line.append(byte) }
        }
    }

    private func forgetWhatWasRead() {
        if position == received.count { (received, position) = ([], 0) }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Lost() }
        received.append(contentsOf: buffer[..<count])
    }

    private func write(_ bytes: [UInt8]) throws {
        if socket < 0 { try connect() }
        forgetWhatWasRead()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            rest = rest.dropFirst(count)
        }
    }

    private func connect() throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = Glibc.socket(AF_INET, type, 0)
        guard socket >= 0 else { throw LunchTrouble("A socket cannot be opened: \(DatabaseFile.reason()).") }
        var time = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isOpen = LoopbackAddress(port: port).withPointer { Glibc.connect(socket, $0, $1) == 0 }
        guard isOpen else { throw Lost() }
    }
}

/// A port of this machine.
struct LoopbackAddress {
    private var address = sockaddr_in()

    init(port: UInt16) {
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
