import Cryptography
import JSON
import WebPush

/// A message to make a request of.
struct PushOrder {
    let key: [UInt8]
    let subject: String
    let subscription: JSONValue
    let text: [UInt8]
    let timeToLive: Int
    let urgency: PushUrgency
    let topic: PushTopic?
    let time: Int64

    init?(_ line: JSONReader) {
        let key = line["key"].bytes()
        let subject = line["subject"].string()
        let subscription = line["subscription"].value()
        let text = line.content("text")
        let timeToLive = line["timeToLive"].optional.map { $0.integer(in: -1...Int.max >> 1) } ?? 3_600
        let urgency =
            line["urgency"].optional.map {
                $0.text(as: PushUrgency.init, "must be very-low, low, normal or high")
            } ?? .normal
        let topic = line["topic"].optional.map { $0.text(as: { PushTopic($0) }, "must be a topic") }
        guard let key, let subject, let subscription, let text, let timeToLive, let urgency,
            let time = line.time()
        else { return nil }
        self.key = key
        self.subject = subject
        self.subscription = subscription
        self.text = text
        self.timeToLive = timeToLive
        self.urgency = urgency
        self.topic = topic ?? nil
        self.time = time
    }
}

/// Commands about messages to browsers.
enum PushCommand {
    case makeKey
    case makeReceiver
    case request(PushOrder)
    case encrypt(subscription: JSONValue, text: [UInt8])
    case decrypt(key: [UInt8], auth: [UInt8], body: [UInt8])

    func answer() throws -> JSONValue {
        switch self {
        case .makeKey:
            let key = try ApplicationServerKey()
            return ["key": .base64URL(key.bytes), "publicKey": .string(key.publicKey)]
        case .makeReceiver:
            let receiver = try PushReceiver()
            return [
                "key": .base64URL(receiver.key.scalar), "auth": .base64URL(receiver.authenticationSecret),
                "p256dh": .base64URL(receiver.key.publicPoint),
            ]
        case .request(let order): return try request(order)
        case .encrypt(let subscription, let text):
            let message = try PushMessage(body: text, timeToLive: .zero)
            let subscription = try PushSubscription(json: subscription)
            return ["body": .base64URL(try message.encrypted(for: subscription))]
        case .decrypt(let key, let auth, let body):
            let receiver = try PushReceiver(key: P256PrivateKey(scalar: key), authenticationSecret: auth)
            return .content("text", try receiver.decrypt(body))
        }
    }

    private func request(_ order: PushOrder) throws -> JSONValue {
        let subscription = try PushSubscription(json: order.subscription)
        let message = try PushMessage(
            body: order.text, timeToLive: .seconds(order.timeToLive), urgency: order.urgency,
            topic: order.topic)
        let authorization = try ApplicationServerKey(bytes: order.key).authorization(
            for: subscription.endpoint, subject: PushSubject(order.subject), at: order.time)
        let request = try PushRequest(message, to: subscription, authorization: authorization)
        return [
            "url": .string(request.url.text), "header": .header(request.header),
            "body": .base64URL(request.body),
        ]
    }
}

extension JSONValue {
    static func base64URL(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    /// A member with a text, or one with bytes where they are no text.
    static func content(_ name: String, _ bytes: [UInt8]) -> JSONValue {
        var object = JSONObject()
        if let text = String(validating: bytes, as: UTF8.self) {
            object[name] = .string(text)
        } else {
            object["\(name)Bytes"] = .base64URL(bytes)
        }
        return .object(object)
    }

    static func header(_ fields: [(name: String, value: String)]) -> JSONValue {
        var object = JSONObject()
        for field in fields { object[field.name] = .string(field.value) }
        return .object(object)
    }
}
