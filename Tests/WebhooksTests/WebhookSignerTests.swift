import Cryptography
import Testing
import Webhooks

struct WebhookSignerTests {
    private static let text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let body = Array(#"{"test": 2432232314}"#.utf8)
    private let time: Int64 = 1_614_265_330

    private func secret() throws -> WebhookSecret { try WebhookSecret(Self.text) }
    private func id() throws -> WebhookID { try #require(WebhookID("msg_p5jXN8AQM9LWM0D4loKWxJek")) }

    // The vector in the tests of the reference libraries of Standard Webhooks.
    @Test func `W139 a call is signed as published`() throws {
        let header = WebhookSigner([try secret()]).header(id: try id(), at: time, body: body)
        #expect(
            header.map { "\($0.name): \($0.value)" } == [
                "webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp: 1614265330",
                "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test func `W139 two active secrets give two signatures, and each receiver accepts`() throws {
        let (old, new) = (try secret(), try WebhookSecret())
        let header = WebhookSigner([new, old]).header(id: try id(), at: time, body: body)
        #expect(header[2].value.split(separator: " ").count == 2)
        for known in [[old], [new], [try WebhookSecret(), old]] {
            #expect(try WebhookVerifier(known).verify(header: header, body: body, at: time) == id())
        }
        let stranger = WebhookVerifier([try WebhookSecret()])
        #expect(throws: WebhookRefusal.wrongSignature) {
            try stranger.verify(header: header, body: body, at: time)
        }
    }

    @Test func `another body, name, time or signature is refused`() throws {
        let verifier = WebhookVerifier([try secret()])
        let header = WebhookSigner([try secret()]).header(id: try id(), at: time, body: body)
        let changes = [
            (0, "msg_p5jXN8AQM9LWM0D4loKWxJeK"), (1, "1614265331"), (2, "v1,"), (2, "v1"), (2, "v1a,g0hM"),
            (2, String(header[2].value.dropFirst(3))), (2, String(header[2].value.dropLast())),
            (2, header[2].value.replacing("v1,", with: "v2,")),
        ]
        for (place, value) in changes {
            var changed = header
            changed[place].value = value
            #expect(throws: WebhookRefusal.wrongSignature, "\(value)") {
                try verifier.verify(header: changed, body: body, at: time)
            }
        }
        #expect(throws: WebhookRefusal.wrongSignature) {
            try verifier.verify(header: header, body: body + [10], at: time)
        }
        // Signatures of other versions beside it do no harm.
        var more = header
        more[2].value = "v1a,xyz \(header[2].value) v2,abc"
        #expect(try verifier.verify(header: more, body: body, at: time) == id())
    }

    @Test(arguments: [(-301, nil), (-300, true), (0, true), (300, true), (301, false)] as [(Int64, Bool?)])
    func `a call holds for five minutes in both directions`(offset: Int64, accepted: Bool?) throws {
        let header = WebhookSigner([try secret()]).header(id: try id(), at: time, body: body)
        let verifier = WebhookVerifier([try secret()])
        switch accepted {
        case true: #expect(try verifier.verify(header: header, body: body, at: time + offset) == id())
        case false:
            #expect(throws: WebhookRefusal.tooOld) {
                try verifier.verify(header: header, body: body, at: time + offset)
            }
        case nil:
            #expect(throws: WebhookRefusal.fromFuture) {
                try verifier.verify(header: header, body: body, at: time + offset)
            }
        }
    }

    @Test func `a field that is missing, repeated or malformed is named`() throws {
        let verifier = WebhookVerifier([try secret()])
        let header = WebhookSigner([try secret()]).header(id: try id(), at: time, body: body)
        for (place, field) in WebhookField.allCases.enumerated() {
            var without = header
            without.remove(at: place)
            for wrong in [without, header + [header[place]]] {
                #expect(throws: WebhookRefusal.field(field)) {
                    try verifier.verify(header: wrong, body: body, at: time)
                }
            }
        }
        for (place, value) in [
            (0, ""), (0, "a.b"), (1, ""), (1, "-1"), (1, "+1"), (1, "1e9"), (1, "9999999999999999999"),
        ] {
            var changed = header
            changed[place].value = value
            #expect(throws: WebhookRefusal.field(WebhookField.allCases[place]), "\(value)") {
                try verifier.verify(header: changed, body: body, at: time)
            }
        }
    }

    @Test func `the names of fields count in upper and lower case`() throws {
        let header = WebhookSigner([try secret()]).header(id: try id(), at: time, body: body)
            .map { (name: $0.name.uppercased(), value: $0.value) }
        #expect(try WebhookVerifier([secret()]).verify(header: header, body: body, at: time) == id())
    }

    @Test func `each refusal has a code and a sentence`() {
        let all: [WebhookRefusal] = [.field(.id), .tooOld, .fromFuture, .wrongSignature]
        #expect(Set(all.map(\.code)).count == 4 && Set(all.map(\.description)).count == 4)
    }
}

struct WebhookSecretTests {
    @Test func `a secret is read, written, and hidden in logs`() throws {
        let text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let secret = try WebhookSecret(text)
        #expect(secret.text == text && secret.bytes.count == 24)
        #expect("\(secret)" == "whsec_…")
    }

    @Test func `fresh secrets have 32 bytes and differ`() throws {
        let (first, second) = (try WebhookSecret(), try WebhookSecret())
        #expect(first.bytes.count == 32 && first.bytes != second.bytes)
        #expect(try WebhookSecret(first.text).bytes == first.bytes)
    }

    @Test(arguments: [(23, false), (24, true), (64, true), (65, false)])
    func `a secret has 24 to 64 bytes`(count: Int, allowed: Bool) throws {
        let text = "whsec_" + Base64.encode([UInt8](repeating: 7, count: count))
        if allowed {
            #expect(try WebhookSecret(text).bytes.count == count)
        } else {
            #expect(throws: WebhookSecretError.length) { try WebhookSecret(text) }
        }
    }

    @Test(arguments: [
        ("", WebhookSecretError.prefix), ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", .prefix),
        ("WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", .prefix), ("whsec_", .length), ("whsec_a", .notation),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa-_", .notation), ("whsec_ MfKQ", .notation),
    ])
    func `a malformed secret has its error`(text: String, expected: WebhookSecretError) {
        #expect(throws: expected) { try WebhookSecret(text) }
        #expect(!expected.code.isEmpty && !expected.description.isEmpty)
    }

    @Test(arguments: [
        ("a", true), ("msg_1", true), (String(repeating: "a", count: 255), true), ("", false), ("a.b", false),
        ("a b", false), ("é", false), ("a\n", false), (String(repeating: "a", count: 256), false),
    ])
    func `a name is visible ASCII without a full stop`(text: String, allowed: Bool) {
        #expect((WebhookID(text) != nil) == allowed)
    }
}
