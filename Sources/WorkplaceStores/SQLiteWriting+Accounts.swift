import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func post(_ entry: LedgerEntry) throws {
        let columns = LedgerColumns(entry)
        var balance: Money?
        if let meal = columns.meal, let person = columns.person {
            balance = try changeBalance(of: person, by: meal)
            knownBalance = balance.map { (person, $0) }
        }
        try connection.execute(
            """
            INSERT INTO ledger (kind, order_id, person, cafe, currency, meal, sales, tax, funding, balance, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(entry.kind.rawValue), .text(entry.order?.rawValue), .text(columns.person?.rawValue),
                .text(columns.cafe?.rawValue), .text(entry.currency.code), .amount(columns.meal),
                .amount(columns.sales), .amount(columns.tax), .amount(columns.funding), .amount(balance),
                .time(entry.at),
            ])
    }

    /// Changes the balance of a meal account, which is opened by its first entry.
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

    func takeStock(of item: ItemID, at cafe: CafeID, count: Int) throws -> Bool {
        precondition(count >= 0, "\(count) of an item cannot be taken")
        // Looked at first, so that a refusal has written nothing and the other jobs of the batch need not run again.
        let sql = "SELECT remaining FROM stock WHERE cafe = ? AND item = ?"
        guard let remaining = try connection.first(sql, cafe.rawValue, item.rawValue, row: { try $0.int(0) })
        else {
            return true
        }
        guard remaining >= count else { return false }
        try connection.execute(
            "UPDATE stock SET remaining = remaining - ? WHERE cafe = ? AND item = ?", count, cafe.rawValue,
            item.rawValue)
        return true
    }

    func returnStock(of item: ItemID, at cafe: CafeID, count: Int) throws {
        precondition(count >= 0, "\(count) of an item cannot be put back")
        try connection.execute(
            "UPDATE stock SET remaining = remaining + ? WHERE cafe = ? AND item = ?", count, cafe.rawValue,
            item.rawValue)
    }

    func setStock(of item: ItemID, at cafe: CafeID, remaining: Int?) throws {
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
}
