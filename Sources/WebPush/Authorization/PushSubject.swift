/// Whom a push service can ask about an application server: an `https:` URL or a `mailto:` address (RFC 8292 section 2.1).
///
/// Push services check it: Apple's refuses each message whose subject names `localhost`. So the host needs a dot.
public struct PushSubject: Sendable, Hashable, CustomStringConvertible {
    /// The longest subject, in bytes.
    public static let maximumByteCount = 1_024

    /// The subject as it was written.
    public let text: String

    /// The subject as it was written.
    public var description: String { text }

    /// Reads a subject.
    ///
    /// - Parameter text: Such as `https://cafe.example/contact` or `mailto:office@cafe.example`.
    /// - Throws: A ``PushSubjectError``.
    public init(_ text: String) throws(PushSubjectError) {
        guard text.utf8.count <= Self.maximumByteCount else { throw .malformed }
        if text.hasPrefix("mailto:") {
            let address = text.dropFirst("mailto:".count)
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isLocalPart(parts[0]) else { throw .malformed }
            guard Self.isDomain(parts[1]) else { throw .host }
        } else if text.hasPrefix("https:") {
            guard let url = URLOrigin(text), url.isSecure else { throw .malformed }
            guard Self.isDomain(url.host[...]) else { throw .host }
        } else {
            throw .scheme
        }
        self.text = text
    }

    /// Whether this is the part of an address before the at sign, in printable ASCII without what a URL or a list gives a meaning.
    private static func isLocalPart(_ part: Substring) -> Bool {
        !part.isEmpty && part.utf8.count <= 64
            && part.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),:;<>[\\]?#/".utf8.contains($0) }
    }

    /// Whether a name is a domain of the internet: two labels or more; the last has a letter and is not `localhost`.
    private static func isDomain(_ name: Substring) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last
        else { return false }
        return last.lowercased() != "localhost" && last.utf8.contains(where: isLetter)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// Why a text is not the subject of an application server.
public enum PushSubjectError: Error, Sendable, Hashable, CaseIterable {
    /// The text begins neither with `https:` nor with `mailto:`.
    case scheme
    /// The text is no URL, or no address of electronic mail.
    case malformed
    /// The host is not a domain with a dot, such as `localhost` and the address of a machine.
    case host

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension PushSubjectError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .scheme: ("push-subject-scheme", "The contact begins neither with https: nor with mailto:.")
        case .malformed: ("push-subject-malformed", "The contact is neither a URL nor a mail address.")
        case .host:
            (
                "push-subject-host",
                "The contact's host is not a domain with a dot, which push services demand."
            )
        }
    }
}
