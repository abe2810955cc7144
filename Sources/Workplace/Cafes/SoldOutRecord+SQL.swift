import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    /// The spans before an instant in which things of a café were sold out; the spans of a thing are in order and do not overlap.
    ///
    /// - Complexity: O(*n*) in the number of changes up to that instant.
    func soldOutSpans(of cafe: CafeID, before end: Timestamp) throws -> [SoldOutMark.Thing: [Range<
        Timestamp
    >]] {
        let sql = """
            SELECT kind, thing, at, until FROM sold_out_record WHERE cafe = ? AND at < ?
            ORDER BY kind, thing, at, number
            """
        let changes = try connection.all(sql, cafe.rawValue, end.millisecondsSinceEpoch) { row in
            try row.decoded(from: "sold_out_record", id: cafe.rawValue) { row -> SoldOutChange? in
                let kind = try row.text(0)
                let name = try row.text(1)
                let thing: SoldOutMark.Thing? =
                    kind == "choice" ? ChoiceID(name).map { .choice($0) } : ItemID(name).map { .item($0) }
                guard let thing else { return nil }
                return SoldOutChange(
                    kind: kind, thing: thing, at: try row.timestamp(2), until: try row.timestamp(3))
            }
        }
        var spans: [SoldOutMark.Thing: [Range<Timestamp>]] = [:]
        for (index, change) in changes.enumerated() {
            var until = min(change.until, end)
            if index + 1 < changes.count, changes[index + 1].kind == change.kind,
                changes[index + 1].thing == change.thing
            {
                until = min(until, changes[index + 1].at)
            }
            if change.at < until { spans[change.thing, default: []].append(change.at..<until) }
        }
        // A mark and a used-up stock of the same item may overlap.
        return spans.mapValues { spans in
            spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, span in
                guard let last = joined.last, span.lowerBound <= last.upperBound else {
                    return joined.append(span)
                }
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            }
        }
    }
}

/// A recorded change: a thing is sold out until an instant.
///
/// The thing is available again if that is the instant of the change.
private struct SoldOutChange {
    let kind: String
    let thing: SoldOutMark.Thing
    let at: Timestamp
    let until: Timestamp
}

extension WriteTransaction {
    /// Records that a thing is sold out until an instant; pass the instant of the change when it is available again.
    func recordSoldOut(_ thing: SoldOutMark.Thing, of cafe: CafeID, until: Timestamp, at time: Timestamp)
        throws
    {
        let (kind, id) = thing.columns
        try recordSoldOut(kind, id, of: cafe, until: until, at: time)
    }

    /// Records that the counted stock of an item is used up, or available again.
    func recordStock(of item: ItemID, at cafe: CafeID, isUsedUp: Bool, time: Timestamp) throws {
        try recordSoldOut(
            "stock", item.rawValue, of: cafe, until: isUsedUp ? Self.endless : time, at: time)
    }

    /// Stands for no end: the last second of the year 9999.
    private static let endless = Timestamp(millisecondsSinceEpoch: 253_402_300_799_000)

    private func recordSoldOut(
        _ kind: String, _ thing: String, of cafe: CafeID, until: Timestamp, at time: Timestamp
    ) throws {
        try connection.execute(
            "INSERT INTO sold_out_record (cafe, kind, thing, at, until) VALUES (?, ?, ?, ?, ?)",
            cafe.rawValue, kind, thing, time.millisecondsSinceEpoch, until.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Each change of sold-out things, by a mark of the kitchen or by the counted stock.
    static let soldOutRecord = """
        CREATE TABLE sold_out_record (
            number INTEGER PRIMARY KEY,
            cafe TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind = 'item' OR kind = 'choice' OR kind = 'stock'),
            thing TEXT NOT NULL,
            at INTEGER NOT NULL,
            -- Not later than the change when it can be ordered again.
            until INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sold_out_record_by_time ON sold_out_record (cafe, at);
        CREATE TRIGGER sold_out_record_no_update BEFORE UPDATE ON sold_out_record
        BEGIN SELECT RAISE(ABORT, 'the record of what is sold out is append-only'); END;
        CREATE TRIGGER sold_out_record_no_delete BEFORE DELETE ON sold_out_record
        BEGIN SELECT RAISE(ABORT, 'the record of what is sold out is append-only'); END;
        INSERT INTO sold_out_record (cafe, kind, thing, at, until)
            SELECT cafe, kind, thing, CAST(strftime('%s', 'now') AS INTEGER) * 1000, until FROM sold_out
            UNION ALL
            SELECT cafe, 'stock', item, CAST(strftime('%s', 'now') AS INTEGER) * 1000, 253402300799000 FROM stock
                WHERE remaining = 0;
        """
}
