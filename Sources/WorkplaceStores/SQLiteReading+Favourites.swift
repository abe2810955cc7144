import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteReading {
    func favourites(of person: PersonID) throws -> Favourites {
        let sql = "SELECT cafe, item FROM favourites WHERE person = ?"
        let marked = try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: .favourites, id: nil) { row -> Favourite? in
                guard let cafe = CafeID(try row.text(0)), let item = ItemID(try row.text(1)) else {
                    return nil
                }
                return Favourite(cafe: cafe, item: item)
            }
        }
        return Favourites(Set(marked))
    }
}
