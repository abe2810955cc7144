import Essentials
import JSON
import Ordering
import SQLite

extension ReadTransaction {
    private static let refundColumns =
        "id, order_id, key, fingerprint, currency, net, tax, lines, reason, actor_kind, actor, at, stage, due_at, failures, refusals"

    /// A refund in its present state.
    func refund(_ id: RefundID) throws -> Refund? {
        try connection.first(
            "SELECT \(Self.refundColumns) FROM refunds WHERE id = ?", id.rawValue, row: refundRow)
    }

    /// The refund of an order that was made with a key.
    func refund(of order: OrderID, key: String) throws -> Refund? {
        try connection.first(
            "SELECT \(Self.refundColumns) FROM refunds WHERE order_id = ? AND key = ?",
            arguments: [.text(order.rawValue), .text(key)], row: refundRow)
    }

    /// The refunds of an order, oldest first.
    func refunds(of order: OrderID) throws -> [Refund] {
        try connection.all(
            "SELECT \(Self.refundColumns) FROM refunds WHERE order_id = ? ORDER BY id", order.rawValue,
            row: refundRow)
    }

    /// The money that was returned for an order, oldest first.
    func returns(of order: Order) throws -> [MoneyReturn] {
        let sql = """
            SELECT at, -ifnull(sales, 0) - ifnull(tax, 0) FROM ledger
            WHERE order_id = ? AND kind = 'refund' AND ifnull(sales, 0) + ifnull(tax, 0) < 0 ORDER BY entry
            """
        let currency = order.basket.currency
        return try connection.all(sql, order.id.rawValue) { row in
            MoneyReturn(
                at: try row.timestamp(0), amount: Money(minorUnits: try row.int64(1), currency: currency))
        }
    }

    /// The plan for further refunds of an order.
    func refundPlan(of order: Order) throws -> RefundPlan {
        let sql = """
            SELECT ifnull(-sum(sales), 0), ifnull(-sum(tax), 0) FROM ledger
            WHERE order_id = ? AND kind = 'refund'
            """
        let currency = order.basket.currency
        let refunded = try connection.first(sql, order.id.rawValue) { row in
            TaxedAmount(
                net: Money(minorUnits: try row.int64(0), currency: currency),
                tax: Money(minorUnits: try row.int64(1), currency: currency))
        }
        var quantities: [Int: Int] = [:]
        for refund in try refunds(of: order.id) {
            for line in refund.lines { quantities[line.index, default: 0] += line.quantity }
        }
        // An order that never reached the kitchen was not paid.
        let paid = order.stage.isReleased ? refunded : order.basket.amount
        return RefundPlan(
            basket: order.basket, refunded: paid ?? order.basket.amount, refundedQuantities: quantities)
    }

    /// The refunds whose call to the provider is due by an instant, the longest overdue first.
    func refunds(dueBy instant: Timestamp, atMost count: Int) throws -> [RefundID] {
        let sql = "SELECT id FROM refunds WHERE due_at <= ? ORDER BY due_at, id LIMIT ?"
        return try connection.all(sql, instant.millisecondsSinceEpoch, count) { row in
            try row.decoded(from: "refunds", id: nil) { RefundID(try $0.text(0)) }
        }
    }

    /// When the next call for a refund is due.
    func nextRefundDue() throws -> Timestamp? {
        let sql = "SELECT due_at FROM refunds WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        return try connection.first(sql) { try $0.timestamp(0) }
    }

    private func refundRow(_ row: borrowing StoreRow) throws -> Refund {
        try row.decoded(from: "refunds", id: try row.text(0)) { try $0.refund() }
    }
}

