import SQLite

extension SQLiteSchema {
    /// Ledgers of people's tips and the devices that exchange them; catalogues, switches, and who asked about whom.
    static let tips = """
        -- With a row number, because ledgers are long.
        CREATE TABLE tip_ledgers (
            person TEXT PRIMARY KEY NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            ledger BLOB NOT NULL
        ) STRICT;

        -- A day is counted from 1970-01-01. A device's number is the bits of 64 without a sign.
        CREATE TABLE tip_devices (
            person TEXT NOT NULL,
            device INTEGER NOT NULL,
            platform TEXT NOT NULL CHECK (platform = 'web' OR platform = 'terminal'),
            language TEXT NOT NULL,
            last_day INTEGER NOT NULL,
            PRIMARY KEY (person, device)
        ) STRICT, WITHOUT ROWID;

        -- A catalogue without a document is the one that is shipped.
        CREATE TABLE tip_catalogues (
            number INTEGER PRIMARY KEY,
            document BLOB,
            person TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE tip_switches (
            tip TEXT PRIMARY KEY NOT NULL,
            is_on INTEGER NOT NULL CHECK (is_on = 0 OR is_on = 1),
            person TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- An administrator asked why a person is not shown a tip.
        CREATE TABLE tip_looks (
            number INTEGER PRIMARY KEY,
            person TEXT NOT NULL,
            administrator TEXT NOT NULL,
            tip TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX tip_looks_of_person ON tip_looks (person, number);
        """

    /// Finds what the feed says of a person's tips; no other entry of the feed costs more by it.
    static let tipChanges = "CREATE INDEX feed_of_tips ON feed (topic) WHERE kind = 'tips'"
}
