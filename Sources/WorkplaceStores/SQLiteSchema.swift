import SQLite

/// The schema of a workplace's database, as the steps that lead to it.
///
/// A step that has been published is never edited; a change is another step.
///
/// Checks of a word are written with `OR`: for `IN` with more than two words SQLite builds a table of its own each time
/// a row is inserted, which doubled the cost of the row.
enum SQLiteSchema {
    static let migrations = [
        Migration(
            version: 1, name: "the first lunch",
            script: [access, orders, kitchen, accounts, feed].joined(separator: "\n")),
        Migration(version: 2, name: "attendance", script: attendance),
        Migration(version: 3, name: "presence", script: presence),
    ]

    private static let access = """
        CREATE TABLE campus_revisions (
            number INTEGER PRIMARY KEY,
            document BLOB NOT NULL,
            imported_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE sessions (
            token_digest BLOB PRIMARY KEY,
            owner_kind TEXT NOT NULL CHECK (owner_kind IN ('person', 'device')),
            owner TEXT NOT NULL,
            anti_forgery_token TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let orders = """
        -- A day is the date of a café's service day, counted from 1970-01-01.
        -- With a row number, because baskets are long: in a table without one they would fill the upper pages of
        -- the tree and spill over.
        CREATE TABLE orders (
            id TEXT PRIMARY KEY NOT NULL,
            person TEXT NOT NULL,
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            sequence INTEGER NOT NULL CHECK (sequence >= 1),
            stage TEXT NOT NULL,
            version INTEGER NOT NULL,
            placed_at INTEGER NOT NULL,
            channel TEXT NOT NULL,
            basket TEXT NOT NULL,
            UNIQUE (cafe, day, sequence)
        ) STRICT;
        CREATE INDEX orders_of_person ON orders (person, id);
        CREATE TRIGGER orders_keep_basket BEFORE UPDATE OF basket ON orders
        BEGIN SELECT RAISE(ABORT, 'what was sold never changes'); END;

        CREATE TABLE order_transitions (
            order_id TEXT NOT NULL REFERENCES orders (id),
            version INTEGER NOT NULL,
            from_stage TEXT NOT NULL,
            to_stage TEXT NOT NULL,
            actor_kind TEXT NOT NULL
                CHECK (actor_kind = 'person' OR actor_kind = 'device' OR actor_kind = 'system'),
            actor TEXT CHECK ((actor IS NULL) = (actor_kind = 'system')),
            device TEXT,
            at INTEGER NOT NULL,
            reason TEXT,
            PRIMARY KEY (order_id, version)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER order_transitions_no_update BEFORE UPDATE ON order_transitions
        BEGIN SELECT RAISE(ABORT, 'the record of transitions is append-only'); END;
        CREATE TRIGGER order_transitions_no_delete BEFORE DELETE ON order_transitions
        BEGIN SELECT RAISE(ABORT, 'the record of transitions is append-only'); END;

        -- No index on the time: outdated keys are looked for seldom, and keys are written with each order.
        CREATE TABLE idempotency_keys (
            person TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            order_id TEXT NOT NULL,
            used_at INTEGER NOT NULL,
            PRIMARY KEY (person, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE order_sequences (
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            last INTEGER NOT NULL,
            PRIMARY KEY (cafe, day)
        ) STRICT, WITHOUT ROWID;
        """

    private static let kitchen = """
        -- Café and day stand here again, because an index cannot reach into the order; what is to be made does not.
        -- Marks are one letter for each line of the order: open, done, or done with the ticket.
        CREATE TABLE tickets (
            id TEXT NOT NULL PRIMARY KEY,
            order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            stage TEXT NOT NULL,
            version INTEGER NOT NULL,
            marks TEXT NOT NULL,
            was_recalled INTEGER NOT NULL CHECK (was_recalled IN (0, 1)),
            bumped_at INTEGER,
            notice_due INTEGER CHECK ((notice_due IS NOT NULL) = (stage = 'done')),
            released_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Partial, so that a ticket leaves the index of what the kitchen looks at all day.
        CREATE INDEX tickets_open ON tickets (cafe, released_at, id)
            WHERE stage NOT IN ('collected', 'cancelled');
        CREATE INDEX tickets_collected ON tickets (cafe, day, released_at, id) WHERE stage = 'collected';
        CREATE INDEX tickets_with_notice ON tickets (notice_due, id) WHERE notice_due IS NOT NULL;
        """

    private static let accounts = """
        -- What a person may spend, or a café has earned, is positive; only meal accounts carry a balance.
        CREATE TABLE postings (
            entry INTEGER NOT NULL,
            position INTEGER NOT NULL,
            kind TEXT NOT NULL,
            order_id TEXT,
            account_kind TEXT NOT NULL CHECK (
                account_kind = 'meal' OR account_kind = 'sales' OR account_kind = 'tax' OR account_kind = 'funding'),
            owner TEXT CHECK ((owner IS NULL) = (account_kind = 'funding')),
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            balance INTEGER CHECK ((balance IS NOT NULL) = (account_kind = 'meal')),
            at INTEGER NOT NULL,
            PRIMARY KEY (entry, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX postings_of_person ON postings (owner, entry) WHERE account_kind = 'meal';
        CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

        CREATE TABLE meal_balances (
            person TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            PRIMARY KEY (person, currency)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE stock (
            cafe TEXT NOT NULL,
            item TEXT NOT NULL,
            remaining INTEGER NOT NULL CHECK (remaining >= 0),
            PRIMARY KEY (cafe, item)
        ) STRICT, WITHOUT ROWID;
        """

    private static let feed = """
        -- The last entry is never removed, so that its number is not given again.
        CREATE TABLE feed (
            number INTEGER PRIMARY KEY,
            topic TEXT NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        """
}
