import SQLite

/// The migrations of a store of tips.
///
/// A published migration never changes; a change is another migration. SQLite's user version is the format.
enum TipStoreSchema {
    /// "VTip", so that another program's database is not taken for a store of tips.
    static let applicationID: Int64 = 0x5654_6970

    /// The newest format.
    static var format: Int64 { Int64(migrations.last?.version ?? 0) }

    static let migrations = [
        Migration(
            version: 1, name: "tips, parameters, events",
            script: """
                PRAGMA application_id = \(applicationID);

                -- One row. Each transaction adds one to the revision; times are microseconds since 1970, devices and
                -- replicas are the bits of their numbers.
                CREATE TABLE store (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    device INTEGER NOT NULL,
                    epoch INTEGER NOT NULL,
                    revision INTEGER NOT NULL
                ) STRICT;
                INSERT INTO store (id, device, epoch, revision) VALUES (1, random(), 0, 0);

                -- A number that no donation of the replica has had, also none that was deleted.
                CREATE TABLE sequences (
                    replica INTEGER PRIMARY KEY,
                    next INTEGER NOT NULL
                ) STRICT;

                CREATE TABLE tips (
                    id TEXT PRIMARY KEY NOT NULL,
                    epoch INTEGER NOT NULL,
                    ended INTEGER, ended_by INTEGER, reason INTEGER,
                    appeared INTEGER, is_exempt INTEGER,
                    revision INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE displays (
                    tip TEXT NOT NULL REFERENCES tips (id) ON DELETE CASCADE,
                    replica INTEGER NOT NULL,
                    count INTEGER NOT NULL,
                    microseconds INTEGER NOT NULL,
                    PRIMARY KEY (tip, replica)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE parameters (
                    name TEXT PRIMARY KEY NOT NULL,
                    value BLOB NOT NULL,
                    time INTEGER NOT NULL, counter INTEGER NOT NULL, replica INTEGER NOT NULL,
                    revision INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE events (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    epoch INTEGER NOT NULL,
                    revision INTEGER NOT NULL
                ) STRICT;

                -- The different payloads; donations without data have none.
                CREATE TABLE payloads (
                    id INTEGER PRIMARY KEY,
                    bytes BLOB NOT NULL UNIQUE
                ) STRICT;

                -- In the order in which they are joined.
                CREATE TABLE donations (
                    event INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
                    time INTEGER NOT NULL,
                    replica INTEGER NOT NULL,
                    sequence INTEGER NOT NULL,
                    payload INTEGER,
                    revision INTEGER NOT NULL,
                    PRIMARY KEY (event, time, replica, sequence)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX donations_by_revision ON donations (revision);
                CREATE INDEX donations_by_payload ON donations (payload) WHERE payload IS NOT NULL;

                -- Copies of what no longer decodes.
                CREATE TABLE set_aside (
                    id INTEGER PRIMARY KEY,
                    kind TEXT NOT NULL,
                    name TEXT NOT NULL,
                    bytes BLOB NOT NULL,
                    reason TEXT NOT NULL,
                    time INTEGER NOT NULL,
                    UNIQUE (kind, name, bytes)
                ) STRICT;
                """),
        Migration(
            version: 2, name: "exchanges with other devices",
            script: """
                -- Up to which revision and epoch the other side has everything, and how far this device knows it.
                CREATE TABLE exchanges (
                    name TEXT PRIMARY KEY NOT NULL,
                    sent INTEGER NOT NULL,
                    epoch INTEGER NOT NULL,
                    cursor TEXT
                ) STRICT, WITHOUT ROWID;
                """),
        Migration(
            version: 3, name: "events that stay on the device",
            script: """
                -- Events whose donations are never sent, whoever opens the store.
                CREATE TABLE IF NOT EXISTS staying_events (
                    name TEXT PRIMARY KEY NOT NULL
                ) STRICT, WITHOUT ROWID;
                """),
        Migration(
            version: 4, name: "no list of donations by revision",
            script: """
                -- Events have the revision of their newest donation; the others need not be looked through.
                DROP INDEX IF EXISTS donations_by_revision;
                """),
        Migration(
            version: 5, name: "resets of which others have not heard",
            script: """
                -- Whether the store was reset since it last exchanged anything: then what the others have is void.
                ALTER TABLE store ADD COLUMN wants_reset INTEGER NOT NULL DEFAULT 0;
                """),
    ]
}
