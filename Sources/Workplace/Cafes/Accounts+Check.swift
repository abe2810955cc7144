import SQLite

extension DatabaseCheck {
    /// Every entry adds up to nothing, and the balances in the entries of an account are the sums up to there.
    static let ledger = DatabaseCheck(name: "ledger") { connection in
        let unbalanced = """
            SELECT entry FROM ledger
            WHERE ifnull(meal, 0) + ifnull(sales, 0) + ifnull(tax, 0) + ifnull(funding, 0) <> 0
            ORDER BY entry LIMIT 1
            """
        if let entry = try connection.first(unbalanced, row: { try $0.int64(0) }) {
            return .damaged("entry \(entry) does not add up to nothing")
        }
        let wrongSum = """
            SELECT entry FROM (
                SELECT entry, balance, sum(meal) OVER (PARTITION BY person, currency ORDER BY entry) AS total
                FROM ledger WHERE meal IS NOT NULL
            ) WHERE balance IS NOT total ORDER BY entry LIMIT 1
            """
        if let entry = try connection.first(wrongSum, row: { try $0.int64(0) }) {
            return .damaged("the balance in entry \(entry) is not the sum of its account's entries")
        }
        let count = try connection.first("SELECT count(*) FROM ledger") { try $0.int(0) } ?? 0
        return .sound("\(count) entries")
    }

    /// The balance of each meal account is the sum of its entries.
    static let balances = DatabaseCheck(name: "balances") { connection in
        // An account with entries and without a balance, or the other way round, has one row instead of two.
        let wrong = """
            WITH posted AS (
                SELECT person, currency, sum(meal) AS amount, max(entry) AS entry FROM ledger
                WHERE meal IS NOT NULL GROUP BY person, currency
            )
            SELECT max(entry) FROM (
                SELECT person, currency, amount, entry FROM posted
                UNION ALL SELECT person, currency, -amount, NULL FROM meal_balances
            ) GROUP BY person, currency HAVING sum(amount) <> 0 OR count(*) <> 2 LIMIT 1
            """
        let place = try connection.first(wrong) { row in
            try row.optionalInt64(0).map { "entry \($0)" } ?? "no entry"
        }
        if let place {
            return .damaged("the balance of the account with \(place) is not the sum of its entries")
        }
        let count = try connection.first("SELECT count(*) FROM meal_balances") { try $0.int(0) } ?? 0
        return .sound("\(count) accounts")
    }
}
