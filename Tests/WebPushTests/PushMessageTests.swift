import Cryptography
import Testing
import WebPush

struct PushMessageTests {
    @Test func `W70 the example of RFC 8291 is encrypted to the same bytes`() throws {
        let message = try PushMessage(body: Sample.text, timeToLive: .seconds(10))
        let sender = try P256PrivateKey(scalar: Sample.bytes(Sample.senderScalar))
        let body = message.encrypted(
            for: try Sample.subscription(), key: sender, salt: try Sample.bytes(Sample.salt))
        #expect(Base64URL.encode(body) == Sample.body)
    }

    @Test func `W69 texts of 0 to 3,993 bytes are read by their receiver, and 103 bytes longer on the way`()
        throws
    {
        let receiver = try PushReceiver()
        let subscription = receiver.subscription(at: try PushEndpoint(Sample.endpoint))
        // All near the ends, where padding and blocks could err, and a prime's steps between.
        let counts = Array(0...100) + Array(stride(from: 101, to: 3_893, by: 37)) + Array(3_893...3_993)
        for count in counts {
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
            let body = try PushMessage(body: text, timeToLive: .zero).encrypted(for: subscription)
            #expect(body.count == count + 103)
            #expect(try receiver.decrypt(body) == text)
        }
    }

    @Test func `W69 a text of 3,994 bytes is refused before it is sent`() {
        #expect(throws: PushMessageError.bodyTooLarge(byteCount: 3_994)) {
            try PushMessage(body: [UInt8](repeating: 32, count: 3_994), timeToLive: .zero)
        }
    }

    @Test func `each encryption has a key and a salt of its own`() throws {
        let message = try PushMessage(body: [1, 2, 3], timeToLive: .zero)
        let first = try EncryptedContent(message.encrypted(for: Sample.subscription()))
        let second = try EncryptedContent(message.encrypted(for: Sample.subscription()))
        #expect(first.salt != second.salt)
        #expect(first.keyID != second.keyID)
    }

    @Test func `a time to live is whole seconds from 0 to 2,147,483,647`() throws {
        #expect(try PushMessage(body: [], timeToLive: .milliseconds(1_999)).timeToLive == 1)
        #expect(try PushMessage(body: [], timeToLive: .seconds(2_147_483_647)).timeToLive == 2_147_483_647)
        for wrong in [Duration.milliseconds(-1), .seconds(2_147_483_648)] {
            #expect(throws: PushMessageError.timeToLive) { try PushMessage(body: [], timeToLive: wrong) }
        }
    }

    @Test func `each refusal has a code of its own`() {
        let refusals = [PushMessageError.bodyTooLarge(byteCount: 4_000), .timeToLive]
        #expect(Set(refusals.map(\.code)).count == 2)
        #expect(Set(refusals.map(\.description)).count == 2)
        #expect(refusals[0].description == "The message has 4000 bytes; at most 3,993 are allowed.")
    }
}

struct PushTopicTests {
    @Test(arguments: ["a", "order_7-ready", "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"])
    func `W72 a topic has 1 to 32 characters of base64url`(text: String) {
        #expect(PushTopic(text)?.text == text)
    }

    @Test(arguments: ["", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456", "a b", "a=", "a+b", "a/b", "é", "a\n"])
    func `W72 anything else is no topic`(text: String) {
        #expect(PushTopic(text) == nil)
    }

    @Test func `W72 the topic of a tag is the beginning of its digest`() {
        // printf 'order-ready/7' | sha256sum, in base64url.
        let digest = Base64URL.encode(SHA256.digest(of: "order-ready/7".utf8))
        let topic = PushTopic(digestOf: "order-ready/7")
        #expect(topic.text.count == 32 && digest.hasPrefix(topic.text))
        #expect(PushTopic(topic.text) == topic)
        #expect(topic != PushTopic(digestOf: "order-ready/8"))
    }
}
