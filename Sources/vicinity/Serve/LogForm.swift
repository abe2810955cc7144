import CommandLineArguments
import Essentials
import Glibc
import HTTPCore
import JSON

/// How the lines of a server's log are written.
enum LogForm: String, CaseIterable {
    /// Sentences on standard error.
    case text
    /// An object of JSON a line, on standard error.
    case json
    /// Entries of systemd's journal, with fields.
    case journal

    init(_ text: String) throws(UsageError) {
        guard let form = LogForm(rawValue: text) else {
            throw .malformedValue(text, of: "--log", expected: "text, json or journal")
        }
        self = form
    }
}

/// How much a line of the log asks of an operator.
enum LogLevel: String {
    case error
    case warning
    case information

    /// The priority of syslog(3).
    var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .information: 6
        }
    }
}

/// A line of the log.
struct LogLine {
    let time: Timestamp
    let level: LogLevel
    let message: String
    /// The request that it is about; `nil` for none.
    let request: RequestID?
    /// The number of the trace that it belongs to; `nil` where nothing is traced.
    var trace: String?

    /// The sentence, with the request at the end where it does not stand in it.
    var text: String {
        guard let request, !message.contains(request.text) else { return message }
        return "\(message) [request \(request)]"
    }

    /// The line as JSON.
    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.member("time", "\(time)")
            json.member("level", level.rawValue)
            json.member("message", message)
            if let request { json.member("request", request.text) }
            if let trace { json.member("trace_id", trace) }
        }
        return json.text
    }

    /// The line as a datagram of the journal's native protocol.
    ///
    /// A value of several lines is written with its length before it; others are written as `NAME=value`.
    var journalBytes: [UInt8] {
        var bytes: [UInt8] = []
        let request =
            (request.map { [("VICINITY_REQUEST", $0.text)] } ?? [])
            + (trace.map { [("VICINITY_TRACE", $0)] } ?? [])
        for (name, value) in [
            ("MESSAGE", message), ("PRIORITY", "\(level.priority)"), ("SYSLOG_IDENTIFIER", "vicinity"),
        ] + request {
            bytes += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += value.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// Sends entries to systemd's journal.
enum Journal {
    /// Where it listens.
    static let path = "/run/systemd/journal/socket"

    /// Whether something listens there.
    static var isThere: Bool { access(path, W_OK) == 0 }

    /// Sends an entry.
    ///
    /// - Returns: Whether the journal has taken it.
    static func send(_ bytes: [UInt8], to path: String = path) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: name.sun_path) else { return false }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer,
                    socklen_t(MemoryLayout<sockaddr_un>.size)) == bytes.count
            }
        }
    }
}
