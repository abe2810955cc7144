import Essentials
import Kitchen
import Ordering
import SQLite

extension ReadTransaction {
    /// The figures of a café for a range of service days: stored figures, and counts of the records for other days.
    func figures(
        of cafe: Cafe, from first: CalendarDate, through last: CalendarDate, at time: Timestamp
    ) throws -> DayFigures {
        var figures = DayFigures()
        let sql = "SELECT kind, name, counts FROM day_figures WHERE cafe = ? AND day BETWEEN ? AND ?"
        try connection.forEach(sql, cafe.id.rawValue, first.daysSinceEpoch, last.daysSinceEpoch) { row in
            let (kind, name, counts) = try row.decoded(from: "day_figures", id: cafe.id.rawValue) {
                try $0.figures()
            }
            figures.add(kind, name, counts)
        }
        let kept = try keptDays(of: cafe.id, from: first, through: last)
        for day in first.daysSinceEpoch...last.daysSinceEpoch where !kept.contains(day) {
            let day = cafe.serviceDay(on: CalendarDate(daysSinceEpoch: day))
            if day.start <= time { figures.add(try self.figures(of: cafe, on: day, until: time)) }
        }
        return figures
    }

    /// The days of a range that have stored figures.
    func keptDays(of cafe: CafeID, from first: CalendarDate, through last: CalendarDate) throws -> Set<Int> {
        let sql = """
            SELECT day FROM day_figures
            WHERE cafe = ? AND day BETWEEN ? AND ? AND kind = 'day' AND name = ''
            """
        return Set(
            try connection.all(sql, cafe.rawValue, first.daysSinceEpoch, last.daysSinceEpoch) {
                try $0.int(0)
            })
    }

    /// The service day of a café's first order; `nil` before the first order.
    func firstOrderDay(of cafe: CafeID) throws -> CalendarDate? {
        let sql = "SELECT day FROM orders WHERE cafe = ? ORDER BY day LIMIT 1"
        return try connection.first(sql, cafe.rawValue) { try $0.date(0) }
    }

    /// Counts the figures of a service day from the records, up to an instant.
    ///
    /// - Complexity: O(*n*) in the number of orders of the day.
    func figures(of cafe: Cafe, on day: ServiceDay, until time: Timestamp) throws -> DayFigures {
        var figures = DayFigures()
        figures.add(.day)
        for order in try countedOrders(of: cafe.id, on: day.date) { figures.add(order, in: cafe.zone) }
        let end = min(day.end, time)
        if let pickup = cafe.pickup {
            let windows = cafe.pickupWindows(from: day.start, before: day.end).filter {
                day.contains($0.start)
            }
            figures.add(windows, holding: pickup.capacity, in: cafe.zone)
        }
        let open = cafe.openingHours.intervals(
            from: day.date.advanced(byDays: -1), through: day.date.advanced(byDays: 1), in: cafe.zone)
        for (thing, spans) in try soldOutSpans(of: cafe.id, before: end) {
            let spans = spans.map { $0.clamped(to: day.start..<max(day.start, end)) }
            let length = spans.reduce(Duration.zero) { sum, span in
                open.reduce(sum) { $0 + $1.clamped(to: span).length }
            }
            figures.add(.soldOut, thing.name, count: Int(length.wholeMilliseconds / 60_000))
        }
        return figures
    }

    private func countedOrders(of cafe: CafeID, on day: CalendarDate) throws -> [CountedOrder] {
        let sql = """
            SELECT channel, orders.stage, kind, placed_at, coalesce(pulled_at, released_at), pickup_start, quote_from,
                quote_until, work, sequence
            FROM orders JOIN tickets ON order_id = id WHERE orders.cafe = ? AND orders.day = ? ORDER BY sequence
            """
        var places: [Int: Int] = [:]
        var orders = try connection.all(sql, cafe.rawValue, day.daysSinceEpoch) { row in
            places[try row.int(9)] = places.count
            return try row.decoded(from: "tickets", id: nil) { try $0.countedOrder() }
        }
        let changes = """
            SELECT sequence, ticket_record.stage, marks, at FROM orders
            JOIN ticket_record ON ticket_record.order_id = orders.id
            WHERE orders.cafe = ? AND day = ? ORDER BY sequence, ticket_record.version
            """
        try connection.forEach(changes, cafe.rawValue, day.daysSinceEpoch) { row in
            guard let place = places[try row.int(0)] else { return }
            let (stage, marks, time) = try row.decoded(from: "ticket_record", id: nil) {
                row -> (TicketStage.Name, [LineMark], Timestamp)? in
                guard let stage = TicketStage.Name(rawValue: try row.text(1)),
                    let marks = [LineMark](stored: try row.text(2))
                else { return nil }
                return (stage, marks, try row.timestamp(3))
            }
            orders[place].note(stage, marks, at: time)
        }
        return orders
    }
}

extension Cafe {
    /// The service day of a date.
    func serviceDay(on date: CalendarDate) -> ServiceDay {
        serviceDay(at: zone.firstInstant(atMinute: dayBoundaryHour * 60, of: date))
    }
}

