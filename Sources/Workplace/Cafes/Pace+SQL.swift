import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    /// The pauses and the delay of a café at an instant.
    func pace(of cafe: CafeID, at instant: Timestamp) throws -> ServicePace {
        let pauses = try connection.all(.pauses(of: cafe, at: instant)) { row in
            try row.decoded(from: "pauses", id: cafe.rawValue) { try $0.pause() }
        }
        return ServicePace(pauses: pauses, delay: try delay(of: cafe, at: instant))
    }

    /// The end of each café's pause of a channel; a café that is not paused is missing.
    func pauseEnds(of channel: OrderChannel, at instant: Timestamp) throws -> [CafeID: Timestamp] {
        let sql = """
            SELECT cafe, max(until) FROM pauses
            WHERE until > ? AND (scope = 'cafe' OR (scope = 'channel' AND thing = ?)) GROUP BY cafe
            """
        let ends = try connection.all(sql, instant.millisecondsSinceEpoch, channel.rawValue) { row in
            try row.decoded(from: "pauses", id: nil) { row -> (CafeID, Timestamp)? in
                guard let cafe = CafeID(try row.text(0)) else { return nil }
                return (cafe, try row.timestamp(1))
            }
        }
        return Dictionary(uniqueKeysWithValues: ends)
    }

    /// The delay of a café at an instant; the instant may be up to a day ago.
    func delay(of cafe: CafeID, at instant: Timestamp) throws -> ServiceDelay? {
        try connection.first(.delay(of: cafe, at: instant)) { row in
            ServiceDelay(.seconds(60 * (try row.int(0))), until: try row.timestamp(1))
        }
    }

    /// How much the delay of a café has grown since an earlier promise.
    func delay(of cafe: CafeID, since promise: Timestamp, at now: Timestamp) throws -> Duration {
        guard let delay = try delay(of: cafe, at: now) else { return .zero }
        let known = try self.delay(of: cafe, at: promise)?.length ?? .zero
        return max(.zero, delay.length - known)
    }

    /// The cafés with a pause or a delay that has ended by an instant.
    func cafesWithPace(overBy instant: Timestamp) throws -> [CafeID] {
        let sql = """
            SELECT cafe FROM pauses WHERE until <= ?1
            UNION SELECT cafe FROM delays WHERE until <= ?1 AND has_ended = 0 ORDER BY cafe
            """
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: "pauses", id: nil) { CafeID(try $0.text(0)) }
        }
    }

    /// When the next pause or delay ends.
    func nextPaceOver() throws -> Timestamp? {
        let sql = """
            SELECT until FROM pauses UNION ALL SELECT until FROM delays WHERE has_ended = 0
            ORDER BY until LIMIT 1
            """
        return try connection.first(sql) { try $0.timestamp(0) }
    }

    /// The orders whose tickets are in work at a café, or in its list of later tickets.
    fileprivate func ordersInWork(of cafe: CafeID) throws -> [OrderID] {
        let sql = """
            SELECT order_id FROM tickets WHERE cafe = ? AND stage NOT IN ('collected', 'cancelled')
                AND (stage = 'waiting' OR stage = 'preparing')
            ORDER BY released_at, order_id
            """
        return try connection.all(sql, cafe.rawValue) { row in
            try row.decoded(from: "tickets", id: nil) { OrderID(try $0.text(0)) }
        }
    }
}

extension StoreQuery {
    static func pauses(of cafe: CafeID, at instant: Timestamp) -> StoreQuery {
        StoreQuery(
            "SELECT scope, thing, until FROM pauses WHERE cafe = ? AND until > ? ORDER BY scope, thing",
            [.text(cafe.rawValue), .time(instant)])
    }

    static func delay(of cafe: CafeID, at instant: Timestamp) -> StoreQuery {
        StoreQuery(
            """
            SELECT minutes, until FROM delays WHERE cafe = ?1 AND since <= ?2 AND until > ?2
            ORDER BY since DESC LIMIT 1
            """, [.text(cafe.rawValue), .time(instant)])
    }
}

extension StoreRow {
    fileprivate func pause() throws -> ServicePause? {
        let text = try text(1)
        let scope: ServicePause.Scope? =
            switch try self.text(0) {
            case "cafe": .cafe
            case "station": StationID(text).map { .station($0) }
            case "channel": OrderChannel(rawValue: text).map { .channel($0) }
            default: nil
            }
        guard let scope else { return nil }
        return ServicePause(scope, until: try timestamp(2))
    }
}

