import JSON

/// No server answered, or not in time.
public struct NoAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address of the server.
    public let server: String

    package init(server: String) { self.server = server }

    /// One sentence.
    public var description: String { "No server answers at \(server)." }
}

/// No answer came, so nobody knows whether the request took effect.
///
/// Send it again with the same key to find out.
public struct UnknownOutcome: Error, Hashable, Sendable, CustomStringConvertible {
    /// The idempotency key of the request.
    public let key: String

    /// One sentence.
    public var description: String { "No answer came, so the request may have taken effect." }
}

/// An answer that a Vicinity server of this version does not give.
public struct UnexpectedAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence.
    public let description: String
}

/// An address that does not begin with `http://` or `https://`.
public struct InvalidServerAddress: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address.
    public let address: String

    /// One sentence.
    public var description: String {
        "\(address) is no address of a server: it begins with http:// or https://."
    }
}

/// The server has no such person to sign in as.
public struct UnknownPerson: Error, Hashable, Sendable, CustomStringConvertible {
    private static let mostPeopleNamed = 20

    /// The identifier that was tried.
    public let person: String
    /// The identifiers of the people whom the server offers; none when it names none.
    public let known: [String]

    /// One sentence, which names some of the people whom the server offers.
    public var description: String {
        let first = known.prefix(Self.mostPeopleNamed).joined(separator: ", ")
        let rest = known.count > Self.mostPeopleNamed ? " and others" : ""
        return "There is no person \(person)\(known.isEmpty ? "" : "; there are \(first)\(rest)").".plain
    }
}
