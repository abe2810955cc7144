/// The site for which passkeys are made: its domain, and the origins of its pages.
public struct RelyingParty: Sendable, Hashable {
    /// The domain to which browsers bind passkeys, such as `cafe.example`.
    ///
    /// It cannot change later: every passkey of another domain is lost.
    public let id: String
    /// What authenticators show as the site's name.
    public let name: String
    /// The origins of the pages, as browsers write them: scheme, host, and the port if it is not the scheme's.
    public let origins: Set<String>

    /// Makes a site.
    ///
    /// - Parameters:
    ///   - id: The domain in lower case, without a port.
    ///   - name: What authenticators show, up to 64 bytes, because some cut what is longer.
    ///   - origins: The origins of the pages: `https` on the domain or below it, or `http` on `localhost`.
    /// - Throws: ``RelyingPartyMistake`` for a site whose passkeys no browser would make.
    public init(id: String, name: String, origins: Set<String>) throws(RelyingPartyMistake) {
        guard Self.isDomain(id) else { throw .domain(id) }
        guard (1...64).contains(name.utf8.count) else { throw .name }
        guard !origins.isEmpty else { throw .noOrigin }
        for origin in origins.sorted() where !Self.isOrigin(origin, below: id) { throw .origin(origin) }
        self.id = id
        self.name = name
        self.origins = origins
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        // Browsers make no passkeys for an address in numbers.
        guard text.utf8.count <= 253, labels.last?.utf8.contains(where: isLetter) == true else {
            return false
        }
        return labels.allSatisfy { label in
            let ends = [label.utf8.first, label.utf8.last]
            return (1...63).contains(label.utf8.count) && !ends.contains(UInt8(ascii: "-"))
                && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isOrigin(_ text: String, below id: String) -> Bool {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let address = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = String(address[0])
        guard host == id || host.hasSuffix("." + id), isDomain(host) else { return false }
        guard parts[0] == "https" || parts[0] == "http" && host == "localhost" else { return false }
        return address.count == 1 || isPort(address[1], of: parts[0])
    }

    private static func isPort(_ text: Substring, of scheme: Substring) -> Bool {
        guard text.utf8.allSatisfy(isDigit), text.utf8.first != UInt8(ascii: "0"), let port = UInt16(text)
        else { return false }
        // Browsers leave out the port that the scheme implies.
        return port != (scheme == "https" ? 443 : 80)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Why a site cannot have passkeys as it is described.
public enum RelyingPartyMistake: Error, Sendable, Hashable {
    /// This is no domain in lower case.
    case domain(String)
    /// The name is empty or longer than 64 bytes.
    case name
    /// No origin is listed.
    case noOrigin
    /// This is no origin of the domain as browsers write it.
    case origin(String)
}

extension RelyingPartyMistake: CustomStringConvertible {
    /// The mistake as a sentence.
    public var description: String {
        switch self {
        case .domain(let text): "“\(text)” is not a domain in lower case, such as cafe.example."
        case .name: "The name of the site must have 1 to 64 bytes."
        case .noOrigin: "The site needs at least one origin."
        case .origin(let text):
            "“\(text)” is not an origin of the domain, such as https://cafe.example: without a path, without a slash at the end."
        }
    }
}
