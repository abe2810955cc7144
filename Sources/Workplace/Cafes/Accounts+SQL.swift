import Essentials
import Ordering
import SQLite

extension StoreQuery {
    /// One statement reads the balance and the reserved amount, because each order needs both.
    ///
    /// SQLite uses the partial index only if the inner condition repeats the index's condition word for word.
    static func mealAccount(of person: PersonID, in currency: Currency) -> StoreQuery {
        StoreQuery(
            """
            SELECT amount, (
                SELECT ifnull(sum(amount), 0) FROM order_waits
                WHERE person = ?1 AND currency = ?2 AND has_ended = 0
            ) FROM meal_balances WHERE person = ?1 AND currency = ?2
            """, [.text(person.rawValue), .text(currency.code)])
    }
}

extension ReadTransaction {
    /// A meal account, less the reserved amounts of waiting orders; `nil` without an account in the currency.
    func mealAccount(of person: PersonID, in currency: Currency) throws -> MealAccount? {
        try connection.first(.mealAccount(of: person, in: currency)) { row in
            let balance = Money(minorUnits: try row.int64(0), currency: currency)
            knownBalance = (person, balance)
            return try MealAccount(
                person: person, balance: balance,
                reserved: Money(minorUnits: try row.int64(1), currency: currency))
        }
    }

    /// The balance of a meal account; `nil` without an account in the currency.
    func mealBalance(of person: PersonID, in currency: Currency) throws -> Money? {
        if let knownBalance, knownBalance.person == person, knownBalance.amount.currency == currency {
            return knownBalance.amount
        }
        let sql = "SELECT amount FROM meal_balances WHERE person = ? AND currency = ?"
        let balance = try connection.first(sql, arguments: [.text(person.rawValue), .text(currency.code)]) {
            Money(minorUnits: try $0.int64(0), currency: currency)
        }
        knownBalance = balance.map { (person, $0) }
        return balance
    }

