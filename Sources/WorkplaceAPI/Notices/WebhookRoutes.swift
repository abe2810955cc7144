import Essentials
import HTTPCore
import JSON
import Workplace

/// The organisation's own systems that receive events.
struct WebhookRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [list, adding, changing, removing, rotating, testing, deliveries, replaying] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/webhooks", access: .administrator,
            operation: Operation(
                id: "listWebhooks", summary: "The systems that receive events, without their secrets.",
                tag: .notices, success: .json("Webhooks"))
        ) { _, _ in
            let webhooks = try await services.webhooks.all()
            var json = JSONWriter(capacity: 1_024)
            json.object { json in
                json.member("webhooks") { json in
                    json.array { json in for webhook in webhooks { json.object { $0.webhook(webhook) } } }
                }
            }
            return .json(json.bytes)
        }
    }

    private var adding: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/webhooks", access: .administrator,
            operation: Operation(
                id: "addWebhook",
                summary: "Adds a system. The secret that signs its calls is shown only in this answer.",
                tag: .notices, body: "NewWebhook", success: .json("AddedWebhook", .created),
                problems: [.webhookMalformed, .tooManyWebhooks])
        ) { request, person in
            let body = try request.body(NewWebhook.init)
            let webhook = try await services.webhooks.add(
                label: body.label, url: body.url, form: body.form, events: body.events, by: person,
                from: request.http.clientAddress)
            var json = JSONWriter()
            json.object { json in
                json.webhook(webhook)
                json.member("secret", webhook.newestSecret)
            }
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            return response
        }
    }

    private var changing: APIRoute {
        APIRoute(
            method: .patch, pattern: "/api/v1/webhooks/{webhook}", access: .administrator,
            operation: Operation(
                id: "changeWebhook",
                summary: "Renames a system, changes which events it receives, or switches it off or on.",
                tag: .notices, body: "WebhookChange", success: .json("Webhook"), problems: [.unknownWebhook])
        ) { request, person in
            let change = try request.body(WebhookChange.init)
            let webhook = try await services.webhooks.change(
                try request.webhook(), by: person, from: request.http.clientAddress
            ) { webhook in
                webhook.label = change.label ?? webhook.label
                webhook.events = change.events ?? webhook.events
                webhook.state = change.state ?? webhook.state
            }
            var json = JSONWriter()
            json.object { $0.webhook(webhook) }
            return .json(json.bytes)
        }
    }

    private var removing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/webhooks/{webhook}", access: .administrator,
            operation: Operation(
                id: "removeWebhook", summary: "Removes a system with its deliveries.", tag: .notices,
                success: .empty, problems: [.unknownWebhook])
        ) { request, person in
            try await services.webhooks.remove(
                try request.webhook(), by: person, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }

    private var rotating: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/webhooks/{webhook}/secret", access: .administrator,
            operation: Operation(
                id: "rotateWebhookSecret",
                summary:
                    "Makes a new secret, which is shown only in this answer. Calls carry signatures by it and by the one before.",
                tag: .notices, success: .json("WebhookSecret"), problems: [.unknownWebhook])
        ) { request, person in
            let secret = try await services.webhooks.rotate(
                try request.webhook(), by: person, from: request.http.clientAddress)
            var json = JSONWriter()
            json.object { $0.member("secret", secret) }
            return .json(json.bytes)
        }
    }

    private var testing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/webhooks/{webhook}/test", access: .administrator,
            operation: Operation(
                id: "testWebhook", summary: "Sends an event that only shows whether calls arrive.",
                tag: .notices, success: .json("WebhookCount", .accepted), problems: [.unknownWebhook])
        ) { request, _ in
            try await services.webhooks.test(try request.webhook())
            return .count(1)
        }
    }

    private var deliveries: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/webhooks/{webhook}/deliveries", access: .administrator,
            operation: Operation(
                id: "listWebhookDeliveries",
                summary: "The last hundred deliveries to a system, the latest first.",
                tag: .notices, success: .json("WebhookDeliveries"), problems: [.unknownWebhook])
        ) { request, _ in
            let records = try await services.webhooks.records(of: try request.webhook())
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("deliveries") { json in
                    json.array { json in for record in records { json.record(record) } }
                }
            }
            return .json(json.bytes)
        }
    }

    private var replaying: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/webhooks/{webhook}/replay", access: .administrator,
            operation: Operation(
                id: "replayWebhook",
                summary:
                    "Sends the events of a span of time again, with the same identifiers. Deliveries are kept for 14 days.",
                tag: .notices, body: "WebhookReplay", success: .json("WebhookCount", .accepted),
                problems: [.unknownWebhook])
        ) { request, _ in
            let body = try request.body(WebhookReplay.init)
            return .count(
                try await services.webhooks.replay(try request.webhook(), from: body.from, to: body.to))
        }
    }
}

