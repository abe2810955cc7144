import Essentials
import JSON
import SQLite
import Webhooks

extension ReadTransaction {
    /// All webhooks, in the order in which they were added.
    func webhooks() throws -> [Webhook] {
        try connection.all("SELECT \(StoreRow.webhookColumns) FROM webhooks ORDER BY number") {
            try $0.decodedWebhook()
        }
    }

    /// A webhook.
    func webhook(_ id: WebhookReceiverID) throws -> Webhook? {
        let sql = "SELECT \(StoreRow.webhookColumns) FROM webhooks WHERE id = ?"
        return try connection.first(sql, id.rawValue) { try $0.decodedWebhook() }
    }

    /// The number of the last entry of the feed that has its deliveries; `nil` before the first.
    func webhookCursor() throws -> Int64? {
        try connection.first("SELECT last_feed FROM webhook_cursor") { try $0.int64(0) }
    }

    /// Entries of the feed after a number that may concern webhooks.
    func feedEntriesForWebhooks(after number: Int64, limit: Int) throws -> [FeedEntry] {
        let sql = """
            SELECT number, topic, kind, body, at FROM feed WHERE number > ? ORDER BY number LIMIT ?
            """
        return try connection.all(sql, number, limit) { try $0.feedEntry() }
    }

    /// The servers with deliveries, and when the first of each is due.
    func webhookHosts() throws -> [(host: String, due: Timestamp)] {
        try hosts(in: "webhook_deliveries")
    }

    /// What is due for a server, the earliest first.
    func webhookDeliveries(to host: String, dueBy time: Timestamp, limit: Int) throws -> [WebhookDelivery] {
        let sql = """
            SELECT number, webhook, host, event, kind, data, at, attempts FROM webhook_deliveries
            WHERE due_at IS NOT NULL AND host = ? AND due_at <= ? ORDER BY due_at, number LIMIT ?
            """
        return try connection.all(sql, host, time.millisecondsSinceEpoch, limit) { row in
            try row.decoded(from: "webhook_deliveries", id: nil) { row in
                guard let webhook = WebhookReceiverID(try row.text(1)) else { return nil }
                return WebhookDelivery(
                    number: try row.int64(0), webhook: webhook, host: try row.text(2), event: try row.text(3),
                    kind: try row.text(4), data: try row.text(5), time: try row.timestamp(6),
                    attempts: try row.int(7))
            }
        }
    }

    /// The last deliveries to a webhook, the latest first.
    func webhookRecords(of id: WebhookReceiverID, limit: Int) throws -> [WebhookRecord] {
        let sql = """
            SELECT number, kind, at, due_at, attempts, outcome FROM webhook_deliveries WHERE webhook = ?
            ORDER BY number DESC LIMIT ?
            """
        return try connection.all(sql, id.rawValue, limit) { row in
            let outcome = try row.optionalText(5)
            let isWaiting = try !row.isNull(3)
            return WebhookRecord(
                number: try row.int64(0), kind: try row.text(1), time: try row.timestamp(2),
                state: isWaiting ? .waiting : outcome == nil ? .delivered : .failed, attempts: try row.int(4),
                failure: outcome)
        }
    }
}

extension StoreRow {
    fileprivate static let webhookColumns =
        "id, label, url, form, events, secret, older_secret, state, since, failure"

    fileprivate func decodedWebhook() throws -> Webhook {
        try decoded(from: "webhooks", id: try text(0)) { row -> Webhook? in
            guard let id = WebhookReceiverID(try row.text(0)),
                let form = Webhook.Form(rawValue: try row.text(3)),
                let state = Webhook.State(rawValue: try row.text(7))
            else { return nil }
            let events = try row.text(4).split(separator: " ").compactMap {
                Webhook.Event(rawValue: String($0))
            }
            let secrets = try [try row.text(5), try row.optionalText(6)].compactMap { $0 }.map {
                try WebhookSecret($0)
            }
            return Webhook(
                id: id, label: try row.text(1), url: try row.text(2), form: form, events: Set(events),
                secrets: secrets, state: state, since: try row.timestamp(8), failure: try row.optionalText(9))
        }
    }
}

extension WriteTransaction {
    /// Stores a webhook, or changes the one with its identifier.
    func put(_ webhook: Webhook) throws {
        let events = webhook.events.map(\.rawValue).sorted().joined(separator: " ")
        try connection.execute(
            """
            INSERT INTO webhooks (id, label, url, form, events, secret, older_secret, state, since, failure)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                label = excluded.label, events = excluded.events, secret = excluded.secret,
                older_secret = excluded.older_secret, state = excluded.state, failure = excluded.failure
            """, webhook.id.rawValue, webhook.label, webhook.url, webhook.form.rawValue, events,
            webhook.secrets[0].text, webhook.secrets.dropFirst().first?.text, webhook.state.rawValue,
            webhook.since.millisecondsSinceEpoch, webhook.failure)
    }

