import SQLite

extension SQLiteSchema {
    /// Punches, for good; reminders, for a day.
    static let attendance = """
        -- Punches are numbered in the order in which they were recorded, because a clock can be set back.
        CREATE TABLE punches (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('in', 'out')),
            at INTEGER NOT NULL,
            device_at INTEGER,
            site TEXT NOT NULL,
            zone TEXT NOT NULL,
            reminder TEXT,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            UNIQUE (person, key)
        ) STRICT;
        CREATE INDEX punches_of_person ON punches (person, number);
        CREATE TRIGGER punches_no_update BEFORE UPDATE ON punches
        BEGIN SELECT RAISE(ABORT, 'punches are append-only'); END;
        CREATE TRIGGER punches_no_delete BEFORE DELETE ON punches
        BEGIN SELECT RAISE(ABORT, 'punches are append-only'); END;

        CREATE TABLE reminder_settings (
            person TEXT PRIMARY KEY NOT NULL,
            is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reminder_states (
            person TEXT PRIMARY KEY NOT NULL,
            last_arrival INTEGER,
            last_departure INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reminder_decisions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            spot TEXT NOT NULL,
            kind TEXT NOT NULL,
            observed_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            source TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reminder_decisions_of_person ON reminder_decisions (person, received_at, number);
        CREATE INDEX reminder_decisions_by_age ON reminder_decisions (received_at);
        """
}