extension HTTPResponse {
    fileprivate static func count(_ count: Int) -> HTTPResponse {
        var json = JSONWriter()
        json.object { $0.member("count", count) }
        var response = HTTPResponse.json(json.bytes)
        response.status = .accepted
        return response
    }
}

extension APIRequest {
    fileprivate func webhook() throws -> WebhookReceiverID {
        try identifier("webhook", orThrow: Problem(.unknownWebhook, detail: "There is no such webhook."))
    }
}

extension JSONWriter {
    fileprivate mutating func webhook(_ webhook: Webhook) {
        member("id", webhook.id.rawValue)
        member("label", webhook.label)
        member("url", webhook.shownURL)
        member("form", webhook.form.rawValue)
        member("events") { json in
            json.array { json in for event in webhook.events.map(\.rawValue).sorted() { json.string(event) } }
        }
        member("state", webhook.state.rawValue)
        member("since", webhook.since)
        if let failure = webhook.failure { member("failure", failure) }
    }

    fileprivate mutating func record(_ record: WebhookRecord) {
        object { json in
            json.member("id", record.number)
            json.member("event", record.kind)
            json.member("at", record.time)
            json.member("state", record.state.rawValue)
            json.member("attempts", record.attempts)
            if let failure = record.failure { json.member("failure", failure) }
        }
    }
}

extension JSONReader {
    fileprivate func webhookEvents() -> Set<Webhook.Event>? {
        let words = Webhook.Event.allCases.map(\.rawValue).joined(separator: ", ")
        return array(count: 1...Webhook.Event.allCases.count) {
            $0.text(as: Webhook.Event.init, "must be one of \(words)")
        }.map { Set($0) }
    }
}

/// The body of a request that adds a webhook.
private struct NewWebhook {
    let label: String
    let url: String
    let form: Webhook.Form
    let events: Set<Webhook.Event>

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["label", "url", "form", "events"])
        let label = reader["label"].shortText()
        let url = reader["url"].string(length: 1...2_048)
        let form = reader["form"].text(
            as: Webhook.Form.init, "must be standard, cloudevents, slack, teams or home-assistant")
        let events = reader["events"].webhookEvents()
        guard let label, let url, let form, let events else { return nil }
        self.label = label
        self.url = url
        self.form = form
        self.events = events
    }
}

/// The body of a request that changes a webhook.
private struct WebhookChange {
    let label: String?
    let events: Set<Webhook.Event>?
    let state: Webhook.State?

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["label", "events", "state"])
        let label = reader["label"].optional.map { $0.shortText() }
        let events = reader["events"].optional.map { $0.webhookEvents() }
        let state = reader["state"].optional.map {
            $0.text(as: { ["working": .working, "disabled": .disabled][$0] }, "must be working or disabled")
                as Webhook.State?
        }
        if case .some(.none) = label { return nil }
        if case .some(.none) = events { return nil }
        if case .some(.none) = state { return nil }
        self.label = label ?? nil
        self.events = events ?? nil
        self.state = state ?? nil
    }
}

/// The body of a request that sends events again.
private struct WebhookReplay {
    let from: Timestamp
    let to: Timestamp

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["from", "to"])
        guard let from = reader["from"].time(), let to = reader["to"].time() else { return nil }
        self.from = from
        self.to = to
    }
}
