import Cryptography

/// Random bytes that an authenticator signs, so that an answer cannot be used again.
///
/// The caller makes the bytes, keeps the challenge for at most ``lifetime``, and forgets it with the first answer, whether that
/// was right or wrong.
public struct Challenge: Sendable, Hashable {
    /// How many bytes a challenge may have; 32 are usual.
    public static let byteCounts = 16...64
    /// How long an answer may take.
    public static let lifetime = Duration.seconds(300)

    /// The bytes of the challenge.
    public let bytes: [UInt8]

    /// Accepts bytes of an allowed number.
    ///
    /// - Parameter bytes: Random bytes; the result is `nil` when there are fewer than 16 or more than 64.
    public init?(_ bytes: [UInt8]) {
        guard Self.byteCounts.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// The challenge in base64url, as pages get it and as browsers give it to be signed.
    public var base64URL: String { Base64URL.encode(bytes) }
}
