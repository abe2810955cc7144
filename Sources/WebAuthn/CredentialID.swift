import Cryptography

/// The identifier that an authenticator gives to a passkey.
public struct CredentialID: Sendable, Hashable {
    /// How many bytes an identifier may have.
    public static let byteCounts = 1...1023

    /// The bytes of the identifier.
    public let bytes: [UInt8]

    /// Accepts bytes of an allowed number.
    ///
    /// - Parameter bytes: The bytes; the result is `nil` when there are none or more than 1,023.
    public init?(_ bytes: [UInt8]) {
        guard Self.byteCounts.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Reads an identifier as pages and stores write it.
    ///
    /// - Parameter base64URL: The text; the result is `nil` when it is not an identifier in base64url.
    public init?(base64URL: String) {
        guard let bytes = Base64URL.decode(base64URL) else { return nil }
        self.init(bytes)
    }

    /// The identifier in base64url, as pages send it.
    public var base64URL: String { Base64URL.encode(bytes) }
}
