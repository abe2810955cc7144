import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    private static let correctionColumns =
        "id, made_by, made_at, stage, decided_by, decided_at, fingerprint"

    /// A correction in its present state.
    func correction(_ id: AccountMovementID) throws -> AccountCorrection? {
        try corrections("WHERE id = ?", id.rawValue).first
    }

    /// The correction that was made with a key.
    func correction(key: String) throws -> AccountCorrection? {
        try corrections("WHERE key = ?", key).first
    }

    /// The pending corrections, oldest first.
    func pendingCorrections() throws -> [AccountCorrection] {
        try corrections("WHERE stage = 'pending' ORDER BY id")
    }

    /// The corrections that are posted or refused, latest first.
    func decidedCorrections(atMost count: Int) throws -> [AccountCorrection] {
        try corrections("WHERE stage <> 'pending' ORDER BY id DESC LIMIT ?", count)
    }

    /// The balances of all meal accounts, by currency code.
    func allMealBalances() throws -> [PersonID: [Money]] {
        let sql = "SELECT person, currency, amount FROM meal_balances ORDER BY person, currency"
        let rows = try connection.all(sql) { row in
            try row.decoded(from: "meal_balances", id: nil) { row -> (PersonID, Money)? in
                guard let person = PersonID(try row.text(0)), let currency = Currency(try row.text(1)) else {
                    return nil
                }
                return (person, Money(minorUnits: try row.int64(2), currency: currency))
            }
        }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }

    private func corrections(_ rest: String, _ argument: (any Bindable)? = nil) throws -> [AccountCorrection]
    {
        let sql = "SELECT \(Self.correctionColumns) FROM corrections \(rest)"
        func read(_ row: borrowing StoreRow) throws -> AccountCorrection {
            try row.decoded(from: "corrections", id: try row.text(0)) { try $0.correction() }
        }
        let heads =
            try argument.map { try connection.all(sql, $0) { try read($0) } }
            ?? connection.all(sql) { try read($0) }
        return try heads.map { head in
            AccountCorrection(
                id: head.id, entries: try entries(of: head.id), madeBy: head.madeBy, madeAt: head.madeAt,
                stage: head.stage, decidedBy: head.decidedBy, decidedAt: head.decidedAt,
                fingerprint: head.fingerprint)
        }
    }

    private func entries(of correction: AccountMovementID) throws -> [AccountCorrection.Entry] {
        let sql = """
            SELECT person, currency, amount, reason FROM correction_entries
            WHERE correction = ? ORDER BY position
            """
        return try connection.all(sql, correction.rawValue) { row in
            try row.decoded(from: "correction_entries", id: correction.rawValue) { row in
                guard let person = PersonID(try row.text(0)), let currency = Currency(try row.text(1)) else {
                    return nil
                }
                return AccountCorrection.Entry(
                    person: person, amount: Money(minorUnits: try row.int64(2), currency: currency),
                    reason: try row.text(3))
            }
        }
    }
}

extension StoreRow {
    fileprivate func correction() throws -> AccountCorrection? {
        let decider = try optionalText(4)
        guard let id = AccountMovementID(try text(0)), let maker = PersonID(try text(1)),
            let stage = AccountCorrection.Stage(rawValue: try text(3)),
            (decider == nil) == (decider.flatMap { PersonID($0) } == nil)
        else { return nil }
        return AccountCorrection(
            id: id, entries: [], madeBy: maker, madeAt: try timestamp(2), stage: stage,
            decidedBy: decider.flatMap { PersonID($0) }, decidedAt: try optionalTimestamp(5),
            fingerprint: try blob(6))
    }
}

extension WriteTransaction {
    /// Inserts a new correction.
    func insert(_ correction: AccountCorrection, key: String) throws {
        try connection.execute(
            """
            INSERT INTO corrections (id, key, fingerprint, made_by, made_at, stage, decided_by, decided_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(correction.id.rawValue), .text(key), .blob(correction.fingerprint),
                .text(correction.madeBy.rawValue), .time(correction.madeAt),
                .text(correction.stage.rawValue), .text(correction.decidedBy?.rawValue),
                .time(correction.decidedAt),
            ])
        for (index, entry) in correction.entries.enumerated() {
            try connection.execute(
                """
                INSERT INTO correction_entries (movement, correction, position, person, currency, amount, reason)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                arguments: [
                    .text(correction.movement(index).rawValue), .text(correction.id.rawValue),
                    .number(index), .text(entry.person.rawValue), .text(entry.amount.currency.code),
                    .amount(entry.amount), .text(entry.reason),
                ])
        }
    }

    /// Updates the stage of a correction.
    func update(_ correction: AccountCorrection) throws {
        try connection.execute(
            "UPDATE corrections SET stage = ?, decided_by = ?, decided_at = ? WHERE id = ?",
            arguments: [
                .text(correction.stage.rawValue), .text(correction.decidedBy?.rawValue),
                .time(correction.decidedAt), .text(correction.id.rawValue),
            ])
    }

    /// Posts a correction to the ledger and notifies the owners of the accounts.
    func post(_ correction: AccountCorrection, at time: Timestamp) throws {
        for (index, entry) in correction.entries.enumerated() {
            try post(
                try LedgerEntry.correction(
                    of: entry.amount, for: entry.person, by: correction.movement(index), at: time))
        }
        for person in Set(correction.entries.map(\.person)).sorted() {
            try announceAccount(of: person, at: time)
            try notify(person, .accountFilled, about: .account(correction.id), at: time)
        }
    }

    /// Removes the names from decided corrections that were made before an instant.
    func removeCorrectionIdentities(before time: Timestamp) throws {
        let former = PersonID.formerDiner.rawValue
        try connection.execute(
            """
            UPDATE correction_entries SET person = ?1 WHERE person <> ?1 AND correction IN (
                SELECT id FROM corrections WHERE made_at < ?2 AND stage <> 'pending')
            """, former, time.millisecondsSinceEpoch)
        try connection.execute(
            """
            UPDATE corrections SET made_by = ?1, decided_by = CASE WHEN decided_by IS NULL THEN NULL ELSE ?1 END
            WHERE made_by <> ?1 AND made_at < ?2 AND stage <> 'pending'
            """, former, time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Corrections of meal accounts.
    static let corrections = """
        -- The key is of all of finance: it is the digest of a file, so that one file is entered once. Nobody confirms what
        -- they made themselves.
        CREATE TABLE corrections (
            id TEXT NOT NULL PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            fingerprint BLOB NOT NULL,
            made_by TEXT NOT NULL,
            made_at INTEGER NOT NULL,
            stage TEXT NOT NULL CHECK (stage = 'pending' OR stage = 'posted' OR stage = 'refused'),
            decided_by TEXT CHECK (
                decided_by IS NULL OR stage = 'refused' OR decided_by <> made_by OR made_by = 'former-diner'),
            decided_at INTEGER CHECK ((decided_at IS NULL) = (decided_by IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX corrections_pending ON corrections (id) WHERE stage = 'pending';

        -- The movement is what the ledger names.
        CREATE TABLE correction_entries (
            movement TEXT NOT NULL PRIMARY KEY,
            correction TEXT NOT NULL REFERENCES corrections (id),
            position INTEGER NOT NULL,
            person TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount <> 0),
            reason TEXT NOT NULL,
            UNIQUE (correction, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX correction_entries_by_person ON correction_entries (person);
        """
}