extension ServicePause.Scope {
    fileprivate var columns: (scope: String, id: String) {
        switch self {
        case .cafe: ("cafe", "")
        case .station(let id): ("station", id.rawValue)
        case .channel(let channel): ("channel", channel.rawValue)
        }
    }
}

extension WriteTransaction {
    /// Begins a pause, or changes its end.
    func insert(_ pause: ServicePause, of cafe: CafeID) throws {
        let (scope, id) = pause.scope.columns
        try connection.execute(
            """
            INSERT INTO pauses (cafe, scope, thing, until) VALUES (?, ?, ?, ?)
            ON CONFLICT (cafe, scope, thing) DO UPDATE SET until = excluded.until
            """, cafe.rawValue, scope, id, pause.until.millisecondsSinceEpoch)
    }

    /// Ends a pause, if there is one.
    func endPause(of scope: ServicePause.Scope, at cafe: CafeID) throws {
        let (scope, id) = scope.columns
        try connection.execute(
            "DELETE FROM pauses WHERE cafe = ? AND scope = ? AND thing = ?", cafe.rawValue, scope, id)
    }

    /// Sets the delay of a café from an instant on, or ends it.
    ///
    /// Earlier delays are kept to compute what was promised for each order.
    func setDelay(_ delay: ServiceDelay?, of cafe: CafeID, at time: Timestamp) throws {
        let now = time.millisecondsSinceEpoch
        try connection.execute(
            "UPDATE delays SET until = ?, has_ended = 1 WHERE cafe = ? AND until > ?", now, cafe.rawValue, now
        )
        guard let delay else { return }
        try connection.execute(
            """
            INSERT INTO delays (cafe, since, until, minutes, has_ended) VALUES (?, ?, ?, ?, 0)
            ON CONFLICT (cafe, since) DO UPDATE
                SET until = excluded.until, minutes = excluded.minutes, has_ended = 0
            """, cafe.rawValue, now, delay.until.millisecondsSinceEpoch, delay.wholeMinutes)
    }

    /// Ends the pauses and the delay of a café whose time is over, and announces the change.
    func endPace(of cafe: CafeID, at instant: Timestamp) throws {
        let now = instant.millisecondsSinceEpoch
        try connection.execute("DELETE FROM pauses WHERE cafe = ? AND until <= ?", cafe.rawValue, now)
        let hasPauseEnded = try connection.changedRows > 0
        try connection.execute(
            "UPDATE delays SET has_ended = 1 WHERE cafe = ? AND until <= ? AND has_ended = 0", cafe.rawValue,
            now)
        let hasDelayEnded = try connection.changedRows > 0
        try connection.execute(
            "DELETE FROM delays WHERE cafe = ? AND until <= ?", cafe.rawValue,
            instant.advanced(by: .seconds(-2 * 86_400)).millisecondsSinceEpoch)
        if hasDelayEnded { try announceDelay(of: cafe, at: instant) }
        if hasPauseEnded || hasDelayEnded { try announceMenu(of: cafe, items: [], at: instant) }
    }

    /// Announces to the diners of all orders in work that their times may have changed.
    func announceDelay(of cafe: CafeID, at time: Timestamp) throws {
        for id in try ordersInWork(of: cafe) {
            guard let order = try order(id), order.pickup != nil else { continue }
            try announceDetails(of: order, at: time)
        }
    }

    /// Refuses lines while the café, a station of theirs or the channel takes no orders.
    ///
    /// - Throws: `OrderRefusal.paused(until:items:)`
    func refusePaused(
        _ lines: [OrderLine], by channel: OrderChannel, at cafe: CafeID, time: Timestamp
    ) throws {
        try pace(of: cafe, at: time).check(lines, by: channel)
    }
}

extension SQLiteSchema {
    /// Pauses and delays.
    static let pace = """
        CREATE TABLE pauses (
            cafe TEXT NOT NULL,
            scope TEXT NOT NULL CHECK (scope = 'cafe' OR scope = 'station' OR scope = 'channel'),
            thing TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (cafe, scope, thing)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pauses_until ON pauses (until, cafe);
        -- Delays that have ended stay for two days: they tell how much of a delay an order was promised with.
        CREATE TABLE delays (
            cafe TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            minutes INTEGER NOT NULL CHECK (minutes > 0),
            has_ended INTEGER NOT NULL CHECK (has_ended = 0 OR has_ended = 1),
            PRIMARY KEY (cafe, since)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delays_until ON delays (until, cafe) WHERE has_ended = 0;
        """
}
