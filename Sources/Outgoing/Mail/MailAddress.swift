/// An address of electronic mail, in the form that mail servers agree on.
///
/// The part before the `@` has letters, digits, some signs, and single dots. Quotes and comments, which RFC 5321 allows and
/// nobody uses, are refused. So are letters beyond ASCII: write a domain with them as `xn--…`.
public struct MailAddress: Sendable, Hashable {
    /// The part before the `@`, as it was written.
    public let localPart: String
    /// The part after the `@`, in lower case.
    public let domain: String

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: The address alone, without a name, brackets, or spaces.
    ///   - allowedDomains: Domains without a dot that are allowed, such as `localhost`.
    /// - Throws: ``MailAddressError`` that says what is wrong.
    public init(_ text: String, allowedDomains: Set<String> = []) throws(MailAddressError) {
        guard text.utf8.count <= 254 else { throw .tooLong }
        guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { throw .noSign }
        let localPart = String(text[..<sign])
        let domain = text[text.index(after: sign)...].lowercased()
        try Self.check(localPart: localPart)
        try Self.check(domain: domain, allowedDomains)
        self.localPart = localPart
        self.domain = domain
    }

    private static func check(localPart: String) throws(MailAddressError) {
        guard localPart.utf8.allSatisfy({ $0 < 0x80 }) else { throw .internationalLocalPart }
        guard localPart.utf8.count <= 64 else { throw .localPartTooLong }
        guard localPart.isDotAtom else { throw .localPart }
    }

    private static func check(domain: String, _ allowed: Set<String>) throws(MailAddressError) {
        guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { throw .internationalDomain }
        guard isDomain(domain) else { throw .domain }
        guard domain.contains(".") || allowed.contains(where: { $0.lowercased() == domain }) else {
            throw .domainWithoutDot
        }
    }

    /// Whether a text is a domain in ASCII letters, and not the address of a machine.
    static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.allSatisfy(isLabel)
            && labels.last?.utf8.allSatisfy { (0x30...0x39).contains($0) } == false
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.utf8.first != UInt8(ascii: "-")
            && label.utf8.last != UInt8(ascii: "-")
            && label.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIILetterOrDigit }
    }

    /// The address with most of the part before the sign left out, for pages: `a…@example.org`.
    public var masked: String { "\(localPart.prefix(1))…@\(domain)" }
}

extension MailAddress: CustomStringConvertible {
    /// The whole address.
    public var description: String { "\(localPart)@\(domain)" }
}

/// Why a text is no address that mail can go to.
public enum MailAddressError: String, Error, Sendable, Hashable, CaseIterable {
    /// There is no `@`.
    case noSign
    /// It is longer than 254 bytes.
    case tooLong
    /// The part before the sign is empty, or has other characters than a plain word.
    case localPart
    /// The part before the sign is longer than 64 bytes.
    case localPartTooLong
    /// The part before the sign has letters beyond ASCII.
    case internationalLocalPart
    /// The domain is none.
    case domain
    /// The domain has no dot, and is not allowed by name.
    case domainWithoutDot
    /// The domain has letters beyond ASCII.
    case internationalDomain

    /// The stable name of the reason, for programs.
    public var code: String { words.code }
}

extension MailAddressError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .noSign: ("mail-address-sign", "A mail address needs an @.")
        case .tooLong: ("mail-address-length", "A mail address has at most 254 characters.")
        case .localPart:
            (
                "mail-address-local-part",
                "Before the @ only letters, digits, single dots and !#$%&'*+/=?^_`{|}~- may stand."
            )
        case .localPartTooLong:
            ("mail-address-local-part-length", "Before the @ at most 64 characters may stand.")
        case .internationalLocalPart:
            ("mail-address-international-local-part", "Before the @ only ASCII characters may stand.")
        case .domain: ("mail-address-domain", "What stands behind the @ is not a domain.")
        case .domainWithoutDot: ("mail-address-domain-without-dot", "The domain behind the @ needs a dot.")
        case .internationalDomain:
            ("mail-address-international-domain", "Write the domain behind the @ in its form with xn--.")
        }
    }
}

/// A mail address and the name of whom it belongs to.
public struct NamedMailAddress: Sendable, Hashable {
    /// The name that mail programs show; empty for none.
    public let name: String
    /// The address.
    public let address: MailAddress

    /// Joins a name and an address.
    public init(_ address: MailAddress, name: String = "") {
        self.name = name
        self.address = address
    }
}
