import Cryptography

/// The name under which authenticators keep the passkeys of a person.
///
/// An authenticator gives it back at sign-in, before anybody has said who they are. It can be read without the person's consent, so
/// use random bytes or an opaque identifier, never an e-mail address or a name.
public struct UserHandle: Sendable, Hashable {
    /// How many bytes a handle may have.
    public static let byteCounts = 1...64

    /// The bytes of the handle.
    public let bytes: [UInt8]

    /// Accepts bytes of an allowed number.
    ///
    /// - Parameter bytes: The bytes; the result is `nil` when there are none or more than 64.
    public init?(_ bytes: [UInt8]) {
        guard Self.byteCounts.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Reads a handle as pages send it.
    ///
    /// - Parameter base64URL: The text; the result is `nil` when it is not a handle in base64url.
    public init?(base64URL: String) {
        guard let bytes = Base64URL.decode(base64URL) else { return nil }
        self.init(bytes)
    }

    /// The handle in base64url, as pages send it.
    public var base64URL: String { Base64URL.encode(bytes) }
}
