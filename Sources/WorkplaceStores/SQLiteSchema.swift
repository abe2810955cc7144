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
        Migration(version: 4, name: "orders that wait", script: waits),
        Migration(version: 5, name: "tips", script: tips),
        Migration(
            version: 6, name: "by which catalogue somebody asked",
            script: "ALTER TABLE tip_looks ADD COLUMN catalogue INTEGER NOT NULL DEFAULT 0"),
        Migration(version: 7, name: "the last change of each person's tips", script: tipChanges),
        Migration(version: 8, name: "favourites", script: favourites),
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

        -- A row is what happened at one moment for one cause: the stages that the order went through, from the one
        -- before to the one after, with a space between them; the version is that after the last.
        CREATE TABLE order_transitions (
            order_id TEXT NOT NULL REFERENCES orders (id),
            version INTEGER NOT NULL,
            stages TEXT NOT NULL,
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
        """

    private static let kitchen = """
        -- Café and day stand here again, because an index cannot reach into the order; what is to be made does not.
        -- Marks are one letter for each line of the order: open, done, or done with the ticket.
        CREATE TABLE tickets (
            order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            stage TEXT NOT NULL,
            version INTEGER NOT NULL,
            marks TEXT NOT NULL,
            was_recalled INTEGER NOT NULL CHECK (was_recalled = 0 OR was_recalled = 1),
            bumped_at INTEGER,
            notice_due INTEGER CHECK ((notice_due IS NOT NULL) = (stage = 'done')),
            released_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Partial, so that a ticket leaves the index of what the kitchen looks at all day.
        CREATE INDEX tickets_open ON tickets (cafe, released_at, order_id)
            WHERE stage NOT IN ('collected', 'cancelled');
        CREATE INDEX tickets_collected ON tickets (cafe, day, released_at, order_id)
            WHERE stage = 'collected';
        CREATE INDEX tickets_with_notice ON tickets (notice_due, order_id) WHERE notice_due IS NOT NULL;
        """

    private static let accounts = """
        -- What a person may spend, or a café has earned, is positive. An entry is one row, so that the table itself
        -- refuses one that does not add up to nothing; an account that an entry does not touch is NULL.
        CREATE TABLE ledger (
            entry INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            order_id TEXT,
            person TEXT CHECK ((person IS NULL) = (meal IS NULL)),
            cafe TEXT CHECK ((cafe IS NULL) = (sales IS NULL AND tax IS NULL)),
            currency TEXT NOT NULL,
            meal INTEGER,
            sales INTEGER,
            tax INTEGER,
            funding INTEGER,
            balance INTEGER CHECK ((balance IS NULL) = (meal IS NULL)),
            at INTEGER NOT NULL,
            CHECK (ifnull(meal, 0) + ifnull(sales, 0) + ifnull(tax, 0) + ifnull(funding, 0) = 0)
        ) STRICT;
        -- An order is paid for once. A person's payments are found by their orders, which spares an index by person
        -- that each order would write to at another place.
        CREATE UNIQUE INDEX ledger_payments ON ledger (order_id) WHERE kind = 'payment';
        CREATE INDEX ledger_of_person ON ledger (person) WHERE kind <> 'payment';
        CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE VIEW postings (entry, position, kind, order_id, account_kind, owner, currency, amount, balance, at) AS
            SELECT entry, 0, kind, order_id, 'meal', person, currency, meal, balance, at FROM ledger
                WHERE meal IS NOT NULL
            UNION ALL SELECT entry, 1, kind, order_id, 'sales', cafe, currency, sales, NULL, at FROM ledger
                WHERE sales IS NOT NULL
            UNION ALL SELECT entry, 2, kind, order_id, 'tax', cafe, currency, tax, NULL, at FROM ledger
                WHERE tax IS NOT NULL
            UNION ALL SELECT entry, 3, kind, order_id, 'funding', NULL, currency, funding, NULL, at FROM ledger
                WHERE funding IS NOT NULL;

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