    /// Removes a webhook with all that waits for it.
    func removeWebhook(_ id: WebhookReceiverID) throws {
        try connection.execute("DELETE FROM webhook_deliveries WHERE webhook = ?", id.rawValue)
        try connection.execute("DELETE FROM webhooks WHERE id = ?", id.rawValue)
    }

    /// Stores the number of the last entry of the feed that has its deliveries.
    func setWebhookCursor(_ number: Int64) throws {
        try connection.execute(
            """
            INSERT INTO webhook_cursor (one, last_feed) VALUES (1, ?)
            ON CONFLICT (one) DO UPDATE SET last_feed = excluded.last_feed
            """, number)
    }

    /// Inserts a delivery of an event to a webhook.
    func insert(_ event: WebhookEvent, for webhook: Webhook, due: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO webhook_deliveries (webhook, host, event, kind, data, at, attempts, due_at)
            VALUES (?, ?, ?, ?, ?, ?, 0, ?)
            """, webhook.id.rawValue, webhook.host, event.id, event.kind, event.data,
            event.time.millisecondsSinceEpoch, due.millisecondsSinceEpoch)
    }

    /// Ends a delivery; without an outcome it was taken.
    func end(_ delivery: WebhookDelivery, _ outcome: String?, at time: Timestamp) throws {
        try connection.execute(
            """
            UPDATE webhook_deliveries SET due_at = NULL, ended_at = ?, outcome = ?, attempts = attempts + 1
            WHERE number = ?
            """, time.millisecondsSinceEpoch, outcome, delivery.number)
    }

    /// Delays a delivery.
    func delay(_ delivery: WebhookDelivery, until due: Timestamp, _ outcome: String) throws {
        try connection.execute(
            "UPDATE webhook_deliveries SET due_at = ?, outcome = ?, attempts = attempts + 1 WHERE number = ?",
            due.millisecondsSinceEpoch, outcome, delivery.number)
    }

    /// Notes how the last call of a webhook went.
    func note(_ state: Webhook.State, _ failure: String?, of webhook: WebhookReceiverID) throws {
        try connection.execute(
            """
            UPDATE webhooks SET state = ?1, failure = ?2
            WHERE id = ?3 AND state <> 'disabled' AND (state <> ?1 OR failure IS NOT ?2)
            """, state.rawValue, failure, webhook.rawValue)
    }

    /// Makes the deliveries of a span of time due again.
    ///
    /// - Returns: How many there are.
    func replayWebhook(_ id: WebhookReceiverID, from first: Timestamp, to last: Timestamp, at time: Timestamp)
        throws -> Int
    {
        try connection.execute(
            """
            UPDATE webhook_deliveries SET due_at = ?, ended_at = NULL, attempts = 0
            WHERE webhook = ? AND at >= ? AND at <= ? AND due_at IS NULL
            """, time.millisecondsSinceEpoch, id.rawValue, first.millisecondsSinceEpoch,
            last.millisecondsSinceEpoch)
        return try connection.changedRows
    }

    /// Removes deliveries that ended long ago.
    func removeWebhookDeliveries(endedBefore time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM webhook_deliveries WHERE ended_at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Webhooks, and their deliveries that wait or have ended.
    static let webhooks = """
        CREATE TABLE webhooks (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            label TEXT NOT NULL,
            url TEXT NOT NULL,
            form TEXT NOT NULL,
            events TEXT NOT NULL,
            secret TEXT NOT NULL,
            older_secret TEXT,
            state TEXT NOT NULL,
            since INTEGER NOT NULL,
            failure TEXT
        ) STRICT;

        CREATE TABLE webhook_cursor (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            last_feed INTEGER NOT NULL
        ) STRICT;

        -- A row without a due time has ended.
        CREATE TABLE webhook_deliveries (
            number INTEGER PRIMARY KEY,
            webhook TEXT NOT NULL,
            host TEXT NOT NULL,
            event TEXT NOT NULL,
            kind TEXT NOT NULL,
            data TEXT NOT NULL,
            at INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            due_at INTEGER,
            ended_at INTEGER,
            outcome TEXT
        ) STRICT;
        CREATE INDEX webhook_deliveries_due ON webhook_deliveries (host, due_at, number) WHERE due_at IS NOT NULL;
        CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook, number);
        CREATE INDEX webhook_deliveries_by_end ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
        """
}
