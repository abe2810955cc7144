import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteReading {
    func mealBalance(of person: PersonID, in currency: Currency) throws -> Money? {
        let sql = "SELECT amount FROM meal_balances WHERE person = ? AND currency = ?"
        return try connection.first(sql, person.rawValue, currency.code) {
            Money(minorUnits: try $0.int64(0), currency: currency)
        }
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
        let sql = """
            SELECT entry, kind, at, currency, amount, balance, order_id, sequence
            FROM postings LEFT JOIN orders ON orders.id = order_id
            WHERE owner = ? AND account_kind = 'meal' ORDER BY entry DESC, position DESC LIMIT ?
            """
        return try connection.all(sql, person.rawValue, limit) { row in
            try row.decoded(from: .postings, id: String(try row.int64(0))) { try $0.statementLine() }
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
