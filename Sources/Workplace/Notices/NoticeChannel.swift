import Cryptography
public import Essentials

extension Named {
    /// A way in which notices reach a person.
    public enum NoticeChannel: Sendable {}
}

/// Identifies a channel of a person.
public typealias NoticeChannelID = Identifier<Named.NoticeChannel>

/// A device or an address at which notices reach a person whose page is closed.
public struct NoticeChannel: Hashable, Sendable {
    /// The kinds of channels, in the order in which they are tried unless a person chooses another.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A browser, by Web Push.
        case push
        /// A topic of ntfy.
        case ntfy
        /// An application of a Gotify server.
        case gotify
        /// An e-mail address.
        case mail
    }

    /// Where a notice is sent.
    public enum Address: Hashable, Sendable {
        /// A browser's subscription: the endpoint, the key (65 bytes) and the secret (16 bytes) of RFC 8291.
        case push(endpoint: String, key: [UInt8], secret: [UInt8])
        /// The URL of a topic, and a token where the server wants one.
        case ntfy(url: String, token: String?)
        /// The URL of a server, and the token of an application.
        case gotify(url: String, token: String)
        /// An e-mail address.
        case mail(String)

        /// The SHA-256 digest of a browser's endpoint, in hexadecimal; `nil` for other addresses.
        ///
        /// Pages find their own subscription by it. The endpoint stays secret: anybody who knows it can send to it.
        public var browserDigest: String? {
            guard case .push(let endpoint, _, _) = self else { return nil }
            return Hexadecimal.encode(SHA256.digest(of: endpoint.utf8))
        }

        /// The kind of the channel.
        public var kind: Kind {
            switch self {
            case .push: .push
            case .ntfy: .ntfy
            case .gotify: .gotify
            case .mail: .mail
            }
        }
    }

    /// How well a channel works.
    public enum State: String, Hashable, Sendable {
        /// Nothing speaks against it.
        case working
        /// An e-mail address whose code was not entered yet; nothing but the code is sent there.
        case unconfirmed
        /// A browser that has not shown itself for 14 days.
        case doubtful
        /// The last attempt was refused.
        case failing
    }

    /// For how long a browser counts as alive after it showed itself.
    public static let proofLasts: Duration = .seconds(14 * 24 * 3_600)

    /// The identifier.
    public let id: NoticeChannelID
    /// Whose channel it is.
    public let person: PersonID
    /// Where notices are sent.
    public let address: Address
    /// What the person calls it; may be empty.
    public let label: String
    /// When it was added.
    public let since: Timestamp
    /// When the browser last showed itself, or the address was confirmed; `nil` for an address that is not confirmed.
    public let proof: Timestamp?
    /// Why the last attempt failed; `nil` after one that did not.
    public let failure: String?

    /// Makes a channel from its parts.
    public init(
        id: NoticeChannelID, person: PersonID, address: Address, label: String, since: Timestamp,
        proof: Timestamp?, failure: String?
    ) {
        self.id = id
        self.person = person
        self.address = address
        self.label = label
        self.since = since
        self.proof = proof
        self.failure = failure
    }

    /// How well it works at a time.
    public func state(at time: Timestamp) -> State {
        guard let proof else { return .unconfirmed }
        if failure != nil { return .failing }
        let isOld = address.kind == .push && proof.advanced(by: Self.proofLasts) < time
        return isOld ? .doubtful : .working
    }

    /// The server that takes its notices; calls to one server do not hold up those to another.
    var host: String {
        switch address {
        case .push(let url, _, _), .ntfy(let url, _), .gotify(let url, _): NoticeAddress.host(of: url)
        case .mail: "mail"
        }
    }
}

/// Why a channel is refused; nothing has changed.
public enum NoticeChannelRefusal: Error, Hashable, Sendable {
    /// The address does not fit its kind; the reason is a sentence.
    case malformed(field: String, reason: String)
    /// The person has as many channels as possible.
    case tooMany(Int)
    /// The person has no such channel.
    case unknown
    /// The server cannot send mail.
    case mailNotConfigured
    /// The code is not the one that was mailed.
    case wrongCode
    /// The mail server did not take the code.
    case mailFailed(code: String)
    /// The person asked for or tried too many codes; they can go on after the duration.
    case tooManyCodes(retryAfter: Duration)
    /// The person asked for too many tests; they can go on after the duration.
    case tooManyTests(retryAfter: Duration)
}
