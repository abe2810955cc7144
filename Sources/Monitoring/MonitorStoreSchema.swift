import SQLite

/// The schema of a monitor's store, as migrations.
///
/// A published migration is never edited; a change needs another migration. SQLite's user version is the
/// format.
enum MonitorStoreSchema {
    /// "VMon", so that another program's database is not mistaken for a monitor's.
    static let applicationID: Int64 = 0x564D_6F6E

    static let migrations = [
        Migration(
            version: 1, name: "conditions, changes and readers",
            script: ["PRAGMA application_id = \(applicationID);", monitor, conditions, changes, readers]
                .joined(separator: "\n")),
        Migration(
            version: 2, name: "conditions with parts", script: MonitorStoreSchema.parts),
        Migration(version: 3, name: "what a reader holds is found at once", script: MonitorStoreSchema.held),
    ]

    private static let monitor = """
        -- One row. Each transaction adds one to the revision; times are microseconds since 1970.
        CREATE TABLE monitor (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            identity TEXT NOT NULL,
            revision INTEGER NOT NULL,
            last_number INTEGER NOT NULL,
            newest_time INTEGER,
            mark TEXT
        ) STRICT;
        INSERT INTO monitor (id, identity, revision, last_number) VALUES (1, lower(hex(randomblob(8))), 0, 0);
        """

    private static let conditions = """
        CREATE TABLE conditions (
            \(whatEachConditionHas)
            exit_seconds INTEGER NOT NULL, exit_attoseconds INTEGER NOT NULL,
            gone_seconds INTEGER NOT NULL, gone_attoseconds INTEGER NOT NULL,
            latitude REAL, longitude REAL, radius REAL,
            uuid BLOB, major INTEGER, minor INTEGER,
            CHECK ((radius IS NULL) <> (uuid IS NULL))
        ) STRICT, WITHOUT ROWID;
        """

    private static let changes = """
        \(changesTable(suffix: ""))
        CREATE INDEX changes_of_condition ON changes (identifier, number);
        """

    private static let readers = """
        CREATE TABLE readers (
            name TEXT PRIMARY KEY NOT NULL,
            cursor INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- What each reader holds unacknowledged, and what it acknowledged last of each condition.
        \(givenTable(suffix: ""))
        """

    // Tables that refer to the conditions are copied too, because dropping the old table would delete their
    // rows.
    private static let parts = """
        CREATE TABLE conditions_2 (
            \(whatEachConditionHas)
            weakest_signal INTEGER,
            exit_seconds INTEGER NOT NULL, exit_attoseconds INTEGER NOT NULL,
            gone_seconds INTEGER NOT NULL, gone_attoseconds INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO conditions_2 SELECT identifier, ordinal, added_number, added_time, assumed, history, revival,
            fixes, sigmas, cushion, maximum_speed, NULL, exit_seconds, exit_attoseconds, gone_seconds, gone_attoseconds
            FROM conditions;

        -- The conditions of a tree, each before its own parts; place 0 is the whole.
        CREATE TABLE parts (
            identifier TEXT NOT NULL REFERENCES conditions_2 (identifier) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            kind TEXT NOT NULL,
            parts INTEGER NOT NULL,
            latitude REAL, longitude REAL, radius REAL,
            uuid BLOB, major INTEGER, minor INTEGER,
            microseconds INTEGER,
            shape BLOB,
            PRIMARY KEY (identifier, place)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO parts SELECT identifier, 0, iif(radius IS NULL, 'beacon', 'circle'), 0,
            latitude, longitude, radius, uuid, major, minor, NULL, NULL FROM conditions;

        \(changesTable(suffix: "_2"))
        INSERT INTO changes_2 SELECT * FROM changes;

        \(givenTable(suffix: "_2"))
        INSERT INTO given_2 SELECT * FROM given;

        DROP TABLE given;
        DROP TABLE changes;
        DROP TABLE conditions;
        ALTER TABLE conditions_2 RENAME TO conditions;
        ALTER TABLE changes_2 RENAME TO changes;
        ALTER TABLE given_2 RENAME TO given;
        CREATE INDEX changes_of_condition ON changes (identifier, number);
        """

    // The table's key also covers acknowledged events, so each update of a reader would scan all of them.
    private static let held = """
        CREATE INDEX held_by_reader ON given (reader) WHERE is_acknowledged = 0;
        """

    // For both formats: the columns do not depend on the name of their table.

    private static let whatEachConditionHas = """
        identifier TEXT PRIMARY KEY NOT NULL,
        ordinal INTEGER NOT NULL UNIQUE,
        added_number INTEGER NOT NULL,
        added_time INTEGER NOT NULL,
        assumed INTEGER NOT NULL,
        history INTEGER NOT NULL,
        revival INTEGER NOT NULL,
        fixes INTEGER NOT NULL,
        sigmas REAL NOT NULL,
        cushion REAL NOT NULL,
        maximum_speed REAL NOT NULL,
        """

    private static func changesTable(suffix: String) -> String {
        """
        CREATE TABLE changes\(suffix) (
            number INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL REFERENCES conditions\(suffix) (identifier) ON DELETE CASCADE,
            state INTEGER NOT NULL,
            time INTEGER NOT NULL,
            uuid BLOB, major INTEGER, minor INTEGER,
            diagnostics INTEGER NOT NULL,
            last_known INTEGER
        ) STRICT;
        """
    }

    private static func givenTable(suffix: String) -> String {
        """
        CREATE TABLE given\(suffix) (
            reader TEXT NOT NULL REFERENCES readers (name) ON DELETE CASCADE,
            identifier TEXT NOT NULL REFERENCES conditions\(suffix) (identifier) ON DELETE CASCADE,
            is_acknowledged INTEGER NOT NULL CHECK (is_acknowledged IN (0, 1)),
            number INTEGER NOT NULL,
            state INTEGER NOT NULL,
            time INTEGER NOT NULL,
            uuid BLOB, major INTEGER, minor INTEGER,
            diagnostics INTEGER NOT NULL,
            last_known INTEGER,
            PRIMARY KEY (reader, identifier, is_acknowledged)
        ) STRICT, WITHOUT ROWID;
        """
    }
}
