import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    /// A person's favourites.
    func favourites(of person: PersonID) throws -> Favourites {
        let sql = "SELECT cafe, item FROM favourites WHERE person = ?"
        let marked = try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: "favourites", id: nil) { row -> Favourite? in
                guard let cafe = CafeID(try row.text(0)), let item = ItemID(try row.text(1)) else {
                    return nil
                }
                return Favourite(cafe: cafe, item: item)
            }
        }
        return Favourites(Set(marked))
    }
}

extension WriteTransaction {
    /// Inserts a favourite, unless it exists.
    func insert(_ favourite: Favourite, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO favourites (person, cafe, item) VALUES (?, ?, ?)
            ON CONFLICT (person, cafe, item) DO NOTHING
            """, person.rawValue, favourite.cafe.rawValue, favourite.item.rawValue)
    }

    /// Deletes a favourite, if it exists.
    func remove(_ favourite: Favourite, of person: PersonID) throws {
        try connection.execute(
            "DELETE FROM favourites WHERE person = ? AND cafe = ? AND item = ?", person.rawValue,
            favourite.cafe.rawValue, favourite.item.rawValue)
    }

    /// Deletes all favourites of a person.
    func removeFavourites(of person: PersonID) throws {
        try connection.execute("DELETE FROM favourites WHERE person = ?", person.rawValue)
    }
}

extension SQLiteSchema {
    /// Favourites, until their people remove them.
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
