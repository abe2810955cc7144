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


@contextlib.contextmanager
def unchanged(database, what=""):
    """What happens meanwhile changes nothing in the store."""
    before = store_digest(database)
    yield
    after = store_digest(database)
    changed = [table for table in after if before.get(table) != after[table]]
    assert not changed, f"{what} changed {', '.join(changed)}"
