import Webhooks

/// What holds for any call that claims to be a webhook, and for any event.
public enum WebhookRules: Sendable {
    private static let now: Int64 = 1_800_000_000

    /// The first lines are fields of a header, up to an empty one, and the rest is the body.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        let (header, body) = message(bytes)
        if let secret = try? WebhookSecret(bytes: [UInt8](repeating: 7, count: 24)) {
            try check(header, body, secret)
        }
        if let text = header.first?.value, let secret = try? WebhookSecret(text) {
            try BrokenRule.unless(secret.text == text, "A secret has a second writing.")
        }
        guard let event = try? CloudEvent(CloudEventMessage(header: header, body: body)) else { return }
        try BrokenRule.unless(
            (try? CloudEvent(event.structured)) == event, "An event changed in its structured form.")
        let binary = try? CloudEvent(event.binary)
        try BrokenRule.unless(
            binary?.id == event.id && binary?.subject == event.subject && binary?.time == event.time,
            "An event changed in its binary form.")
    }

    /// A call that a stranger makes is never accepted; the same call with our signature is.
    private static func check(
        _ header: [(name: String, value: String)], _ body: [UInt8], _ secret: WebhookSecret
    ) throws(BrokenRule) {
        let verifier = WebhookVerifier([secret])
        do throws(WebhookRefusal) {
            _ = try verifier.verify(header: header, body: body, at: now)
            throw .wrongSignature
        } catch {
            try BrokenRule.unless(!error.code.isEmpty, "A call was refused without a reason.")
        }
        guard let id = WebhookID(header.first?.value ?? "") else { return }
        let own = WebhookSigner([secret]).header(id: id, at: now, body: body)
        try BrokenRule.unless(
            (try? verifier.verify(header: own, body: body, at: now)) == id, "Our own call was refused.")
        try BrokenRule.unless(
            (try? verifier.verify(header: own, body: body + [0], at: now)) == nil,
            "A changed call was accepted.")
    }

    private static func message(_ bytes: [UInt8]) -> ([(name: String, value: String)], [UInt8]) {
        var header: [(name: String, value: String)] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            guard !line.isEmpty, header.count < 100 else { break }
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = line[name.endIndex...].dropFirst().drop { $0 == UInt8(ascii: " ") }
            header.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        return (header, Array(rest))
    }
}
