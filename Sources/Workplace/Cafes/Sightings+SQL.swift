import Essentials
import JSON
import Kitchen
import Ordering
import SQLite

/// What a station has to do with a ticket.
struct TicketSighting: Hashable, Sendable {
    let station: StationID
    let isSeen: Bool
    let isAlerted: Bool
}

extension ReadTransaction {
    /// When a screen of each station of a café was last at work.
    func screensAtWork(of cafe: CafeID) throws -> [StationID: Timestamp] {
        let sql = "SELECT station, seen_at FROM station_screens WHERE cafe = ?"
        let screens = try connection.all(sql, cafe.rawValue) { row in
            try row.decoded(from: "station_screens", id: cafe.rawValue) { row -> (StationID, Timestamp)? in
                guard let station = StationID(try row.text(0)) else { return nil }
                return (station, try row.timestamp(1))
            }
        }
        return Dictionary(uniqueKeysWithValues: screens)
    }

    /// The stations that have seen a ticket, and those for which it was found unseen.
    func sightings(of ticket: TicketID) throws -> [TicketSighting] {
        let sql = """
            SELECT station, seen_at IS NOT NULL, alerted_at IS NOT NULL FROM ticket_sightings WHERE order_id = ?
            """
        return try connection.all(sql, ticket.rawValue) { row in
            try row.decoded(from: "ticket_sightings", id: ticket.rawValue) { row in
                guard let station = StationID(try row.text(0)) else { return nil }
                return TicketSighting(station: station, isSeen: try row.bool(1), isAlerted: try row.bool(2))
            }
        }
    }

    /// The tickets of a café's line that some of their stations have not seen in time.
    func unseenTickets(of cafe: CafeID, at time: Timestamp) throws -> [UnseenTicket] {
        let watch = SightingWatch(screens: try screensAtWork(of: cafe), at: time)
        guard !watch.isEmpty else { return [] }
        return try line(of: cafe, at: time.advanced(by: SightingWatch.limit * -1)).compactMap { ticket in
            let known = try sightings(of: ticket.id)
            let seen = Set(known.filter(\.isSeen).map(\.station))
            let stations = watch.unseen(ticket, by: seen, at: time)
            guard !stations.isEmpty else { return nil }
            let alerted = Set(known.filter(\.isAlerted).map(\.station))
            return UnseenTicket(
                id: ticket.id, stations: stations, isNew: !Set(stations).isSubset(of: alerted))
        }
    }
}

extension WriteTransaction {
    /// Notes that a screen of some stations is at work.
    func noteScreen(of stations: Set<StationID>, at cafe: CafeID, time: Timestamp) throws {
        for station in stations {
            try connection.execute(
                """
                INSERT INTO station_screens (cafe, station, seen_at) VALUES (?, ?, ?)
                ON CONFLICT (cafe, station) DO UPDATE SET seen_at = excluded.seen_at
                """, cafe.rawValue, station.rawValue, time.millisecondsSinceEpoch)
        }
    }

    /// Notes that a station has seen a ticket.
    func noteSighting(of ticket: TicketID, by station: StationID, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO ticket_sightings (order_id, station, seen_at) VALUES (?, ?, ?)
            ON CONFLICT (order_id, station) DO UPDATE SET seen_at = coalesce(ticket_sightings.seen_at, excluded.seen_at)
            """, ticket.rawValue, station.rawValue, time.millisecondsSinceEpoch)
    }

    /// Notes that staff were alerted because a station has not seen a ticket.
    func noteAlert(about ticket: TicketID, for station: StationID, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO ticket_sightings (order_id, station, alerted_at) VALUES (?, ?, ?)
            ON CONFLICT (order_id, station) DO UPDATE SET alerted_at = excluded.alerted_at
            """, ticket.rawValue, station.rawValue, time.millisecondsSinceEpoch)
    }

    /// Announces to the kitchen that other tickets are unseen than before.
    func announceUnseen(at cafe: CafeID, time: Timestamp) throws {
        try append(FeedChange(topic: .kitchen(cafe), kind: "unseen", body: "{}"), at: time)
    }

    /// Removes what is known about who has seen old tickets.
    func removeSightings(before time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM ticket_sightings WHERE coalesce(seen_at, alerted_at) < ?",
            time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Which stations have seen which tickets.
    static let sightings = """
        CREATE TABLE station_screens (
            cafe TEXT NOT NULL,
            station TEXT NOT NULL,
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (cafe, station)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ticket_sightings (
            order_id TEXT NOT NULL,
            station TEXT NOT NULL,
            seen_at INTEGER,
            alerted_at INTEGER,
            PRIMARY KEY (order_id, station)
        ) STRICT, WITHOUT ROWID;
        """
}
