import Cryptography
import JSON
import WebPush

/// What holds for any subscription that a page sends, and for any body that a push service delivers.
public enum PushRules: Sendable {
    private static let salt = [UInt8](0..<16)
    private static let secret = [UInt8](repeating: 7, count: 16)

    /// A subscription is refused, or is written as it was read, and a message to it is made.
    public static func checkSubscription(_ bytes: [UInt8]) throws(BrokenRule) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let endpoint = try? PushEndpoint(text) { try check(endpoint) }
        if let subject = try? PushSubject(text) {
            try BrokenRule.unless(subject.text == text, "A subject changed when it was read.")
        }
        _ = PushOutcome(status: 429, retryAfter: text, at: 1_800_000_000)
        guard let value = try? JSONValue(parsing: bytes) else { return }
        do throws(PushSubscriptionError) {
            let subscription = try PushSubscription(json: value)
            try check(subscription)
        } catch {
            try BrokenRule.unless(!error.code.isEmpty, "A subscription was refused without a reason.")
        }
    }

    private static func check(_ endpoint: PushEndpoint) throws(BrokenRule) {
        let origin = try? PushEndpoint(endpoint.origin)
        try BrokenRule.unless(
            origin?.origin == endpoint.origin && origin?.host == endpoint.host,
            "An origin has another origin.")
        try BrokenRule.unless(endpoint.origin.hasPrefix("https://"), "An endpoint is not secure.")
        try BrokenRule.unless(
            endpoint.text.lowercased().contains(endpoint.host), "A host is not the one of its endpoint.")
    }

    private static func check(_ subscription: PushSubscription) throws(PushSubscriptionError) {
        let again = try PushSubscription(json: subscription.json)
        precondition(
            again.publicPoint == subscription.publicPoint, "A subscription changed when it was written.")
    }

    /// A body is refused, or holds what is encrypted to it again.
    public static func checkBody(_ bytes: [UInt8]) throws(BrokenRule) {
        if let receiver { _ = try? receiver.decrypt(bytes) }
        if let content = try? EncryptedContent(bytes) { _ = try? content.decrypted(with: secret) }
        // The bytes as a record's content, so that what lies behind the tag is reached: delimiters and padding.
        let root = HKDFSHA256.extract(from: secret, salt: salt)
        let key = SIMD16(HKDFSHA256.expand(root, info: "Content-Encoding: aes128gcm\0".utf8, count: 16))
        let nonce = HKDFSHA256.expand(root, info: "Content-Encoding: nonce\0".utf8, count: 12)
        let (ciphertext, tag) = AES128.sealGCM(bytes, nonce: nonce, key: key)
        let size = UInt32(clamping: max(bytes.count + 16, 18))
        let header =
            salt + (0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * UInt32($0))) } + [0]
        guard let content = try? EncryptedContent(header + ciphertext + tag).decrypted(with: secret) else {
            return
        }
        let isPadded =
            bytes.starts(with: content + [2]) && bytes[(content.count + 1)...].allSatisfy { $0 == 0 }
        try BrokenRule.unless(isPadded, "Content was read that was not encrypted.")
    }

    private static let receiver = try? PushReceiver(
        key: P256PrivateKey(scalar: [UInt8](repeating: 3, count: 32)), authenticationSecret: secret)
}
