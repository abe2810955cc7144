public import Essentials
import Synchronization
import Webhooks

/// Sends events to the organisation's own systems.
///
/// Webhooks follow the feed: events that were committed before the server stopped are sent when it runs again, as long as
/// the feed keeps them.
public final class WebhookService: Sendable {
    /// How many webhooks there are at most.
    public static let most = 50
    /// How many deliveries of a webhook are shown.
    public static let shownAtMost = 100
    /// How long deliveries are kept for replays.
    static let recordRetention: Duration = .seconds(14 * 24 * 3_600)

    private let store: any WorkplaceStore
    private let now: @Sendable () -> Timestamp
    private let composer: NoticeComposer
    private let outbox: OutboxSender<WebhookDelivery>

    init(
        store: any WorkplaceStore, composer: NoticeComposer, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.now = now
        self.composer = composer
        let attempt = WebhookAttempt(store: store, composer: composer, now: now)
        let follower = WebhookFollower(store: store)
        outbox = OutboxSender(
            clock: clock, now: now,
            work: OutboxSender.Work(
                prepare: { time in
                    guard store.duty != .other else { return false }
                    return try await follower.follow(at: time)
                },
                hosts: {
                    guard store.duty != .other else { return [] }
                    return try await store.read { try $0.webhookHosts() }
                },
                due: { host, time, limit in
                    try await store.read { try $0.webhookDeliveries(to: host, dueBy: time, limit: limit) }
                },
                attempt: { try await attempt.perform($0) }))
    }

    /// Whether an event is being sent.
    var isSending: Bool { outbox.isSending }

    /// Makes the sender look for new events.
    func checkAgain() { outbox.checkAgain() }

    /// Sends events until the surrounding task is cancelled.
    func run(report: @escaping @Sendable (any Error) -> Void) async { await outbox.run(report: report) }

    /// All webhooks, in the order in which they were added.
    ///
    /// - Throws: The store's own error.
    public func all() async throws -> [Webhook] { try await store.read { try $0.webhooks() } }

    /// Adds a webhook, which receives events from now on.
    ///
    /// - Throws: ``WebhookChangeRefusal``, or the store's own error.
    public func add(
        label: String, url: String, form: Webhook.Form, events: Set<Webhook.Event>, by actor: Person,
        from address: String
    ) async throws -> Webhook {
        guard NoticeAddress.isCallable(url, allowingHTTPFor: composer.way.plainHosts) else {
            throw WebhookChangeRefusal.malformedURL
        }
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let webhook = Webhook(
            id: WebhookReceiverID(at: time, using: &generator), label: label, url: url, form: form,
            events: events,
            secrets: [try WebhookSecret()], state: .working, since: time, failure: nil)
        try await store.write { transaction in
            let count = try transaction.webhooks().count
            guard count < Self.most else { throw WebhookChangeRefusal.tooMany(Self.most) }
            if count == 0 { try transaction.setWebhookCursor(try transaction.feedBounds().last) }
            try transaction.put(webhook)
            try transaction.log(
                SecurityEvent(
                    at: time, .webhookChanged, by: .person(actor.id), from: address,
                    detail: "add \(webhook.host)"))
        }
        return webhook
    }

    /// Changes a webhook.
    ///
    /// - Throws: ``WebhookChangeRefusal/unknown``, or the store's own error.
    public func change(
        _ id: WebhookReceiverID, by actor: Person, from address: String,
        _ body: @escaping @Sendable (inout Webhook) -> Void
    ) async throws -> Webhook {
        let time = now()
        return try await store.write { transaction in
            guard var webhook = try transaction.webhook(id) else { throw WebhookChangeRefusal.unknown }
            body(&webhook)
            if webhook.state == .working { webhook.failure = nil }
            try transaction.put(webhook)
            try transaction.log(
                SecurityEvent(
                    at: time, .webhookChanged, by: .person(actor.id), from: address,
                    detail: "change \(webhook.host)"))
            return webhook
        }
    }

    /// Makes a new secret; the one before stays valid until the next change.
    ///
    /// - Throws: ``WebhookChangeRefusal/unknown``, or the store's own error.
    public func rotate(_ id: WebhookReceiverID, by actor: Person, from address: String) async throws -> String
    {
        let secret = try WebhookSecret()
        _ = try await change(id, by: actor, from: address) { $0.secrets = [secret, $0.secrets[0]] }
        return secret.text
    }

    /// Removes a webhook with what waits for it.
    ///
    /// - Throws: ``WebhookChangeRefusal/unknown``, or the store's own error.
    public func remove(_ id: WebhookReceiverID, by actor: Person, from address: String) async throws {
        let time = now()
        try await store.write { transaction in
            guard let webhook = try transaction.webhook(id) else { throw WebhookChangeRefusal.unknown }
            try transaction.removeWebhook(id)
            try transaction.log(
                SecurityEvent(
                    at: time, .webhookChanged, by: .person(actor.id), from: address,
                    detail: "remove \(webhook.host)"))
        }
    }

