import JSON

/// No server answered, or not in time.
public struct NoAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why there is no answer, where that is known.
    public enum Reason: Hashable, Sendable {
        /// Nothing answered, or not in time.
        case silence
        /// The server's certificate is not one that this machine trusts for the name; nothing was sent.
        case untrustedCertificate
    }

    /// The address of the server.
    public let server: String
    /// Why there is no answer.
    public let reason: Reason

    package init(server: String, reason: Reason = .silence) {
        self.server = server
        self.reason = reason
    }

    /// What happened and, where possible, what to do.
    public var description: String {
        switch reason {
        case .silence: "No server answers at \(server)."
        case .untrustedCertificate:
            "The certificate of the server at \(server) is not trusted for that name. If it is the right server, put the certificate "
                + "of its issuer into /usr/local/share/ca-certificates and run update-ca-certificates."
        }
    }
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
