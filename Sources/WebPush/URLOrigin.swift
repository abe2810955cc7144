/// The origin of an absolute URL over HTTP or HTTPS (RFC 6454), without user name and fragment.
struct URLOrigin {
    let isSecure: Bool
    let host: String
    /// `nil` where the URL names the scheme's own port or none.
    let port: UInt16?

    /// The notation of RFC 6454 section 6.2.
    var text: String { "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")" }

    init?(_ text: String) {
        guard text.utf8.allSatisfy(Self.isAllowed),
            let schemeEnd = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text[schemeEnd...].hasPrefix("://")
        else { return nil }
        switch text[..<schemeEnd].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: return nil
        }
        let authority = text[schemeEnd...].dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        let isBracketed = authority.hasPrefix("[")
        let hostEnd = authority.firstIndex(of: isBracketed ? "]" : ":") ?? authority.endIndex
        var host = authority[..<hostEnd]
        var rest = authority[hostEnd...]
        if isBracketed {
            guard rest.popFirst() == "]" else { return nil }
            host.removeFirst()
        }
        guard !host.isEmpty, host.utf8.allSatisfy(isBracketed ? Self.isAddress : Self.isName) else {
            return nil
        }
        self.host = isBracketed ? "[\(host.lowercased())]" : host.lowercased()
        guard rest.isEmpty || rest.popFirst() == ":" else { return nil }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        guard rest.utf8.allSatisfy(Self.isDigit), let number = UInt16(rest), number > 0 else { return nil }
        port = number == (isSecure ? 443 : 80) ? nil : number
    }

    /// What may stand in a URL without being escaped, but for the number sign.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }

    private static func isAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"),
            UInt8(ascii: "."):
            true
        default: isDigit(byte)
        }
    }
}
