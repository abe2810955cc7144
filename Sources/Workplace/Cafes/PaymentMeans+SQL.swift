extension SQLiteSchema {
    /// How orders are paid, and the source of the money of a ledger entry.
    static let paymentMeans = """
        -- What an order is paid with; NULL is the meal account.
        ALTER TABLE orders ADD COLUMN means TEXT;
        -- What comes from outside stands in the column funding; the source says from where, NULL for opening balances.
        ALTER TABLE ledger ADD COLUMN source TEXT CHECK (source IS NULL OR funding IS NOT NULL);
        DROP VIEW postings;
        CREATE VIEW postings (entry, position, kind, order_id, account_kind, owner, currency, amount, balance, at) AS
            SELECT entry, 0, kind, order_id, 'meal', person, currency, meal, balance, at FROM ledger
                WHERE meal IS NOT NULL
            UNION ALL SELECT entry, 1, kind, order_id, 'sales', cafe, currency, sales, NULL, at FROM ledger
                WHERE sales IS NOT NULL
            UNION ALL SELECT entry, 2, kind, order_id, 'tax', cafe, currency, tax, NULL, at FROM ledger
                WHERE tax IS NOT NULL
            UNION ALL SELECT entry, 3, kind, order_id, ifnull(source, 'funding'), cafe, currency, funding, NULL, at
                FROM ledger WHERE funding IS NOT NULL;
        """
}
