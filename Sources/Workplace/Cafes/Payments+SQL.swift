import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    private static let paymentColumns = """
        payments.id, currency, amount, stage, reference, ends_at, due_at, failures, top_ups.person, refusals
        """

    /// A payment in its present state.
    func payment(_ id: PaymentID) throws -> Payment? {
        let sql =
            "SELECT \(Self.paymentColumns) FROM payments LEFT JOIN top_ups USING (id) WHERE payments.id = ?"
        return try connection.first(sql, id.rawValue) { row in
            try row.decoded(from: "payments", id: id.rawValue) { try $0.payment() }
        }
    }

    /// A payment for one of a person's orders, or for the person's meal account.
    ///
    /// - Throws: ``PaymentRefusal/unknown``.
    func payment(_ id: PaymentID, of person: PersonID) throws -> Payment {
        guard let payment = try payment(id), try payer(of: payment) == person else {
            throw PaymentRefusal.unknown
        }
        return payment
    }

    /// The person who pays.
    private func payer(of payment: Payment) throws -> PersonID? {
        switch payment.purpose {
        case .order(let order): try self.order(order)?.diner
        case .topUp(let person): person
        }
    }

    /// The payments whose check at the provider is due by an instant, the longest overdue first.
    func payments(dueBy instant: Timestamp, atMost count: Int) throws -> [PaymentID] {
        let sql = "SELECT id FROM payments WHERE due_at <= ? ORDER BY due_at, id LIMIT ?"
        return try connection.all(sql, instant.millisecondsSinceEpoch, count) { row in
            try row.decoded(from: "payments", id: nil) { PaymentID(try $0.text(0)) }
        }
    }

    /// When the next check at the provider is due.
    func nextPaymentDue() throws -> Timestamp? {
        let sql = "SELECT due_at FROM payments WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        return try connection.first(sql) { try $0.timestamp(0) }
    }
}

extension StoreRow {
    fileprivate func payment() throws -> Payment? {
        guard let id = PaymentID(try text(0)), let currency = Currency(try text(1)),
            let stage = PaymentStateMachine.Stage(rawValue: try text(3))
        else { return nil }
        let person = try optionalText(8)
        let owner = person.flatMap { PersonID($0) }
        guard (person == nil) == (owner == nil) else { return nil }
        return Payment(
            id: id, for: owner.map { .topUp($0) } ?? .order(OrderID(sameAs: id)),
            amount: Money(minorUnits: try int64(2), currency: currency),
            machine: PaymentStateMachine(stage: stage), reference: try optionalText(4),
            endsAt: try timestamp(5), dueAt: try optionalTimestamp(6), failures: try int(7),
            refusals: try int(9))
    }
}

extension WriteTransaction {
    /// Inserts a new payment.
    func insert(_ payment: Payment) throws {
        try connection.execute(
            """
            INSERT INTO payments (id, currency, amount, stage, reference, ends_at, due_at, failures)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(payment.id.rawValue), .text(payment.amount.currency.code), .amount(payment.amount),
                .text(payment.stage.rawValue), .text(payment.reference), .time(payment.endsAt),
                .time(payment.dueAt), .number(payment.failures),
            ])
    }

    /// Updates the changeable columns of a payment.
    func update(_ payment: Payment) throws {
        try connection.execute(
            "UPDATE payments SET stage = ?, reference = ?, due_at = ?, failures = ?, refusals = ? WHERE id = ?",
            arguments: [
                .text(payment.stage.rawValue), .text(payment.reference), .time(payment.dueAt),
                .number(payment.failures), .number(payment.refusals), .text(payment.id.rawValue),
            ])
    }
}

extension SQLiteSchema {
    /// The columns of payments besides the identifier.
    static let columnsOfPayments = """
        currency TEXT NOT NULL,
        amount INTEGER NOT NULL CHECK (amount > 0),
        stage TEXT NOT NULL,
        reference TEXT UNIQUE,
        ends_at INTEGER NOT NULL,
        due_at INTEGER CHECK ((due_at IS NULL) = (stage = 'paid' OR stage = 'returned' OR stage = 'ended')),
        failures INTEGER NOT NULL CHECK (failures >= 0)
        """

    /// Payments at a provider.
    static let payments = """
        -- A payment has the identifier of its order. Nothing of a card is stored: the reference is the provider's name
        -- for the payment. The server asks the provider about a payment at its due time, until it is decided.
        CREATE TABLE payments (
            id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
            \(columnsOfPayments)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX payments_by_due ON payments (due_at, id) WHERE due_at IS NOT NULL;

        CREATE INDEX ledger_refunds ON ledger (order_id) WHERE kind = 'refund';
        """
}
