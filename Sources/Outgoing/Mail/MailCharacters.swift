extension UInt8 {
    var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// Whether a byte may stand in an atom (RFC 5322, section 3.2.3).
    var isOfAtom: Bool { isASCIILetterOrDigit || atomSigns.contains(self) }
}

private let atomSigns = Set("!#$%&'*+-/=?^_`{|}~".utf8)

extension StringProtocol {
    /// Whether the text is atoms with single dots between them.
    var isDotAtom: Bool {
        utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isOfAtom) }
    }

    /// Whether all characters are visible ASCII or spaces.
    var isPrintableASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// The visible ASCII characters and spaces, as many as the limit allows.
    func visibleASCII(_ limit: Int) -> String {
        String(decoding: utf8.lazy.filter { (0x20...0x7E).contains($0) }.prefix(limit), as: UTF8.self)
    }

    /// Whether a character could end a line or hide something.
    var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }
}

extension Unicode.Scalar {
    /// Whether it is a control, or one of both separators of Unicode.
    var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
    }
}
