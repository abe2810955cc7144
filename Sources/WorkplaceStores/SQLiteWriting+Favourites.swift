import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func insert(_ favourite: Favourite, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO favourites (person, cafe, item) VALUES (?, ?, ?)
            ON CONFLICT (person, cafe, item) DO NOTHING
            """, person.rawValue, favourite.cafe.rawValue, favourite.item.rawValue)
    }

    func remove(_ favourite: Favourite, of person: PersonID) throws {
        try connection.execute(
            "DELETE FROM favourites WHERE person = ? AND cafe = ? AND item = ?", person.rawValue,
            favourite.cafe.rawValue, favourite.item.rawValue)
    }

    func removeFavourites(of person: PersonID) throws {
        try connection.execute("DELETE FROM favourites WHERE person = ?", person.rawValue)
    }
}
