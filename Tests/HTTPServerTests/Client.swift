import Dispatch
import Glibc
import Synchronization
import Testing

/// A plain socket that speaks to a server in raw bytes.
///
/// Each call blocks on a thread of its own, so that the tasks of the server under test always have theirs.
final class Client: Sendable {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    struct Response: Sendable {
        var status: Int
        var header: [String: String]
        var body: String
    }

    private let socket: Int32
    private let buffer = Mutex<[UInt8]>([])

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failure(call: "socket", code: errno) }
        // Whatever comes at all has come by then, however busy the machine is.
        var limit = timeval(tv_sec: 45, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(call: "connect", code: errno) }
    }

    deinit { close(socket) }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        try await offTheTasks { [socket] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Failure(call: "send", code: errno) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Sends a request without a body and reads the answer.
    func get(_ target: String, method: String = "GET", header: String = "") async throws -> Response {
        try await send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(header)\r\n")
        return try await response(hasBody: method != "HEAD")
    }

    /// Reads one answer.
    func response(hasBody: Bool = true) async throws -> Response {
        var response = try await header()
        guard hasBody else { return response }
        if response.header["transfer-encoding"] == "chunked" {
            while let chunk = try await chunk() { response.body += chunk }
        } else if let size = response.header["content-length"].flatMap({ Int($0) }) {
            response.body = String(decoding: try await take(size), as: UTF8.self)
        }
        return response
    }

    /// Reads the header of an answer.
    func header() async throws -> Response {
        let lines = try await text(until: "\r\n\r\n").split(separator: "\r\n")
        let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        var response = Response(status: status, header: [:], body: "")
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            response.header[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        return response
    }

    /// Reads one chunk; `nil` for the last.
    func chunk() async throws -> String? {
        // CR and LF are one character.
        let size = try #require(Int(try await text(until: "\r\n").dropLast(), radix: 16))
        let bytes = try await take(size + 2)
        return size == 0 ? nil : String(decoding: bytes.dropLast(2), as: UTF8.self)
    }

    /// Everything up to the end of the connection.
    func rest() async throws -> String {
        while try await more() {}
        return String(decoding: buffer.withLock { $0 }, as: UTF8.self)
    }

    private func text(until end: String) async throws -> String {
        let end = Array(end.utf8)
        var seen = 0
        while true {
            let found = buffer.withLock { bytes -> [UInt8]? in
                for start in bytes.indices.dropFirst(max(0, seen - end.count))
                where bytes[start...].starts(with: end) {
                    let part = Array(bytes[..<(start + end.count)])
                    bytes.removeFirst(part.count)
                    return part
                }
                seen = bytes.count
                return nil
            }
            if let found { return String(decoding: found, as: UTF8.self) }
            guard try await more() else { throw Failure(call: "end of connection", code: 0) }
        }
    }

    private func take(_ count: Int) async throws -> [UInt8] {
        while buffer.withLock({ $0.count }) < count {
            guard try await more() else { throw Failure(call: "end of connection", code: 0) }
        }
        return buffer.withLock { bytes in
            defer { bytes.removeFirst(count) }
            return Array(bytes.prefix(count))
        }
    }

    private func more() async throws -> Bool {
        let part = try await offTheTasks { [socket] in
            var part = [UInt8](repeating: 0, count: 64 * 1024)
            let count = part.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
            guard count >= 0 || errno == ECONNRESET else { throw Failure(call: "recv", code: errno) }
            return Array(part.prefix(max(0, count)))
        }
        buffer.withLock { $0 += part }
        return !part.isEmpty
    }
}

/// Runs something that blocks on a thread that is none of the tasks'.
func offTheTasks<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "client").async { continuation.resume(with: Swift.Result(catching: body)) }
    }
}