extension StoreRow {
    fileprivate func refund() throws -> Refund? {
        guard let id = RefundID(try text(0)), let order = OrderID(try text(1)),
            let currency = Currency(try text(4)),
            let actor = try actor(kind: 9, id: 10), let stage = Refund.Stage(rawValue: try text(12))
        else { return nil }
        let lines = try JSONValue(parsing: Array(try text(7).utf8)).read { reader in
            reader.array { line -> RefundedLine? in
                guard let index = line["line"].integer(in: 0...Int.max),
                    let quantity = line["quantity"].integer(in: 1...Int.max)
                else { return nil }
                return RefundedLine(index: index, quantity: quantity)
            }
        }
        return Refund(
            id: id, order: order, key: try optionalText(2), fingerprint: try blob(3),
            amount: TaxedAmount(
                net: Money(minorUnits: try int64(5), currency: currency),
                tax: Money(minorUnits: try int64(6), currency: currency)),
            lines: lines, reason: try text(8), actor: actor, at: try timestamp(11), stage: stage,
            dueAt: try optionalTimestamp(13), failures: try int(14), refusals: try int(15))
    }
}

extension WriteTransaction {
    /// Inserts a new refund and posts it to the ledger.
    func insert(_ refund: Refund, of order: Order) throws {
        var lines = JSONWriter()
        lines.array { json in
            for line in refund.lines {
                json.object { json in
                    json.member("line", line.index)
                    json.member("quantity", line.quantity)
                }
            }
        }
        let (kind, actor) = refund.actor.stored
        try connection.execute(
            """
            INSERT INTO refunds (id, order_id, key, fingerprint, currency, net, tax, lines, reason, actor_kind,
                actor, at, stage, due_at, failures)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(refund.id.rawValue), .text(refund.order.rawValue), .text(refund.key),
                .blob(refund.fingerprint), .text(order.basket.currency.code), .amount(refund.amount.net),
                .amount(refund.amount.tax), .text(lines.text), .text(refund.reason), .text(kind),
                .text(actor), .time(refund.at), .text(refund.stage.rawValue), .time(refund.dueAt),
                .number(refund.failures),
            ])
        try post(try LedgerEntry.refund(of: refund.amount, for: order, at: refund.at))
    }

    /// Updates the changeable columns of a refund.
    func update(_ refund: Refund) throws {
        try connection.execute(
            "UPDATE refunds SET stage = ?, due_at = ?, failures = ?, refusals = ? WHERE id = ?",
            arguments: [
                .text(refund.stage.rawValue), .time(refund.dueAt), .number(refund.failures),
                .number(refund.refusals), .text(refund.id.rawValue),
            ])
    }
}

extension SQLiteSchema {
    /// Refunds of orders.
    static let refunds = """
        -- Lines are a JSON array of indexes and quantities; the amount stands in the ledger too, in the same transaction.
        -- What goes back to a card is owed until the provider has returned it.
        CREATE TABLE refunds (
            id TEXT NOT NULL PRIMARY KEY,
            order_id TEXT NOT NULL REFERENCES orders (id),
            key TEXT,
            fingerprint BLOB NOT NULL,
            currency TEXT NOT NULL,
            net INTEGER NOT NULL CHECK (net >= 0),
            tax INTEGER NOT NULL CHECK (tax >= 0),
            lines TEXT NOT NULL,
            reason TEXT NOT NULL,
            actor_kind TEXT NOT NULL
                CHECK (actor_kind = 'person' OR actor_kind = 'device' OR actor_kind = 'system'),
            actor TEXT CHECK ((actor IS NULL) = (actor_kind = 'system')),
            at INTEGER NOT NULL,
            stage TEXT NOT NULL CHECK (stage = 'owed' OR stage = 'done'),
            due_at INTEGER CHECK ((due_at IS NULL) = (stage = 'done')),
            failures INTEGER NOT NULL CHECK (failures >= 0),
            UNIQUE (order_id, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refunds_by_due ON refunds (due_at, id) WHERE due_at IS NOT NULL;
        """

    /// How often the provider has refused to return money.
    static let refusals = """
        ALTER TABLE payments ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0);
        ALTER TABLE refunds ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0);
        """
}
