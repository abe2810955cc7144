import SQLite

extension SQLiteSchema {
    /// Orders that wait, or waited, for their people.
    static let waits = """
        -- Person, café and amount stand here again, because what is set aside and what may come is summed and counted
        -- with every order. A row stays as long as the key of its request: a repeated one gets the same answer.
        CREATE TABLE order_waits (
            order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (id),
            person TEXT NOT NULL,
            cafe TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount >= 0),
            until INTEGER NOT NULL,
            ends_by TEXT NOT NULL CHECK (ends_by = 'closing' OR ends_by = 'too-long'),
            has_ended INTEGER NOT NULL CHECK (has_ended = 0 OR has_ended = 1)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX order_waits_of_person ON order_waits (person, currency, amount) WHERE has_ended = 0;
        CREATE INDEX order_waits_of_cafe ON order_waits (cafe) WHERE has_ended = 0;
        CREATE INDEX order_waits_by_end ON order_waits (until, order_id) WHERE has_ended = 0;
        """
}
