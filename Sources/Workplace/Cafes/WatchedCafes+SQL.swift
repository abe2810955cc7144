import Essentials
import Kitchen
import SQLite

extension ReadTransaction {
    /// How many tickets of each café some station has not seen in time, for the cafés whose screens were at work lately.
    func unseenTicketCounts(at time: Timestamp) throws -> [(cafe: CafeID, count: Int)] {
        let sql = "SELECT DISTINCT cafe FROM station_screens WHERE seen_at >= ? ORDER BY cafe"
        let since = time.advanced(by: .zero - SightingWatch.memory)
        let cafes = try connection.all(sql, since.millisecondsSinceEpoch) { CafeID(try $0.text(0)) }
        return try cafes.compactMap { $0 }.map { ($0, try unseenTickets(of: $0, at: time).count) }
    }
}
