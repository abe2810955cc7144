import Essentials
import SQLite

extension ReadTransaction {
    /// The number of a person's open orders: placed, but neither handed over nor ended.
    func openOrderCount(of person: PersonID) throws -> Int {
        let sql = """
            SELECT count(*) FROM orders
            WHERE person = ? AND stage IN ('placed', 'accepted', 'preparing', 'ready')
            """
        return try connection.first(sql, person.rawValue) { try $0.int(0) } ?? 0
    }
}

extension WriteTransaction {
    /// Removes the names from a number of orders that were placed before an instant.
    ///
    /// - Returns: Whether there may be more.
    func removeOrderIdentities(before time: Timestamp, atMost count: Int) throws -> Bool {
        let sql = """
            SELECT id, placed_at FROM orders WHERE id > (SELECT last_order FROM order_identities)
            ORDER BY id LIMIT ?
            """
        let found = try connection.all(sql, count) { (id: try $0.text(0), placedAt: try $0.timestamp(1)) }
        let expired = found.prefix { $0.placedAt < time }
        guard let last = expired.last else { return false }
        for order in expired { try removeIdentity(ofOrder: order.id) }
        try connection.execute("UPDATE order_identities SET last_order = ?", last.id)
        return expired.count == count
    }

    /// Removes the names from a number of ledger entries before an instant.
    ///
    /// These are the oldest entries of the ledger, so that the balances of later entries stay right with the carried balance.
    ///
    /// - Returns: Whether there may be more.
    func removeLedgerIdentities(before time: Timestamp, atMost count: Int) throws -> Bool {
        let sql = """
            SELECT entry, at, person, currency, meal FROM ledger
            WHERE entry > (SELECT last_entry FROM order_identities) ORDER BY entry LIMIT ?
            """
        let found = try connection.all(sql, count) { row in
            NamedEntry(
                number: try row.int64(0), time: try row.timestamp(1), person: try row.optionalText(2),
                currency: try row.text(3), amount: try row.optionalInt64(4) ?? 0)
        }
        let expired = found.prefix { $0.time < time }
        guard let last = expired.last else { return false }
        for entry in expired { try removeIdentity(of: entry) }
        try connection.execute("UPDATE order_identities SET last_entry = ?", last.number)
        return expired.count == count
    }

    /// Removes the name of a person from all of their orders; ledger entries keep it.
    func removeOrderIdentities(of person: PersonID) throws {
        let orders = try connection.all("SELECT id FROM orders WHERE person = ?", person.rawValue) {
            try $0.text(0)
        }
        for order in orders { try removeIdentity(ofOrder: order) }
        try connection.execute("DELETE FROM idempotency_keys WHERE person = ?", person.rawValue)
        try removeTopUpIdentities(of: person)
    }

    private struct NamedEntry {
        let number: Int64
        let time: Timestamp
        let person: String?
        let currency: String
        let amount: Int64
    }

    /// Removes everybody's name from an order: the diner's, and those of the people who worked on it.
    private func removeIdentity(ofOrder id: String) throws {
        let former = PersonID.formerDiner.rawValue
        try connection.execute("UPDATE orders SET person = ? WHERE id = ?", former, id)
        try connection.execute(
            "UPDATE order_transitions SET actor = ? WHERE order_id = ? AND actor_kind = 'person'", former, id)
        try connection.execute(
            "UPDATE refunds SET actor = ? WHERE order_id = ? AND actor_kind = 'person'", former, id)
        try connection.execute("DELETE FROM order_waits WHERE order_id = ? AND has_ended = 1", id)
    }

    private func removeIdentity(of entry: NamedEntry) throws {
        let former = PersonID.formerDiner.rawValue
        guard let person = entry.person, person != former else { return }
        try connection.execute(
            "UPDATE ledger SET person = ?, balance = 0 WHERE entry = ?", former, entry.number)
        try add(entry.amount, to: person, entry.currency, in: "carried_balances")
        // Moves the amount to the account of former diners, so that the sum of all accounts stays the same.
        try add(-entry.amount, to: former, entry.currency, in: "carried_balances")
    }

    private func add(
        _ amount: Int64, to person: String, _ currency: String, in table: String
    ) throws {
        try connection.execute(
            """
            INSERT INTO \(table) (person, currency, amount) VALUES (?, ?, ?)
            ON CONFLICT (person, currency) DO UPDATE SET amount = \(table).amount + excluded.amount
            """, person, currency, amount)
    }
}

extension SQLiteSchema {
    /// How far names were removed, and the carried balance of each account.
    ///
    /// Triggers allow only one change of a ledger entry or a transition: to remove its name.
    static let orderIdentities = """
        CREATE TABLE order_identities (
            last_order TEXT NOT NULL,
            last_entry INTEGER NOT NULL
        ) STRICT;
        INSERT INTO order_identities (last_order, last_entry) VALUES ('', 0);

        CREATE TABLE carried_balances (
            person TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            PRIMARY KEY (person, currency)
        ) STRICT, WITHOUT ROWID;

        DROP TRIGGER ledger_no_update;
        CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
        WHEN NEW.person IS NOT 'former-diner' OR NEW.balance IS NOT 0
            OR OLD.person IS NULL OR NEW.entry IS NOT OLD.entry OR NEW.kind IS NOT OLD.kind
            OR NEW.order_id IS NOT OLD.order_id OR NEW.cafe IS NOT OLD.cafe
            OR NEW.currency IS NOT OLD.currency OR NEW.meal IS NOT OLD.meal OR NEW.sales IS NOT OLD.sales
            OR NEW.tax IS NOT OLD.tax OR NEW.funding IS NOT OLD.funding OR NEW.at IS NOT OLD.at
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

        DROP TRIGGER order_transitions_no_update;
        CREATE TRIGGER order_transitions_no_update BEFORE UPDATE ON order_transitions
        WHEN NEW.actor IS NOT 'former-diner' OR OLD.actor_kind IS NOT 'person'
            OR NEW.order_id IS NOT OLD.order_id OR NEW.version IS NOT OLD.version
            OR NEW.stages IS NOT OLD.stages OR NEW.actor_kind IS NOT OLD.actor_kind
            OR NEW.device IS NOT OLD.device OR NEW.at IS NOT OLD.at OR NEW.reason IS NOT OLD.reason
        BEGIN SELECT RAISE(ABORT, 'the record of transitions is append-only'); END;
        """
}
