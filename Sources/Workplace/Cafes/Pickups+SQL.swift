import Essentials
import JSON
import Ordering
import SQLite

extension ReadTransaction {
    /// The loads of a café's windows that start between two instants, by their start.
    func pickupLoads(
        of cafe: CafeID, from first: Timestamp, through last: Timestamp
    ) throws -> [Timestamp: PickupLoad] {
        let sql = """
            SELECT starts_at, orders, items, work FROM pickup_windows
            WHERE cafe = ? AND starts_at BETWEEN ? AND ?
            """
        let loads = try connection.all(
            sql, cafe.rawValue, first.millisecondsSinceEpoch, last.millisecondsSinceEpoch
        ) { row in
            try row.decoded(from: "pickup_windows", id: nil) {
                (try $0.timestamp(0), try $0.pickupLoad(from: 1))
            }
        }
        return Dictionary(uniqueKeysWithValues: loads)
    }

    /// A window with bookings and the result of its last review.
    struct BookedWindow {
        let start: Timestamp
        let load: PickupLoad
        /// The café's offset from UTC at the start, in seconds, by the zone rules at the booking.
        let offset: Int?
        /// Whether staff were notified that it is overfull.
        let isOverfull: Bool
    }

    /// The windows of a café with bookings that begin after an instant, in order.
    func bookedWindows(of cafe: CafeID, after time: Timestamp) throws -> [BookedWindow] {
        let sql = """
            SELECT starts_at, orders, items, work, utc_offset, is_overfull FROM pickup_windows
            WHERE cafe = ? AND starts_at > ? ORDER BY starts_at
            """
        return try connection.all(sql, cafe.rawValue, time.millisecondsSinceEpoch) { row in
            try row.decoded(from: "pickup_windows", id: nil) { row in
                BookedWindow(
                    start: try row.timestamp(0), load: try row.pickupLoad(from: 1),
                    offset: try row.optionalInt(4), isOverfull: try row.bool(5))
            }
        }
    }

    /// The orders of a café with a booked window that ends after an instant.
    func bookedOrders(of cafe: CafeID, after time: Timestamp) throws -> [OrderID] {
        let sql = "SELECT order_id FROM pickup_bookings WHERE cafe = ? AND ends_at > ? ORDER BY order_id"
        return try connection.all(sql, cafe.rawValue, time.millisecondsSinceEpoch) { row in
            try row.decoded(from: "pickup_bookings", id: nil) { OrderID(try $0.text(0)) }
        }
    }

    /// A person's hold; it may have expired.
    func pickupHold(of person: PersonID) throws -> PickupHold? {
        let sql = "SELECT \(Self.holdColumns) FROM pickup_holds WHERE person = ?"
        return try connection.first(sql, person.rawValue, row: Self.hold)
    }

    /// The expired holds of a café that are not released yet.
    func pickupHolds(of cafe: CafeID, expiredBy time: Timestamp) throws -> [PickupHold] {
        try pickupHolds(expiredBy: time).filter { $0.cafe == cafe }
    }

    /// All expired holds that are not released yet, earliest first.
    func pickupHolds(expiredBy time: Timestamp) throws -> [PickupHold] {
        let sql = """
            SELECT \(Self.holdColumns) FROM pickup_holds WHERE expires_at <= ? ORDER BY expires_at, person
            """
        return try connection.all(sql, time.millisecondsSinceEpoch, row: Self.hold)
    }

    /// The expired holds, and the hold of a person: an order needs both.
    func pickupHolds(expiredBy time: Timestamp, orOf person: PersonID) throws -> [PickupHold] {
        let sql = "SELECT \(Self.holdColumns) FROM pickup_holds WHERE expires_at <= ? OR person = ?"
        return try connection.all(sql, time.millisecondsSinceEpoch, person.rawValue, row: Self.hold)
    }

    private static func hold(_ row: borrowing StoreRow) throws -> PickupHold {
        try row.decoded(from: "pickup_holds", id: nil) { try $0.pickupHold() }
    }

    /// When the next hold expires.
    func nextHoldExpiry() throws -> Timestamp? {
        try connection.first("SELECT expires_at FROM pickup_holds ORDER BY expires_at LIMIT 1") {
            try $0.timestamp(0)
        }
    }

    private static let holdColumns = "person, cafe, starts_at, ends_at, is_soonest, shares, expires_at"