extension Range<Timestamp> {
    fileprivate var length: Duration { lowerBound.duration(to: upperBound) }
}

extension SoldOutMark.Thing {
    /// The name in figures: `item/` or `choice/`, and the identifier.
    fileprivate var name: String {
        switch self {
        case .item(let id): "item/\(id.rawValue)"
        case .choice(let id): "choice/\(id.rawValue)"
        }
    }
}

extension StoreRow {
    fileprivate func figures() throws -> (DayFigures.Kind, String, [Int: Int])? {
        guard let kind = DayFigures.Kind(rawValue: try text(0)),
            let counts = DayFigures.counts(stored: try text(2))
        else { return nil }
        return (kind, try text(1), counts)
    }

    fileprivate func countedOrder() throws -> CountedOrder? {
        guard let channel = OrderChannel(rawValue: try text(0)),
            let stage = OrderStage(rawValue: try text(1)),
            let kind = OrderKind(rawValue: try text(2))
        else { return nil }
        var quote: Range<Timestamp>?
        if let start = try optionalTimestamp(6) { quote = start..<max(start, try timestamp(7)) }
        return CountedOrder(
            channel: channel, stage: stage, kind: kind, placedAt: try timestamp(3),
            enteredAt: try timestamp(4),
            pickupAt: try optionalTimestamp(5), quote: quote,
            work: try CountedOrder.Work.list(stored: text(8)))
    }
}

extension CountedOrder.Work {
    /// The work of each line; empty for a text of an earlier version, whose lines do not name their items.
    fileprivate static func list(stored text: String) -> [Self] {
        let lines = text.split(separator: ";")
        let work = lines.compactMap(Self.init(stored:))
        return work.count == lines.count ? work : []
    }

    fileprivate init?(stored line: Substring) {
        let parts = line.split(separator: " ")
        guard parts.count == 4, let minutes = Int(parts[1]), let quantity = Int(parts[2]) else { return nil }
        self.init(item: String(parts[3]), station: String(parts[0]), minutes: minutes, quantity: quantity)
    }
}

extension WriteTransaction {
    /// Stores the figures of a service day that is over.
    func keepFigures(of cafe: Cafe, on day: ServiceDay) throws {
        for (kind, names) in try figures(of: cafe, on: day, until: day.end).counts {
            for (name, counts) in names {
                try connection.execute(
                    "INSERT INTO day_figures (cafe, day, kind, name, counts) VALUES (?, ?, ?, ?, ?)",
                    cafe.id.rawValue, day.date.daysSinceEpoch, kind.rawValue, name,
                    DayFigures.stored(counts))
            }
        }
    }

    /// Deletes the stored figures of a service day after a late change, so that they are counted again.
    ///
    /// No day has stored figures before its date is over in UTC, so most changes delete nothing.
    func dropFigures(of cafe: CafeID, on day: CalendarDate, at time: Timestamp) throws {
        guard DayFigures.mayBeKept(day, at: time) else { return }
        try connection.execute(
            "DELETE FROM day_figures WHERE cafe = ? AND day = ?", cafe.rawValue, day.daysSinceEpoch)
    }
}

extension DayFigures {
    /// How often values occurred, as it is stored: each value and its number, in order, with spaces between them.
    static func stored(_ counts: [Int: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }

    /// Reads what ``stored(_:)`` wrote; `nil` for any other text.
    static func counts(stored text: String) -> [Int: Int]? {
        var numbers: [Int] = []
        var (number, sign, hasDigits) = (0, 1, false)
        // A month has a quarter of a million numbers, and splitting the text takes ten times as long.
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                (number, hasDigits) = (number &* 10 &+ Int(byte - UInt8(ascii: "0")), true)
            case UInt8(ascii: "-") where !hasDigits && sign == 1: sign = -1
            case UInt8(ascii: " ") where hasDigits:
                numbers.append(sign * number)
                (number, sign, hasDigits) = (0, 1, false)
            default: return nil
            }
        }
        guard hasDigits else { return nil }
        numbers.append(sign * number)
        guard numbers.count.isMultiple(of: 2) else { return nil }
        var counts: [Int: Int] = [:]
        for index in stride(from: 0, to: numbers.count, by: 2) {
            counts[numbers[index], default: 0] += numbers[index + 1]
        }
        return counts
    }

    /// Whether figures of a day can be kept: not before its date is over in Greenwich.
    static func mayBeKept(_ day: CalendarDate, at time: Timestamp) -> Bool { Zone.utc.date(at: time) > day }
}

extension SQLiteSchema {
    /// Figures of service days that are over, so that a report over a month need not count its orders.
    static let dayFigures = """
        CREATE TABLE day_figures (
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (cafe, day, kind, name, value)
        ) STRICT, WITHOUT ROWID;
        """

    /// One row for each name instead of each value.
    ///
    /// The days are counted again from the record.
    static let dayFiguresByName = """
        DROP TABLE day_figures;
        CREATE TABLE day_figures (
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            -- Values and how often each occurred: 60 3 70 1
            counts TEXT NOT NULL,
            PRIMARY KEY (cafe, day, kind, name)
        ) STRICT, WITHOUT ROWID;
        """
}
