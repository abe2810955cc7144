import Cryptography

/// Verifies webhooks by Standard Webhooks 1.0.0, with HMAC-SHA256.
public struct WebhookVerifier: Sendable {
    private let secrets: [WebhookSecret]
    /// How far the time of a call may lie from the receiver's time, in both directions.
    public let tolerance: Duration

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - secrets: The active secrets, one or more.
    ///   - tolerance: How far the time of a call may lie from the receiver's time; five minutes by default.
    public init(_ secrets: [WebhookSecret], tolerance: Duration = .seconds(300)) {
        precondition(!secrets.isEmpty, "a webhook needs a secret")
        self.secrets = secrets
        self.tolerance = tolerance
    }

    /// Verifies a call before anything of it is used.
    ///
    /// - Parameters:
    ///   - header: The fields of the header; names count in upper and lower case.
    ///   - body: The bytes of the body, exactly as they were received.
    ///   - secondsSinceEpoch: The receiver's time, in seconds since 1970-01-01T00:00:00Z.
    /// - Returns: The identifier of the message; ignore the call if the identifier has come before.
    /// - Throws: A ``WebhookRefusal``.
    /// - Complexity: O(*n*) in the number of bytes, for each secret.
    public func verify(
        header: [(name: String, value: String)], body: [UInt8], at secondsSinceEpoch: Int64
    ) throws(WebhookRefusal) -> WebhookID {
        func value(_ field: WebhookField) throws(WebhookRefusal) -> String {
            let values = header.filter { $0.name.lowercased() == field.rawValue }
            guard let value = values.first?.value, values.count == 1 else { throw .field(field) }
            return value
        }
        guard let id = WebhookID(try value(.id)) else { throw .field(.id) }
        let timestamp = try value(.timestamp)
        guard (1...18).contains(timestamp.utf8.count),
            timestamp.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let sent = Int64(timestamp)
        else { throw .field(.timestamp) }
        let signatures = try value(.signature).split(separator: " ")
        guard Duration.seconds(sent) >= .seconds(secondsSinceEpoch) - tolerance else { throw .tooOld }
        guard Duration.seconds(sent) <= .seconds(secondsSinceEpoch) + tolerance else { throw .fromFuture }
        let isSigned = secrets.contains { secret in
            let own = secret.signature(id: id.text, timestamp: timestamp, body: body)
            return signatures.contains { constantTimeEqual($0.utf8, own.utf8) }
        }
        guard isSigned else { throw .wrongSignature }
        return id
    }
}

/// Why a webhook is not accepted.
public enum WebhookRefusal: Error, Sendable, Hashable {
    /// A field is missing, comes twice, or cannot be read.
    case field(WebhookField)
    /// The call was signed longer ago than the tolerance.
    case tooOld
    /// The call was signed further in the future than the tolerance.
    case fromFuture
    /// No signature of version 1 was made with an active secret for these bytes.
    case wrongSignature

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension WebhookRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .field(let field):
            ("webhook-field", "The field \(field.rawValue) is missing, repeated or malformed.")
        case .tooOld: ("webhook-too-old", "The call was signed too long ago.")
        case .fromFuture: ("webhook-from-future", "The call was signed in the future.")
        case .wrongSignature: ("webhook-signature", "No signature fits the call and an active secret.")
        }
    }
}
