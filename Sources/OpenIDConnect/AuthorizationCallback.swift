/// What a browser brings back from a provider, in the query of our redirect URL.
public struct AuthorizationCallback: Sendable, Hashable {
    /// The code that stands for the sign-in.
    public let code: String?
    /// The state of the request.
    public let state: String?
    /// Why the provider did not sign the person in.
    public let error: ProviderErrorCode?
    /// The provider's own name (RFC 9207).
    public let issuer: String?

    /// Reads a query.
    ///
    /// - Parameter query: The names and values, decoded; others than those of the standard are passed over.
    /// - Throws: ``CallbackRefusal/repeatedParameter`` if one of them is there twice.
    public init(query: [(name: String, value: String)]) throws(CallbackRefusal) {
        var values: [String: String] = [:]
        for (name, value) in query where ["code", "state", "error", "iss"].contains(name) {
            guard values.updateValue(value, forKey: name) == nil else { throw .repeatedParameter }
        }
        code = values["code"]
        state = values["state"]
        error = values["error"].map(ProviderErrorCode.init)
        issuer = values["iss"]
    }
}

/// The reason that a provider gives for an error, such as `access_denied`.
public struct ProviderErrorCode: Sendable, Hashable, CustomStringConvertible {
    /// The reason; `unknown` if it was not 1 to 64 small letters, digits and underscores, so that it can go into a log.
    public let text: String

    /// The reason.
    public var description: String { text }

    init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        self.text = isPlain && (1...64).contains(text.utf8.count) ? text : "unknown"
    }
}
