import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    /// The marks of a café in force at an instant, in the order of their identifiers.
    func soldOutMarks(of cafe: CafeID, at instant: Timestamp) throws -> [SoldOutMark] {
        try connection.all(.soldOut(of: cafe, at: instant)) { row in
            try row.decoded(from: "sold_out", id: cafe.rawValue) { try $0.soldOutMark() }
        }
    }

    /// The sold-out items and choices of a café at an instant.
    func soldOut(of cafe: CafeID, at instant: Timestamp) throws -> SoldOut {
        let marks = try soldOutMarks(of: cafe, at: instant)
        return SoldOut(
            items: Set(marks.compactMap { if case .item(let id) = $0.thing { id } else { nil } }),
            choices: Set(marks.compactMap { if case .choice(let id) = $0.thing { id } else { nil } }))
    }

    /// The cafés with a mark that has ended by an instant.
    func cafesWithSoldOutMarks(overBy instant: Timestamp) throws -> [CafeID] {
        let sql = "SELECT DISTINCT cafe FROM sold_out WHERE until <= ? ORDER BY cafe"
        return try connection.all(sql, instant.millisecondsSinceEpoch) { row in
            try row.decoded(from: "sold_out", id: nil) { CafeID(try $0.text(0)) }
        }
    }

    /// When the next mark ends.
    func nextSoldOutMarkOver() throws -> Timestamp? {
        try connection.first("SELECT until FROM sold_out ORDER BY until LIMIT 1") { try $0.timestamp(0) }
    }
}

extension StoreQuery {
    static func soldOut(of cafe: CafeID, at instant: Timestamp) -> StoreQuery {
        StoreQuery(
            "SELECT kind, thing, until FROM sold_out WHERE cafe = ? AND until > ? ORDER BY kind, thing",
            [.text(cafe.rawValue), .time(instant)])
    }
}

extension StoreRow {
    fileprivate func soldOutMark() throws -> SoldOutMark? {
        let text = try text(1)
        let thing: SoldOutMark.Thing? =
            switch try self.text(0) {
            case "item": ItemID(text).map { .item($0) }
            case "choice": ChoiceID(text).map { .choice($0) }
            default: nil
            }
        guard let thing else { return nil }
        return SoldOutMark(thing: thing, until: try timestamp(2))
    }
}

extension SoldOutMark.Thing {
    /// The thing as it is stored in two columns.
    var columns: (kind: String, id: String) {
        switch self {
        case .item(let id): ("item", id.rawValue)
        case .choice(let id): ("choice", id.rawValue)
        }
    }
}

extension WriteTransaction {
    /// Inserts a mark or changes its end, and records the change.
    func insert(_ mark: SoldOutMark, of cafe: CafeID, at time: Timestamp) throws {
        let (kind, id) = mark.thing.columns
        try connection.execute(
            """
            INSERT INTO sold_out (cafe, kind, thing, until) VALUES (?, ?, ?, ?)
            ON CONFLICT (cafe, kind, thing) DO UPDATE SET until = excluded.until
            """, cafe.rawValue, kind, id, mark.until.millisecondsSinceEpoch)
        try recordSoldOut(mark.thing, of: cafe, until: mark.until, at: time)
    }

    /// Removes a mark, if there is one, and records the change.
    func removeSoldOutMark(of thing: SoldOutMark.Thing, at cafe: CafeID, time: Timestamp) throws {
        let (kind, id) = thing.columns
        try connection.execute(
            "DELETE FROM sold_out WHERE cafe = ? AND kind = ? AND thing = ?", cafe.rawValue, kind, id)
        guard try connection.changedRows > 0 else { return }
        try recordSoldOut(thing, of: cafe, until: time, at: time)
    }

    /// Removes the ended marks of a café, and announces the menu.
    func endSoldOutMarks(of cafe: CafeID, at instant: Timestamp) throws {
        try connection.execute(
            "DELETE FROM sold_out WHERE cafe = ? AND until <= ?", cafe.rawValue,
            instant.millisecondsSinceEpoch)
        guard try connection.changedRows > 0 else { return }
        try announceMenu(of: cafe, items: [], at: instant)
    }

    /// Refuses lines with a sold-out item or choice.
    ///
    /// - Throws: `OrderRefusal.soldOut(_:)`
    func refuseSoldOut(_ lines: [OrderLine], at cafe: CafeID, time: Timestamp) throws {
        let items = try soldOut(of: cafe, at: time).items(of: lines)
        guard items.isEmpty else { throw OrderRefusal.soldOut(items) }
    }
}

extension SQLiteSchema {
    /// Sold-out marks.
    static let soldOut = """
        CREATE TABLE sold_out (
            cafe TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind = 'item' OR kind = 'choice'),
            thing TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (cafe, kind, thing)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sold_out_until ON sold_out (until, cafe);
        """
}
