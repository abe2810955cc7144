import Essentials
import JSON
import Webhooks

/// An event for webhooks: identifiers only.
struct WebhookEvent: Hashable, Sendable {
    /// Names the event; receivers drop one that they have.
    let id: String
    /// The type.
    let kind: String
    /// A JSON object.
    let data: String
    /// When it happened.
    let time: Timestamp

    /// The event of an entry of the feed; `nil` for an entry that is not for webhooks.
    ///
    /// Presence never leaves the server.
    init?(_ entry: FeedEntry) {
        guard case .person(let person) = entry.change.topic,
            case .object(let body)? = try? JSONValue(parsing: Array(entry.change.body.utf8)),
            let event = Self.event(entry.change.kind, body)
        else { return nil }
        var data = JSONObject()
        data["person"] = .string(person.rawValue)
        // No time and no direction of a punch: only a caller who may read the punch learns them.
        for name in ["order", "number", "stage", "punch", "notice"] {
            if let value = body[name] { data[name] = value }
        }
        id = "evt_\(entry.number)"
        kind = event.rawValue
        self.data = String(decoding: JSONValue.object(data).bytes, as: UTF8.self)
        time = entry.time
    }

    /// An event that only shows whether calls arrive.
    init(testAt time: Timestamp) {
        id = "evt_test_\(time.millisecondsSinceEpoch)"
        kind = "vicinity.test"
        data = "{}"
        self.time = time
    }

    private static func event(_ kind: String, _ body: JSONObject) -> Webhook.Event? {
        switch (kind, body["stage"]) {
        case ("order", .string("accepted")?): .orderPlaced
        case ("order", .string("ready")?): .orderReady
        case ("order", .string("collected")?): .orderCollected
        case ("order", .string("cancelled")?): .orderCancelled
        case ("order", .string("rejected")?): .orderRejected
        case ("attendance.punched", _): .punched
        case ("notice.failed", _): .noticeFailed
        default: nil
        }
    }
}

extension WebhookDelivery {
    /// The call that carries the event to a webhook.
    ///
    /// - Parameters:
    ///   - webhook: The webhook.
    ///   - origin: The address that people open.
    ///   - now: The time of the attempt.
    /// - Returns: The call, with its signatures if the form has them.
    /// - Throws: ``StoreError/damagedRow(table:id:)`` for a stored event that cannot be sent.
    func call(to webhook: Webhook, origin: String, at now: Timestamp) throws -> NoticeCall {
        let body: [UInt8]
        var type = "application/json"
        switch webhook.form {
        case .standard: body = standardBody()
        case .cloudEvents:
            let event = try CloudEvent(
                id: event, source: origin, type: "vicinity.\(kind)", time: time.description,
                content: .json(value()))
            let message = event.structured
            body = message.body
            type = message.header.first { $0.name.lowercased() == "content-type" }?.value ?? type
        case .slack:
            var json = JSONWriter()
            json.object { $0.member("text", sentence) }
            body = json.bytes
        case .teams: body = cardBody()
        case .homeAssistant: body = standardBody()
        }
        var header = [(name: "Content-Type", value: type)]
        if webhook.form.isSigned {
            guard let id = WebhookID(event) else {
                throw StoreError.damagedRow(table: "webhook_deliveries", id: nil)
            }
            header += WebhookSigner(webhook.secrets).header(
                id: id, at: now.millisecondsSinceEpoch / 1_000, body: body)
        }
        return NoticeCall(url: webhook.url, header: header, body: body)
    }

    private func value() throws -> JSONValue { try JSONValue(parsing: Array(data.utf8)) }

    private func standardBody() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("type", kind)
            json.member("timestamp", time.description)
            json.member("data") { json in
                if let value = try? value() { json.value(value) } else { json.object { _ in } }
            }
        }
        return json.bytes
    }

    /// A card that a workflow of Teams posts as it is.
    private func cardBody() -> [UInt8] {
        let card: JSONValue = [
            "type": "message",
            "attachments": [
                [
                    "contentType": "application/vnd.microsoft.card.adaptive",
                    "content": [
                        "type": "AdaptiveCard", "version": "1.4",
                        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                        "body": [["type": "TextBlock", "wrap": true, "text": .string(sentence)]],
                    ],
                ]
            ],
        ]
        return card.bytes
    }

    /// The event in words for a channel of colleagues; it names nobody.
    private var sentence: String {
        let order = (try? value()).flatMap { value -> String? in
            guard case .object(let object) = value, case .string(let number)? = object["number"] else {
                return nil
            }
            return number
        }
        return switch Webhook.Event(rawValue: kind) {
        case .orderPlaced?: "Order \(order ?? "") was placed."
        case .orderReady?: "Order \(order ?? "") is ready."
        case .orderCollected?: "Order \(order ?? "") was collected."
        case .orderCancelled?: "Order \(order ?? "") was cancelled."
        case .orderRejected?: "Order \(order ?? "") was rejected."
        case .punched?: "Somebody clocked in or out."
        case .noticeFailed?: "A notice could not be delivered."
        case nil: "Vicinity reaches this channel."
        }
    }
}
