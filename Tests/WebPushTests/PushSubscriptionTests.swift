import Cryptography
import JSON
import Testing
import WebPush

struct PushSubscriptionTests {
    private let json: JSONValue = [
        "endpoint": .string(Sample.endpoint), "expirationTime": .null,
        "keys": ["p256dh": .string(Sample.p256dh), "auth": .string(Sample.auth)],
    ]

    @Test func `a browser's object is read, and written again`() throws {
        let subscription = try PushSubscription(json: json)
        #expect(subscription.endpoint.text == Sample.endpoint)
        #expect(subscription.publicPoint.count == 65 && subscription.authenticationSecret.count == 16)
        #expect(subscription.p256dh == Sample.p256dh && subscription.auth == Sample.auth)
        #expect(try PushSubscription(json: subscription.json).json == subscription.json)
    }

    @Test(arguments: ["endpoint", "keys"])
    func `an object without a member is incomplete`(name: String) {
        guard case .object(var object) = json else { return }
        object[name] = 7
        #expect(throws: PushSubscriptionError.incomplete) { try PushSubscription(json: .object(object)) }
    }

    @Test(arguments: [[], ["p256dh": .string(Sample.p256dh)], ["auth": .string(Sample.auth)]] as [JSONValue])
    func `an object without a key is incomplete`(keys: JSONValue) {
        #expect(throws: PushSubscriptionError.incomplete) {
            try PushSubscription(json: ["endpoint": .string(Sample.endpoint), "keys": keys])
        }
    }

    private static let malformedKeys: [(String, PushSubscriptionError)] = [
        ("", .publicKeyLength), (Sample.p256dh + "=", .publicKeyNotation),
        (String(Sample.p256dh.dropLast()), .publicKeyLength),
        (String(Sample.p256dh.dropLast(2)), .publicKeyNotation), (Sample.auth, .publicKeyLength),
        ("B" + String(repeating: "A", count: 86), .publicKeyNotOnCurve),
        ("A" + String(Sample.p256dh.dropFirst()), .publicKeyNotOnCurve),
    ]

    @Test(arguments: malformedKeys)
    func `a malformed public key has its error`(p256dh: String, expected: PushSubscriptionError) {
        #expect(throws: expected) {
            try PushSubscription(endpoint: Sample.endpoint, p256dh: p256dh, auth: Sample.auth)
        }
    }

    private static let malformedSecrets: [(String, PushSubscriptionError)] = [
        ("", .secretLength), (Sample.auth + "==", .secretNotation),
        ("BTBZMqHH6r4Tts7J_aSI", .secretLength), (Sample.auth + "AA", .secretLength),
        (String(Sample.auth.dropLast()), .secretNotation),
        ("BTBZMqHH6r4Tts7J/aSIgg", .secretNotation),
    ]

    @Test(arguments: malformedSecrets)
    func `a malformed secret has its error`(auth: String, expected: PushSubscriptionError) {
        #expect(throws: expected) {
            try PushSubscription(endpoint: Sample.endpoint, p256dh: Sample.p256dh, auth: auth)
        }
    }

    @Test func `each refusal has a code and a sentence of its own`() {
        let all = PushSubscriptionError.allCases
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(Set(all.map(\.description)).count == all.count)
    }
}

struct PushEndpointTests {
    @Test(arguments: [
        ("https://push.example/a?b=c", "https://push.example", "push.example"),
        ("HTTPS://Push.Example:443", "https://push.example", "push.example"),
        ("https://push.example:8443/", "https://push.example:8443", "push.example"),
        ("https://push.example:80/", "https://push.example:80", "push.example"),
        ("https://push.example:/x", "https://push.example", "push.example"),
        ("https://192.0.2.1/x", "https://192.0.2.1", "192.0.2.1"),
        ("https://[2001:DB8::1]:99/x", "https://[2001:db8::1]:99", "[2001:db8::1]"),
    ])
    func `an endpoint has an origin and a host`(text: String, origin: String, host: String) throws {
        let endpoint = try PushEndpoint(text)
        #expect(endpoint.text == text && endpoint.origin == origin && endpoint.host == host)
    }

    @Test(arguments: [
        "", "https:", "https://", "https:///x", "push.example/x", "ftp://push.example", "https://a b.example",
        "https://user@push.example", "https://user:pass@push.example", "https://push.example/#a",
        "https://push.example:0", "https://push.example:65536", "https://push.example:+80",
        "https://push.example:8o", "https://[2001:db8::1", "https://[2001:db8::1]x", "https://[]",
        "https://[g]",
        "https://püsh.example", "https://push%2eexample", "https://push.example\r\nX: y",
        "https://push\\example",
        " https://push.example", "https//push.example", "https:/push.example",
    ])
    func `W74 what is no URL to call is refused`(text: String) {
        #expect(throws: PushSubscriptionError.endpointMalformed) { try PushEndpoint(text) }
    }

    @Test func `W74 plain HTTP is refused but for the hosts that may have it`() throws {
        let text = "http://Localhost:8030/x"
        #expect(throws: PushSubscriptionError.endpointNotSecure) { try PushEndpoint(text) }
        #expect(throws: PushSubscriptionError.endpointNotSecure) {
            try PushEndpoint(text, allowingHTTPFor: ["127.0.0.1"])
        }
        #expect(try PushEndpoint(text, allowingHTTPFor: ["localhost"]).origin == "http://localhost:8030")
        #expect(
            try PushEndpoint("http://localhost:80", allowingHTTPFor: ["localhost"]).origin
                == "http://localhost")
    }

    @Test func `an endpoint has at most 2,048 bytes`() throws {
        let start = "https://push.example/"
        let longest = start + String(repeating: "a", count: 2_048 - start.count)
        #expect(try PushEndpoint(longest).text == longest)
        #expect(throws: PushSubscriptionError.endpointTooLong) { try PushEndpoint(longest + "a") }
    }
}