    /// The load of one window; `nil` without a counter.
    fileprivate func pickupLoad(of cafe: CafeID, at start: Timestamp) throws -> PickupLoad? {
        let sql = "SELECT orders, items, work FROM pickup_windows WHERE cafe = ? AND starts_at = ?"
        return try connection.first(sql, cafe.rawValue, start.millisecondsSinceEpoch) { row in
            try row.decoded(from: "pickup_windows", id: nil) { try $0.pickupLoad(from: 0) }
        }
    }
}

extension StoreRow {
    fileprivate func pickupLoad(from column: Int) throws -> PickupLoad {
        PickupLoad(
            orders: try int(column), items: try int(column + 1),
            work: try PickupShares.work(of: try text(column + 2)))
    }

    fileprivate func pickupHold() throws -> PickupHold? {
        guard let person = PersonID(try text(0)), let cafe = CafeID(try text(1)) else { return nil }
        return PickupHold(
            person: person, cafe: cafe, start: try timestamp(2), end: try timestamp(3),
            isSoonest: try bool(4), shares: try PickupShares.shares(of: try text(5)),
            expiresAt: try timestamp(6))
    }

    /// The pickup of an order in four columns; `nil` when they are empty.
    func orderPickup(from column: Int) throws -> OrderPickup? {
        guard let start = try optionalTimestamp(column) else { return nil }
        return OrderPickup(
            start: start, end: try timestamp(column + 1), isSoonest: try bool(column + 2),
            entersLineAt: try timestamp(column + 3))
    }
}

extension WriteTransaction {
    /// Stores the load of a window with a new booking.
    func set(_ load: PickupLoad, of start: Timestamp, at cafe: Cafe, time: Timestamp) throws {
        try put(
            load, at: cafe.id, start: start, offset: cafe.zone.secondsFromUTC(at: start), time: time)
    }

    /// Stores the result of a window's review.
    func note(_ start: Timestamp, of cafe: CafeID, offset: Int, isOverfull: Bool) throws {
        try connection.execute(
            "UPDATE pickup_windows SET utc_offset = ?, is_overfull = ? WHERE cafe = ? AND starts_at = ?",
            arguments: [.number(offset), isOverfull.sqlValue, .text(cafe.rawValue), .time(start)])
    }

    /// Subtracts shares from the loads of windows; a window that ended long ago has no counter.
    private func giveBack(_ shares: [PickupShare], at cafe: CafeID, time: Timestamp) throws {
        for share in shares {
            guard let taken = try pickupLoad(of: cafe, at: share.start) else { continue }
            try put(taken - share.load, at: cafe, start: share.start, offset: nil, time: time)
        }
    }

