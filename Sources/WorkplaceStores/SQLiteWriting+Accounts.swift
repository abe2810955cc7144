import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func post(_ entry: LedgerEntry) throws {
        let shared: [any Bindable] = [
            try nextEntryNumber(), entry.kind.rawValue, entry.order?.rawValue,
            entry.postings[0].amount.currency.code,
            entry.at.millisecondsSinceEpoch,
        ]
        let rows = try entry.postings.flatMap { posting -> [any Bindable] in
            let account = posting.account.stored
            return [account.kind, account.owner, posting.amount.minorUnits, try balance(after: posting)]
        }
        try connection.execute(Self.insertion(of: entry.postings.count), arguments: shared + rows)
    }

    /// One statement for all postings of an entry; what they share is named once.
    ///
    /// Payments and refunds have three postings, openings two.
    private static func insertion(of count: Int) -> String {
        switch count {
        case 2: twoPostings
        case 3: threePostings
        default: insertionText(of: count)
        }
    }

    private static let twoPostings = insertionText(of: 2)
    private static let threePostings = insertionText(of: 3)

    private static func insertionText(of count: Int) -> String {
        let rows = (0..<count).map { position in
            let first = 6 + 4 * position
            return "(?1, \(position), ?2, ?3, ?\(first), ?\(first + 1), ?4, ?\(first + 2), ?\(first + 3), ?5)"
        }
        return """
            INSERT INTO postings
                (entry, position, kind, order_id, account_kind, owner, currency, amount, balance, at)
            VALUES \(rows.joined(separator: ", "))
            """
    }

    private func nextEntryNumber() throws -> Int64 {
        try connection.first("SELECT entry FROM postings ORDER BY entry DESC LIMIT 1") { try $0.int64(0) + 1 }
            ?? 1
    }

    /// Changes the balance of a meal account; other accounts carry none.
    private func balance(after posting: Posting) throws -> Int64? {
        guard case .meal(let person, let currency) = posting.account else { return nil }
        guard let balance = try mealBalance(of: person, in: currency) else {
            try connection.execute(
                "INSERT INTO meal_balances (person, currency, amount) VALUES (?, ?, ?)", person.rawValue,
                currency.code, posting.amount.minorUnits)
            return posting.amount.minorUnits
        }
        let sum = try balance.adding(posting.amount).minorUnits
        try connection.execute(
            "UPDATE meal_balances SET amount = ? WHERE person = ? AND currency = ?", sum, person.rawValue,
            currency.code)
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

extension LedgerAccount {
    fileprivate var stored: (kind: String, owner: String?) {
        switch self {
        case .meal(let person, _): ("meal", person.rawValue)
        case .sales(let cafe): ("sales", cafe.rawValue)
        case .tax(let cafe): ("tax", cafe.rawValue)
        case .funding: ("funding", nil)
        }
    }
}
