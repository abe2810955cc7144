import Essentials
import SQLite

extension ReadTransaction {
    /// The number of the latest entry, and the time of the first one after a number; `nil` when there is none.
    func feedLag(after number: Int64) throws -> (last: Int64, since: Timestamp?) {
        let sql = "SELECT at FROM feed WHERE number > ? ORDER BY number LIMIT 1"
        return (try feedBounds().last, try connection.first(sql, number) { try $0.timestamp(0) })
    }
}
