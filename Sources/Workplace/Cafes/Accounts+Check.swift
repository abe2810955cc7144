import Essentials
import SQLite

extension DatabaseCheck {
    /// The postings of every entry add up to zero, and the balance in each entry of an account is the sum up to that entry.
    static let ledger = DatabaseCheck(name: "ledger") { connection in
        let unbalanced = """
            SELECT entry FROM ledger
            WHERE ifnull(meal, 0) + ifnull(sales, 0) + ifnull(tax, 0) + ifnull(funding, 0) <> 0
            ORDER BY entry LIMIT 1
            """
        if let entry = try connection.first(unbalanced, row: { try $0.int64(0) }) {
            return .damaged("entry \(entry) does not add up to nothing")
        }
        // Anonymised entries have no balance; later entries continue from the carried balance.
        let wrongSum = """
            WITH carried AS (\(try carriedBalances(connection)))
            SELECT entry FROM (
                SELECT entry, balance, sum(meal) OVER (PARTITION BY person, currency ORDER BY entry)
                    + ifnull((SELECT amount FROM carried WHERE carried.person = ledger.person
                        AND carried.currency = ledger.currency), 0) AS total
                FROM ledger WHERE meal IS NOT NULL AND person <> '\(PersonID.formerDiner)'
            ) AS entries WHERE balance IS NOT total ORDER BY entry LIMIT 1
            """
        if let entry = try connection.first(wrongSum, row: { try $0.int64(0) }) {
            return .damaged("the balance in entry \(entry) is not the sum of its account's entries")
        }
        let count = try connection.first("SELECT count(*) FROM ledger") { try $0.int(0) } ?? 0
        return .sound(count == 1 ? "1 entry" : "\(count) entries")
    }

    /// Selects the carried balance of each account; nothing in a database of an earlier version.
    private static func carriedBalances(_ connection: StoreConnection) throws -> String {
        let isThere = try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'carried_balances'") {
            _ in
            true
        }
        return isThere == true
            ? "SELECT person, currency, amount FROM carried_balances"
            : "SELECT NULL AS person, NULL AS currency, 0 AS amount WHERE 0"
    }

    /// The balance of each meal account is the sum of its entries and its carried balance.
    static let balances = DatabaseCheck(name: "balances") { connection in
        // An account with entries and without a balance, or the other way round, has one row instead of two.
        let wrong = """
            WITH carried AS (\(try carriedBalances(connection))), posted AS (
                SELECT person, currency, sum(amount) AS amount, max(entry) AS entry FROM (
                    SELECT person, currency, meal AS amount, entry FROM ledger WHERE meal IS NOT NULL
                    UNION ALL SELECT person, currency, amount, NULL FROM carried
                ) AS parts GROUP BY person, currency
            )
            SELECT max(entry) FROM (
                SELECT person, currency, amount, entry FROM posted
                UNION ALL SELECT person, currency, -amount, NULL FROM meal_balances
            ) AS sums GROUP BY person, currency HAVING sum(amount) <> 0
                OR (count(*) <> 2 AND person <> '\(PersonID.formerDiner)') LIMIT 1
            """
        let place = try connection.first(wrong) { row in
            try row.optionalInt64(0).map { "entry \($0)" } ?? "no entry"
        }
        if let place {
            return .damaged("the balance of the account with \(place) is not the sum of its entries")
        }
        let count = try connection.first("SELECT count(*) FROM meal_balances") { try $0.int(0) } ?? 0
        return .sound(count == 1 ? "1 account" : "\(count) accounts")
    }
}
