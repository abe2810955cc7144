import Essentials
import Kitchen
import Ordering
import SQLite

extension ReadTransaction {
    /// The most tickets that a forecast looks at; a kitchen with more in its line is hours behind.
    private static let longestLine = 300
    /// What nobody has touched for so long was forgotten.
    private static let forgotten = Duration.seconds(4 * 3_600)
    // SQLite uses the partial index only if the condition repeats the index's condition word for word.
    private static let lineOfCafe = """
        SELECT order_id, COALESCE(pulled_at, released_at), raised_at, stage, marks, work,
            CASE stage WHEN 'preparing' THEN (
                SELECT max(at) FROM order_transitions
                WHERE order_transitions.order_id = tickets.order_id AND stages LIKE '% preparing'
            ) END
        FROM tickets
        WHERE cafe = ? AND stage NOT IN ('collected', 'cancelled')
            AND (stage = 'waiting' OR stage = 'preparing')
            AND COALESCE(pulled_at, released_at) BETWEEN ? AND ?
        ORDER BY released_at, order_id LIMIT \(longestLine)
        """

    /// The tickets in a café's line with the work that is left of them.
    func line(of cafe: CafeID, at time: Timestamp) throws -> [QueuedTicket] {
        try connection.all(
            Self.lineOfCafe, cafe.rawValue, time.advanced(by: Self.forgotten * -1).millisecondsSinceEpoch,
            time.millisecondsSinceEpoch
        ) { row in
            try row.decoded(from: "tickets", id: try row.text(0)) { try $0.queuedTicket() }
        }
    }

    /// What a café's quotes have taught.
    func quoteCalibration(of cafe: CafeID) throws -> QuoteCalibration {
        let sql = "SELECT own, ahead, width, outcomes FROM quote_calibrations WHERE cafe = ?"
        return try connection.first(sql, cafe.rawValue) { row in
            try row.decoded(from: "quote_calibrations", id: cafe.rawValue) { row in
                QuoteCalibration(
                    own: try row.double(0), ahead: try row.double(1), width: try row.double(2),
                    outcomes: try row.text(3).compactMap(ReadyQuote.Outcome.init))
            }
        } ?? QuoteCalibration()
    }

    /// What an order was quoted when it joined the line; `nil` for an order that was promised a window.
    func quote(of order: OrderID) throws -> ReadyQuote? {
        let sql = """
            SELECT released_at, quote_own, quote_ahead, quote_from, quote_until FROM tickets
            WHERE order_id = ? AND quote_from IS NOT NULL
            """
        return try connection.first(sql, order.rawValue) { row in
            ReadyQuote(
                at: try row.timestamp(0),
                forecast: ReadyForecast(
                    own: .milliseconds(try row.int64(1)), ahead: .milliseconds(try row.int64(2))),
                from: try row.timestamp(3), until: try row.timestamp(4))
        }
    }
}

extension StoreRow {
    fileprivate func queuedTicket() throws -> QueuedTicket? {
        guard let id = TicketID(try text(0)) else { return nil }
        let marks = try text(4)
        let work = [StationWork](stored: try text(5))
        guard let work, work.count == marks.utf8.count else { return nil }
        return QueuedTicket(
            id: id, releasedAt: try timestamp(1), startedAt: try optionalTimestamp(6),
            isRaised: try optionalTimestamp(2) != nil,
            work: zip(work, marks.utf8).compactMap { $0.1 == UInt8(ascii: "o") ? $0.0 : nil })
    }
}

extension [StationWork] {
    /// Reads the work of each line: station, minutes, quantity and item, with a semicolon between lines.
    init?(stored text: String) {
        self = []
        for line in text.split(separator: ";") {
            let parts = line.split(separator: " ")
            guard parts.count >= 3, let station = StationID(String(parts[0])), let minutes = Int(parts[1]),
                let quantity = Int(parts[2])
            else { return nil }
            append(StationWork(station: station, minutes: minutes, quantity: quantity))
        }
    }
}

extension [TicketLine] {
    /// The work of the lines as it is stored with a ticket.
    var stored: String {
        map { "\($0.station.rawValue) \($0.prepMinutes) \($0.quantity) \($0.item.rawValue)" }
            .joined(separator: ";")
    }
}

extension WriteTransaction {
    /// Notes that an order is ready for the first time, and learns from what it was quoted.
    func settleQuote(of ticket: Ticket, readyAt: Timestamp) throws {
        try connection.execute(
            "UPDATE tickets SET ready_at = ? WHERE order_id = ? AND ready_at IS NULL",
            readyAt.millisecondsSinceEpoch, ticket.id.rawValue)
        guard try connection.changedRows == 1, let quote = try quote(of: ticket.order) else { return }
        var calibration = try quoteCalibration(of: ticket.cafe)
        calibration.note(quote, readyAt: readyAt)
        try connection.execute(
            """
            INSERT INTO quote_calibrations (cafe, own, ahead, width, outcomes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (cafe) DO UPDATE SET own = excluded.own, ahead = excluded.ahead,
                width = excluded.width, outcomes = excluded.outcomes
            """, ticket.cafe.rawValue, calibration.own, calibration.ahead, calibration.width,
            String(calibration.outcomes.map(\.rawValue)))
    }
}

extension SQLiteSchema {
    /// What orders are quoted, and what came of it.
    static let quotes = """
        -- Station, minutes and quantity of each line, so that a forecast need not read baskets.
        ALTER TABLE tickets ADD COLUMN work TEXT NOT NULL DEFAULT '';
        -- What was expected, in milliseconds: the order's own work, and the work ahead.
        ALTER TABLE tickets ADD COLUMN quote_own INTEGER;
        ALTER TABLE tickets ADD COLUMN quote_ahead INTEGER;
        ALTER TABLE tickets ADD COLUMN quote_from INTEGER;
        ALTER TABLE tickets ADD COLUMN quote_until INTEGER;
        ALTER TABLE tickets ADD COLUMN ready_at INTEGER;
        UPDATE tickets SET work = (
            SELECT group_concat(
                json_extract(line.value, '$.station') || ' ' || json_extract(line.value, '$.prepMinutes') || ' '
                    || json_extract(line.value, '$.quantity'), ';')
            FROM orders, json_each(orders.basket, '$.lines') AS line WHERE orders.id = tickets.order_id);
        CREATE TABLE quote_calibrations (
            cafe TEXT NOT NULL PRIMARY KEY,
            own REAL NOT NULL,
            ahead REAL NOT NULL,
            width REAL NOT NULL,
            outcomes TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