    /// Sends an event that only shows whether calls arrive.
    ///
    /// - Throws: ``WebhookChangeRefusal/unknown``, or the store's own error.
    public func test(_ id: WebhookReceiverID) async throws {
        let time = now()
        try await store.write { transaction in
            guard let webhook = try transaction.webhook(id) else { throw WebhookChangeRefusal.unknown }
            try transaction.insert(WebhookEvent(testAt: time), for: webhook, due: time)
        }
        outbox.checkAgain()
    }

    /// The last deliveries to a webhook, the latest first.
    ///
    /// - Throws: ``WebhookChangeRefusal/unknown``, or the store's own error.
    public func records(of id: WebhookReceiverID) async throws -> [WebhookRecord] {
        try await store.read { reading in
            guard try reading.webhook(id) != nil else { throw WebhookChangeRefusal.unknown }
            return try reading.webhookRecords(of: id, limit: Self.shownAtMost)
        }
    }

    /// Sends the events of a span of time again.
    ///
    /// - Returns: How many events there are.
    /// - Throws: ``WebhookChangeRefusal/unknown``, or the store's own error.
    public func replay(_ id: WebhookReceiverID, from first: Timestamp, to last: Timestamp) async throws -> Int
    {
        let time = now()
        let count = try await store.write { transaction in
            guard try transaction.webhook(id) != nil else { throw WebhookChangeRefusal.unknown }
            return try transaction.replayWebhook(id, from: first, to: last, at: time)
        }
        outbox.checkAgain()
        return count
    }
}

/// Makes deliveries of the entries of the feed.
private struct WebhookFollower: Sendable {
    private static let entriesAtOnce = 500

    let store: any WorkplaceStore

    /// Takes the next entries of the feed.
    ///
    /// - Returns: Whether there may be more.
    func follow(at time: Timestamp) async throws -> Bool {
        // A look comes after each commit: one that finds nothing must not take the turn of a write.
        let isBehind = try await store.read { reading in
            try !reading.webhooks().isEmpty && reading.webhookCursor() ?? 0 < reading.feedBounds().last
        }
        guard isBehind else { return false }
        return try await store.write { try Self.step(at: time, in: $0) }
    }

    private static func step(at time: Timestamp, in transaction: WriteTransaction) throws -> Bool {
        let cursor = try transaction.webhookCursor() ?? 0
        let entries = try transaction.feedEntriesForWebhooks(after: cursor, limit: entriesAtOnce)
        guard let last = entries.last else { return false }
        let webhooks = try transaction.webhooks().filter { $0.state != .disabled }
        for event in entries.lazy.compactMap(WebhookEvent.init) {
            for webhook in webhooks where webhook.events.contains(where: { $0.rawValue == event.kind }) {
                try transaction.insert(event, for: webhook, due: time)
            }
        }
        try transaction.setWebhookCursor(last.number)
        return entries.count == entriesAtOnce
    }
}

/// Makes the call of a delivery and stores the outcome.
private struct WebhookAttempt: Sendable {
    let store: any WorkplaceStore
    let composer: NoticeComposer
    let now: @Sendable () -> Timestamp

    func perform(_ delivery: WebhookDelivery) async throws -> OutboxOutcome {
        let webhook = try await store.read { try $0.webhook(delivery.webhook) }
        guard let webhook, webhook.state != .disabled else {
            let time = now()
            return OutboxOutcome(isAnswered: nil) {
                try await store.write { try $0.end(delivery, "webhook-disabled", at: time) }
            }
        }
        let way = composer.way
        let answer = await way.call(try delivery.call(to: webhook, origin: way.origin, at: now()))
        let time = now()
        let share = Double.random(in: 0...1)
        return OutboxOutcome(isAnswered: answer.status != nil) {
            try await store.write { transaction in
                try Self.store(answer, of: delivery, webhook, share: share, at: time, in: transaction)
            }
        }
    }

    static func store(
        _ answer: NoticeAnswer, of delivery: WebhookDelivery, _ webhook: Webhook, share: Double,
        at time: Timestamp,
        in transaction: WriteTransaction
    ) throws {
        let wait = WebhookDelivery.wait(after: delivery.attempts + 1, share: share)
        func retry(_ code: String, after asked: Duration?) throws {
            try transaction.note(.failing, code, of: webhook.id)
            guard let wait else { return try transaction.end(delivery, code, at: time) }
            try transaction.delay(delivery, until: time.advanced(by: max(wait, asked ?? .zero)), code)
        }
        // The receiver asks for no more calls.
        if answer.status == 410 {
            try transaction.end(delivery, "http-410", at: time)
            return try transaction.note(.disabled, "http-410", of: webhook.id)
        }
        switch DeliveryOutcome(answer, at: time, isPush: false) {
        case .handedOver:
            try transaction.end(delivery, nil, at: time)
            try transaction.note(.working, nil, of: webhook.id)
        case .failed(let code, let asked): try retry(code, after: asked)
        case .refused(let code), .bounced(let code): try retry(code, after: nil)
        // Only push services say so.
        case .gone: try retry("gone", after: nil)
        }
    }
}

extension NoticeAnswer {
    /// The status, if there was an answer.
    fileprivate var status: Int? {
        if case .answered(let status, _) = self { status } else { nil }
    }
}
