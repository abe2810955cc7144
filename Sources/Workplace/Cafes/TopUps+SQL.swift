import Essentials
import SQLite

extension ReadTransaction {
    /// The top-up of a person that was begun with a key, and the digest of its request.
    func topUp(of person: PersonID, key: String) throws -> (payment: PaymentID, fingerprint: [UInt8])? {
        let sql = "SELECT id, fingerprint FROM top_ups WHERE person = ? AND key = ?"
        return try connection.first(sql, person.rawValue, key) { row in
            try row.decoded(from: "top_ups", id: try row.text(0)) { row in
                guard let id = PaymentID(try row.text(0)) else { return nil }
                return (id, try row.blob(1))
            }
        }
    }
}

extension WriteTransaction {
    /// Inserts the request of a top-up; its payment is inserted with it.
    func insert(topUp id: PaymentID, of request: TopUpRequest, at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO top_ups (id, person, key, fingerprint, made_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                .text(id.rawValue), .text(request.person.rawValue), .text(request.key),
                .blob(request.fingerprint), .time(time),
            ])
    }

    /// Removes the names from top-ups that were begun before an instant.
    func removeTopUpIdentities(before time: Timestamp) throws {
        // The identifier replaces the key, because all these rows now have the same person.
        try connection.execute(
            "UPDATE top_ups SET person = ?1, key = id WHERE made_at < ?2 AND person <> ?1",
            PersonID.formerDiner.rawValue, time.millisecondsSinceEpoch)
    }

    /// Removes the name of a person from their decided top-ups; undecided ones need it.
    func removeTopUpIdentities(of person: PersonID) throws {
        try connection.execute(
            """
            UPDATE top_ups SET person = ?1, key = id
            WHERE person = ?2 AND id IN (SELECT id FROM payments WHERE due_at IS NULL)
            """, PersonID.formerDiner.rawValue, person.rawValue)
    }
}

extension SQLiteSchema {
    /// Top-ups of meal accounts; their payments are in the table of payments.
    static let topUps = """
        -- A top-up has the identifier of its payment.
        CREATE TABLE top_ups (
            id TEXT NOT NULL PRIMARY KEY,
            person TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            made_at INTEGER NOT NULL,
            UNIQUE (person, key)
        ) STRICT, WITHOUT ROWID;

        -- A payment has the identifier of its order or of its top-up.
        CREATE TABLE payments_of_both (
            id TEXT NOT NULL PRIMARY KEY,
            \(columnsOfPayments)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO payments_of_both SELECT * FROM payments;
        DROP TABLE payments;
        ALTER TABLE payments_of_both RENAME TO payments;
        CREATE INDEX payments_by_due ON payments (due_at, id) WHERE due_at IS NOT NULL;

        -- The top-up or correction that an entry posts; each is posted once.
        ALTER TABLE ledger ADD COLUMN movement TEXT;
        CREATE UNIQUE INDEX ledger_movements ON ledger (movement) WHERE movement IS NOT NULL;
        DROP TRIGGER ledger_no_update;
        CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
        WHEN NEW.person IS NOT 'former-diner' OR NEW.balance IS NOT 0
            OR OLD.person IS NULL OR NEW.entry IS NOT OLD.entry OR NEW.kind IS NOT OLD.kind
            OR NEW.order_id IS NOT OLD.order_id OR NEW.cafe IS NOT OLD.cafe
            OR NEW.currency IS NOT OLD.currency OR NEW.meal IS NOT OLD.meal OR NEW.sales IS NOT OLD.sales
            OR NEW.tax IS NOT OLD.tax OR NEW.funding IS NOT OLD.funding OR NEW.at IS NOT OLD.at
            OR NEW.source IS NOT OLD.source OR NEW.movement IS NOT OLD.movement
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        """
}