    /// Inserts a hold whose capacity is already booked; the person must have no other hold.
    func insert(_ hold: PickupHold) throws {
        try connection.execute(
            """
            INSERT INTO pickup_holds (person, cafe, starts_at, ends_at, is_soonest, shares, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(hold.person.rawValue), .text(hold.cafe.rawValue), .time(hold.start), .time(hold.end),
                hold.isSoonest.sqlValue, .text(PickupShares.text(of: hold.shares)), .time(hold.expiresAt),
            ])
    }

    /// Releases the holds that have expired.
    func releaseHolds(expiredBy time: Timestamp) throws {
        for hold in try pickupHolds(expiredBy: time) { try release(hold, at: time) }
    }

    /// Releases a hold.
    ///
    /// The capacity is freed together with the row, so it is freed once.
    func release(_ hold: PickupHold, at time: Timestamp) throws {
        guard try takeOver(hold) else { return }
        try giveBack(hold.shares, at: hold.cafe, time: time)
    }

    /// Ends a hold whose capacity an order takes over in the same transaction.
    ///
    /// - Returns: Whether there was such a hold.
    @discardableResult
    func takeOver(_ hold: PickupHold) throws -> Bool {
        try connection.execute("DELETE FROM pickup_holds WHERE person = ?", hold.person.rawValue)
        return try connection.changedRows == 1
    }

    /// Stores the booking of an order.
    func insert(_ booking: PickupBooking, of order: OrderID, at cafe: CafeID) throws {
        try connection.execute(
            "INSERT INTO pickup_bookings (order_id, cafe, ends_at, shares) VALUES (?, ?, ?, ?)",
            arguments: [
                .text(order.rawValue), .text(cafe.rawValue), .time(booking.window.end),
                .text(PickupShares.text(of: booking.shares)),
            ])
    }

    /// Frees the capacity of an order, if it has any; repeating it changes nothing.
    func releasePickup(of order: Order, at time: Timestamp) throws {
        guard order.pickup != nil else { return }
        let sql = "SELECT shares FROM pickup_bookings WHERE order_id = ?"
        let shares = try connection.first(sql, order.id.rawValue) { row in
            try row.decoded(from: "pickup_bookings", id: order.id.rawValue) {
                try PickupShares.shares(of: try $0.text(0))
            }
        }
        guard let shares else { return }
        try connection.execute("DELETE FROM pickup_bookings WHERE order_id = ?", order.id.rawValue)
        try giveBack(shares, at: order.cafe, time: time)
    }

    /// Deletes the counters of windows that began before an instant, and later their bookings.
    ///
    /// A run of windows ends up to a day after its first one. Bookings are kept longer than that, so that every counter in the
    /// database equals the sum of its bookings.
    func removePickups(begunBefore time: Timestamp) throws {
        try connection.execute("DELETE FROM pickup_windows WHERE starts_at < ?", time.millisecondsSinceEpoch)
        let bookings = time.advanced(by: .seconds(-48 * 3_600))
        try connection.execute(
            "DELETE FROM pickup_bookings WHERE ends_at < ?", bookings.millisecondsSinceEpoch)
    }

    /// Writes the counter of a window and announces it to open pages; an empty window has no counter.
    ///
    /// Every change is announced, because the basket of each page decides whether the window is full for it. The first booking
    /// stores the café's offset from UTC.
    private func put(
        _ load: PickupLoad, at cafe: CafeID, start: Timestamp, offset: Int?, time: Timestamp
    ) throws {
        try announceWindow(start, of: cafe, at: time)
        if load.isEmpty {
            return try connection.execute(
                "DELETE FROM pickup_windows WHERE cafe = ? AND starts_at = ?", cafe.rawValue,
                start.millisecondsSinceEpoch)
        }
        try connection.execute(
            """
            INSERT INTO pickup_windows (cafe, starts_at, orders, items, work, utc_offset)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (cafe, starts_at) DO UPDATE
            SET orders = excluded.orders, items = excluded.items, work = excluded.work
            """,
            arguments: [
                .text(cafe.rawValue), .time(start), .number(load.orders), .number(load.items),
                .text(PickupShares.text(of: load.work)), offset.map(SQLValue.number) ?? .null,
            ])
    }

    /// Announces to open pages that the load of a window has changed.
    private func announceWindow(_ start: Timestamp, of cafe: CafeID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("startsAt", start.description) }
        try append(FeedChange(topic: .menu(cafe), kind: "pickup", body: json.text), at: time)
    }
}

extension SQLiteSchema {
    /// The offset at the booking, and whether staff were notified of an overfull window.
    static let pickupReviews = """
        -- How far the café's clock was ahead of UTC when the window begins, in seconds, by the rules at the first booking.
        ALTER TABLE pickup_windows ADD COLUMN utc_offset INTEGER;
        -- Whether staff were told that more is booked than the window holds.
        ALTER TABLE pickup_windows ADD COLUMN is_overfull INTEGER NOT NULL DEFAULT 0 CHECK (is_overfull IN (0, 1));
        """

    /// The loads of pickup windows, and the holds and orders that use them.
    static let pickups = """
        -- One counter for each window that is not empty; the windows themselves follow from the café's rules.
        -- Work is a JSON object of minutes by station.
        CREATE TABLE pickup_windows (
            cafe TEXT NOT NULL,
            starts_at INTEGER NOT NULL,
            orders INTEGER NOT NULL CHECK (orders >= 0),
            items INTEGER NOT NULL CHECK (items >= 0),
            work TEXT NOT NULL,
            PRIMARY KEY (cafe, starts_at)
        ) STRICT, WITHOUT ROWID;

        -- Shares are a JSON array: of each window its start, and the orders, items and work that are taken of it.
        CREATE TABLE pickup_holds (
            person TEXT NOT NULL PRIMARY KEY,
            cafe TEXT NOT NULL,
            starts_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            is_soonest INTEGER NOT NULL CHECK (is_soonest = 0 OR is_soonest = 1),
            shares TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pickup_holds_by_expiry ON pickup_holds (expires_at, person);

        -- A row goes when its order gives the room back, or some time after the window.
        CREATE TABLE pickup_bookings (
            order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
            cafe TEXT NOT NULL,
            ends_at INTEGER NOT NULL,
            shares TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE orders ADD COLUMN pickup_start INTEGER;
        ALTER TABLE orders ADD COLUMN pickup_end INTEGER;
        ALTER TABLE orders ADD COLUMN pickup_soonest INTEGER;
        ALTER TABLE orders ADD COLUMN pickup_entry INTEGER;
        """
}
