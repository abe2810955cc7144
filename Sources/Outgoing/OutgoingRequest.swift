/// A call to another server.
public struct OutgoingRequest: Sendable {
    /// What the call does.
    public enum Method: Sendable {
        /// Reads something.
        case get
        /// Sends bytes.
        case post([UInt8])
        /// Another method by its name, such as `PUT`, with bytes.
        case other(String, [UInt8])
    }

    /// What the call does.
    public let method: Method
    /// Where it goes: a URL of HTTPS, or of HTTP for a host that is allowed by name.
    public let url: String
    /// The fields of the header; a body is sent without a type unless there is a field for it.
    public let header: [(name: String, value: String)]

    /// Makes a call.
    public init(_ method: Method, _ url: String, header: [(name: String, value: String)] = []) {
        self.method = method
        self.url = url
        self.header = header
    }

    /// The lines of the header as libcurl takes them; `nil` if a field could be read as more than one.
    var headerLines: [String]? {
        var lines = ["Expect:"]
        for (name, value) in header {
            let isName = !name.isEmpty && name.utf8.allSatisfy(Self.isOfName)
            guard isName, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                return nil
            }
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        if !header.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        return lines
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Another server's answer.
public struct OutgoingResponse: Sendable {
    /// The status; a redirect is an answer like any other.
    public let status: Int
    /// The fields of the header, their names in lower case.
    public let header: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]

    /// The value of the first field with that name, which is in lower case.
    public subscript(name: String) -> String? { header.first { $0.name == name }?.value }
}