    /// The balances of a person's meal accounts, by currency code.
    func mealBalances(of person: PersonID) throws -> [Money] {
        let sql = "SELECT currency, amount FROM meal_balances WHERE person = ? ORDER BY currency"
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: "meal_balances", id: nil) { row -> Money? in
                guard let currency = Currency(try row.text(0)) else { return nil }
                return Money(minorUnits: try row.int64(1), currency: currency)
            }
        }
    }

    /// The entries that touch a person's meal accounts, latest first.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - before: Only entries before this one; `nil` for the latest ones.
    ///   - limit: The most entries to return.
    /// - Returns: The lines.
    /// - Throws: The store's own error.
    func statement(of person: PersonID, before: Int64? = nil, limit: Int) throws -> [StatementLine] {
        // Payments are found by orders, other entries by person. An order may be paid long after it was placed, so that only
        // the numbers of the entries say which are the latest.
        let sql = """
            SELECT entry, kind, at, ledger.currency, meal, balance, order_id, sequence, ledger.cafe, reason
            FROM ledger LEFT JOIN orders ON id = order_id
            LEFT JOIN correction_entries ON correction_entries.movement = ledger.movement
            WHERE entry IN (
                SELECT entry FROM orders JOIN ledger ON order_id = id AND kind = 'payment'
                    WHERE orders.person = ?1 AND meal IS NOT NULL
                UNION ALL SELECT entry FROM ledger WHERE person = ?1 AND kind <> 'payment'
            ) AND entry < ?2
            ORDER BY entry DESC LIMIT ?3
            """
        return try connection.all(sql, person.rawValue, before ?? .max, limit) { row in
            try row.decoded(from: "ledger", id: String(try row.int64(0))) { try $0.statementLine() }
        }
    }

    /// The remaining count of each counted item of a café.
    func remainingStock(of cafe: CafeID) throws -> [ItemID: Int] {
        let rows = try connection.all("SELECT item, remaining FROM stock WHERE cafe = ?", cafe.rawValue) {
            row in
            try row.decoded(from: "stock", id: cafe.rawValue) { row -> (ItemID, Int)? in
                guard let item = ItemID(try row.text(0)) else { return nil }
                return (item, try row.int(1))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension StoreRow {
    fileprivate func statementLine() throws -> StatementLine? {
        guard let kind = LedgerEntry.Kind(rawValue: try text(1)), let currency = Currency(try text(3)) else {
            return nil
        }
        let orderText = try optionalText(6)
        let order = orderText.flatMap { OrderID($0) }
        let number = try optionalInt(7).flatMap(OrderNumber.init(sequence:))
        let cafe = try optionalText(8).flatMap { CafeID($0) }
        guard (orderText == nil) == (order == nil) else { return nil }
        return StatementLine(
            entry: try int64(0), kind: kind, time: try timestamp(2),
            amount: Money(minorUnits: try int64(4), currency: currency),
            balance: Money(minorUnits: try int64(5), currency: currency), order: order,
            orderNumber: number?.description, cafe: cafe,
            reason: try optionalText(9))
    }
}

extension WriteTransaction {
    /// Opens a person's meal accounts, but for those that they have already.
    func openMealAccounts(of person: PersonID, with balances: [Money], at time: Timestamp) throws {
        for balance in balances where try mealBalance(of: person, in: balance.currency) == nil {
            try post(try LedgerEntry.opening(of: balance, for: person, at: time))
        }
    }

    /// Posts an entry and updates the balances; the first entry of a meal account opens the account.
    func post(_ entry: LedgerEntry) throws {
        let columns = LedgerColumns(entry)
        var balance: Money?
        if let meal = columns.meal, let person = columns.person {
            balance = try changeBalance(of: person, by: meal)
            knownBalance = balance.map { (person, $0) }
        }
        _ = try connection.insert(
            """
            INSERT INTO ledger (kind, order_id, person, cafe, currency, meal, sales, tax, funding, balance, at, source,
                movement)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            numbered: """
                INSERT INTO ledger (entry, kind, order_id, person, cafe, currency, meal, sales, tax, funding, balance, at,
                    source, movement)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            column: "entry",
            arguments: [
                .text(entry.kind.rawValue), .text(entry.order?.rawValue), .text(columns.person?.rawValue),
                .text(columns.cafe?.rawValue), .text(entry.currency.code), .amount(columns.meal),
                .amount(columns.sales), .amount(columns.tax), .amount(columns.funding), .amount(balance),
                .time(entry.at), .text(columns.source), .text(entry.movement?.rawValue),
            ])
    }

    /// Changes the balance of a meal account; the first entry opens the account.
    private func changeBalance(of person: PersonID, by amount: Money) throws -> Money {
        let account: [SQLValue] = [.text(person.rawValue), .text(amount.currency.code)]
        guard let balance = try mealBalance(of: person, in: amount.currency) else {
            try connection.execute(
                "INSERT INTO meal_balances (person, currency, amount) VALUES (?, ?, ?)",
                arguments: account + [.amount(amount)])
            return amount
        }
        let sum = try balance.adding(amount)
        try connection.execute(
            "UPDATE meal_balances SET amount = ?3 WHERE person = ?1 AND currency = ?2",
            arguments: account + [.amount(sum)])
        return sum
    }

    /// Takes a number of items from the counted stock.
    ///
    /// - Returns: `false`, with nothing taken, when fewer are left. An item without a count is always available.
    func takeStock(of item: ItemID, at cafe: CafeID, count: Int, time: Timestamp) throws -> Bool {
        precondition(count >= 0, "\(count) of an item cannot be taken")
        // Reads first: a refusal without a write does not make the other jobs of the batch run again.
        guard let remaining = try stock(of: item, at: cafe) else { return true }
        guard remaining >= count else { return false }
        try connection.execute(
            "UPDATE stock SET remaining = remaining - ? WHERE cafe = ? AND item = ?", count, cafe.rawValue,
            item.rawValue)
        if count > 0, remaining == count { try recordStock(of: item, at: cafe, isUsedUp: true, time: time) }
        return true
    }

    /// Returns a number of items to the stock; does nothing when the item is not counted.
    func returnStock(of item: ItemID, at cafe: CafeID, count: Int, time: Timestamp) throws {
        precondition(count >= 0, "\(count) of an item cannot be put back")
        let wasUsedUp = try count > 0 && stock(of: item, at: cafe) == 0
        try connection.execute(
            "UPDATE stock SET remaining = remaining + ? WHERE cafe = ? AND item = ?", count, cafe.rawValue,
            item.rawValue)
        if wasUsedUp { try recordStock(of: item, at: cafe, isUsedUp: false, time: time) }
    }

    /// Sets the remaining count of an item; `nil` stops counting it.
    func setStock(of item: ItemID, at cafe: CafeID, remaining: Int?, time: Timestamp) throws {
        if try (stock(of: item, at: cafe) == 0) != (remaining == 0) {
            try recordStock(of: item, at: cafe, isUsedUp: remaining == 0, time: time)
        }
        guard let remaining else {
            return try connection.execute(
                "DELETE FROM stock WHERE cafe = ? AND item = ?", cafe.rawValue, item.rawValue)
        }
        try connection.execute(
            """
            INSERT INTO stock (cafe, item, remaining) VALUES (?, ?, ?)
            ON CONFLICT (cafe, item) DO UPDATE SET remaining = excluded.remaining
            """, cafe.rawValue, item.rawValue, remaining)
    }

    private func stock(of item: ItemID, at cafe: CafeID) throws -> Int? {
        let sql = "SELECT remaining FROM stock WHERE cafe = ? AND item = ?"
        return try connection.first(sql, cafe.rawValue, item.rawValue) { try $0.int(0) }
    }
}

extension SQLiteSchema {
    /// The ledger, meal balances and counted stock.
    static let accounts = """
        -- What a person may spend, or a café has earned, is positive. An entry is one row, so that the table itself
        -- refuses one that does not add up to nothing; an account that an entry does not touch is NULL.
        CREATE TABLE ledger (
            entry INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            order_id TEXT,
            person TEXT CHECK ((person IS NULL) = (meal IS NULL)),
            cafe TEXT CHECK ((cafe IS NULL) = (sales IS NULL AND tax IS NULL)),
            currency TEXT NOT NULL,
            meal INTEGER,
            sales INTEGER,
            tax INTEGER,
            funding INTEGER,
            balance INTEGER CHECK ((balance IS NULL) = (meal IS NULL)),
            at INTEGER NOT NULL,
            CHECK (ifnull(meal, 0) + ifnull(sales, 0) + ifnull(tax, 0) + ifnull(funding, 0) = 0)
        ) STRICT;
        -- An order is paid for once. A person's payments are found by their orders, which spares an index by person
        -- that each order would write to at another place.
        CREATE UNIQUE INDEX ledger_payments ON ledger (order_id) WHERE kind = 'payment';
        CREATE INDEX ledger_of_person ON ledger (person) WHERE kind <> 'payment';
        CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE VIEW postings (entry, position, kind, order_id, account_kind, owner, currency, amount, balance, at) AS
            SELECT entry, 0, kind, order_id, 'meal', person, currency, meal, balance, at FROM ledger
                WHERE meal IS NOT NULL
            UNION ALL SELECT entry, 1, kind, order_id, 'sales', cafe, currency, sales, NULL, at FROM ledger
                WHERE sales IS NOT NULL
            UNION ALL SELECT entry, 2, kind, order_id, 'tax', cafe, currency, tax, NULL, at FROM ledger
                WHERE tax IS NOT NULL
            UNION ALL SELECT entry, 3, kind, order_id, 'funding', NULL, currency, funding, NULL, at FROM ledger
                WHERE funding IS NOT NULL;

        CREATE TABLE meal_balances (
            person TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            PRIMARY KEY (person, currency)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE stock (
            cafe TEXT NOT NULL,
            item TEXT NOT NULL,
            remaining INTEGER NOT NULL CHECK (remaining >= 0),
            PRIMARY KEY (cafe, item)
        ) STRICT, WITHOUT ROWID;
        """
}
