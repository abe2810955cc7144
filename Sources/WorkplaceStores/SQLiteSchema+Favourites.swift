import SQLite

extension SQLiteSchema {
    /// What people have marked, until they take the marks away.
    static let favourites = """
        CREATE TABLE favourites (
            person TEXT NOT NULL,
            cafe TEXT NOT NULL,
            item TEXT NOT NULL,
            PRIMARY KEY (person, cafe, item)
        ) STRICT, WITHOUT ROWID;

        -- Finds what the feed says of them; no other entry of the feed costs more by it.
        CREATE INDEX feed_of_favourites ON feed (topic) WHERE kind = 'favourites';
        """
}
