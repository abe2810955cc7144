"""What a server's database holds, table by table, to see whether requests changed anything."""

import contextlib
import hashlib
import sqlite3

# Every request of a session may move the first on; webhooks follow the feed a moment after a change.
NOT_A_CHANGE = {("sessions", "used_at"), ("webhook_cursor", "last_feed")}


def store_digest(database):
    """A digest of each table, read beside the server."""
    digests = {}
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")
        for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if (table, row[1]) not in NOT_A_CHANGE]
            rows = sorted(map(repr, connection.execute(f"SELECT {', '.join(columns)} FROM {table}")))
            digests[table] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return digests


class Look:
    """A connection beside the server that knows whether somebody else has written since it looked.

    A digest of each table takes as long as twenty requests, and most requests of these tests are to change nothing.
    """

    last = None

    def __init__(self, database):
        self.database = database
        self.connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        self.version = self.digest = None

    @classmethod
    def at(cls, database):
        """The one of the database of the test that runs."""
        if cls.last is None or cls.last.database != database:
            if cls.last is not None:
                cls.last.connection.close()
            cls.last = cls(database)
        return cls.last

    def __call__(self):
        # Another number once anybody else has committed anything (https://www.sqlite.org/pragma.html#pragma_data_version).
        [(version,)] = self.connection.execute("PRAGMA data_version").fetchall()
        if self.digest is None or version != self.version:
            self.version, self.digest = version, store_digest(self.database)
        return self.digest


@contextlib.contextmanager
def unchanged(database, what=""):
    """What happens meanwhile changes nothing in the store."""
    look = Look.at(database)
    before = look()
    yield
    after = look()
    changed = [table for table in after if before.get(table) != after[table]]
    assert not changed, f"{what} changed {', '.join(changed)}"
