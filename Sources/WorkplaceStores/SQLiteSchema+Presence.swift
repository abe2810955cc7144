import SQLite

extension SQLiteSchema {
    /// Consent and keys, until they are withdrawn; events, for a day.
    static let presence = """
        CREATE TABLE following (
            person TEXT PRIMARY KEY NOT NULL,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Events of the person's badge have an empty device.
        CREATE TABLE presence_events (
            person TEXT NOT NULL,
            device TEXT NOT NULL,
            number INTEGER NOT NULL,
            spot TEXT NOT NULL,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
            at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            PRIMARY KEY (person, device, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX presence_events_by_age ON presence_events (received_at);

        CREATE TABLE gateway_keys (
            digest BLOB PRIMARY KEY NOT NULL,
            gateway TEXT NOT NULL,
            issued_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;
        """
}
