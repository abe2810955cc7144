import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteReading {
    func mealAccount(of person: PersonID, in currency: Currency) throws -> MealAccount? {
        // One statement for both, because each order asks; the condition of the inner one is that of the partial index,
        // word for word, so that SQLite uses it.
        let sql = """
            SELECT amount, (
                SELECT ifnull(sum(amount), 0) FROM order_waits
                WHERE person = ?1 AND currency = ?2 AND has_ended = 0
            ) FROM meal_balances WHERE person = ?1 AND currency = ?2
            """
        return try connection.first(sql, arguments: [.text(person.rawValue), .text(currency.code)]) { row in
            let balance = Money(minorUnits: try row.int64(0), currency: currency)
            knownBalance = (person, balance)
            return try MealAccount(
                person: person, balance: balance,
                reserved: Money(minorUnits: try row.int64(1), currency: currency))
        }
    }

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

    func mealBalances(of person: PersonID) throws -> [Money] {
        let sql = "SELECT currency, amount FROM meal_balances WHERE person = ? ORDER BY currency"
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: .balances, id: nil) { row -> Money? in
                guard let currency = Currency(try row.text(0)) else { return nil }
                return Money(minorUnits: try row.int64(1), currency: currency)
            }
        }
    }

    func statement(of person: PersonID, limit: Int) throws -> [StatementLine] {
        // The latest of each kind of way to an entry, and then the latest of these.
        let sql = """
            WITH payments AS (
                SELECT entry FROM orders JOIN ledger ON order_id = id AND kind = 'payment'
                WHERE orders.person = ?1 ORDER BY id DESC LIMIT ?2
            ), others AS (
                SELECT entry FROM ledger WHERE person = ?1 AND kind <> 'payment' ORDER BY entry DESC LIMIT ?2
            )
            SELECT entry, kind, at, ledger.currency, meal, balance, order_id, sequence
            FROM ledger LEFT JOIN orders ON id = order_id
            WHERE entry IN (SELECT entry FROM payments UNION ALL SELECT entry FROM others)
            ORDER BY entry DESC LIMIT ?2
            """
        return try connection.all(sql, person.rawValue, limit) { row in
            try row.decoded(from: .ledger, id: String(try row.int64(0))) { try $0.statementLine() }
        }
    }

    func remainingStock(of cafe: CafeID) throws -> [ItemID: Int] {
        let rows = try connection.all("SELECT item, remaining FROM stock WHERE cafe = ?", cafe.rawValue) {
            row in
            try row.decoded(from: .stock, id: cafe.rawValue) { row -> (ItemID, Int)? in
                guard let item = ItemID(try row.text(0)) else { return nil }
                return (item, try row.int(1))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension Row {
    fileprivate func statementLine() throws -> StatementLine? {
        guard let kind = LedgerEntry.Kind(rawValue: try text(1)), let currency = Currency(try text(3)) else {
            return nil
        }
        let orderText = try optionalText(6)
        let order = orderText.flatMap { OrderID($0) }
        let number = try optionalInt(7).flatMap(OrderNumber.init(sequence:))
        guard (orderText == nil) == (order == nil) else { return nil }
        return StatementLine(
            kind: kind, time: try timestamp(2), amount: Money(minorUnits: try int64(4), currency: currency),
            balance: Money(minorUnits: try int64(5), currency: currency), order: order,
            orderNumber: number?.description)
    }
}
