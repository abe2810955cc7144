import Cryptography
import Testing
import WebPush

struct PushReceiverTests {
    @Test func `W70 the example of RFC 8291 is decrypted`() throws {
        #expect(try Sample.receiver().decrypt(Sample.bytes(Sample.body)) == Sample.text)
    }

    @Test func `the keys of the example belong to its subscription`() throws {
        let endpoint = try PushEndpoint(Sample.endpoint)
        let subscription = try Sample.receiver().subscription(at: endpoint)
        #expect(subscription.p256dh == Sample.p256dh)
        #expect(subscription.auth == Sample.auth)
    }

    @Test func `a body that was changed anywhere is refused`() throws {
        let receiver = try Sample.receiver()
        let body = try Sample.bytes(Sample.body)
        // The record size, in 16 to 19, is not authentic by itself: a larger one divides one record no differently.
        for place in body.indices where !(16..<20).contains(place) {
            var changed = body
            changed[place] ^= 0x80
            #expect(throws: ContentDecryptionError.self, "\(place)") { try receiver.decrypt(changed) }
        }
    }

    @Test func `a record size below the record's is refused`() throws {
        let receiver = try Sample.receiver()
        var body = try Sample.bytes(Sample.body)
        let recordByteCount = body.count - 86
        body.replaceSubrange(16..<20, with: [0, 0, 0, UInt8(recordByteCount)])
        #expect(try receiver.decrypt(body) == Sample.text)
        body[19] -= 1
        #expect(throws: ContentDecryptionError.notAuthentic) { try receiver.decrypt(body) }
    }

    @Test func `a body that was cut anywhere is refused`() throws {
        let receiver = try Sample.receiver()
        let body = try Sample.bytes(Sample.body)
        for count in body.indices {
            #expect(throws: ContentDecryptionError.self, "\(count)") {
                try receiver.decrypt(Array(body.prefix(count)))
            }
        }
    }

    @Test func `a body for another receiver is refused`() throws {
        let body = try Sample.bytes(Sample.body)
        #expect(throws: ContentDecryptionError.notAuthentic) { try PushReceiver().decrypt(body) }
        let key = try Sample.receiver().key
        let other = try PushReceiver(key: key, authenticationSecret: [UInt8](repeating: 0, count: 16))
        #expect(throws: ContentDecryptionError.notAuthentic) { try other.decrypt(body) }
    }

    @Test func `a body whose sender names no point of the curve is refused`() throws {
        let keyIDs: [[UInt8]] = [[], [1, 2, 3], [4] + [UInt8](repeating: 1, count: 64)]
        for keyID in keyIDs {
            let body = EncryptedContent.encrypt(
                [], secret: [1], salt: [UInt8](repeating: 0, count: 16), keyID: keyID)
            #expect(throws: ContentDecryptionError.keyID) { try Sample.receiver().decrypt(body) }
        }
    }

    @Test(arguments: [0, 15, 17])
    func `a secret of another length is refused`(count: Int) throws {
        #expect(throws: PushSubscriptionError.secretLength) {
            try PushReceiver(
                key: P256PrivateKey(), authenticationSecret: [UInt8](repeating: 0, count: count))
        }
    }
}
