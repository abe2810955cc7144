import Essentials
import JSON
import SQLite

extension ReadTransaction {
    /// The calls for help of a café that nobody has answered, earliest first.
    func helpCalls(of cafe: CafeID) throws -> [KioskService.HelpCall] {
        let sql = "SELECT kiosk, called_at FROM help_calls WHERE cafe = ? ORDER BY called_at, kiosk"
        return try connection.all(sql, cafe.rawValue) { row in
            try row.decoded(from: "help_calls", id: cafe.rawValue) { row in
                guard let kiosk = DeviceID(try row.text(0)) else { return nil }
                return KioskService.HelpCall(kiosk: kiosk, calledAt: try row.timestamp(1))
            }
        }
    }
}

extension WriteTransaction {
    /// Inserts a call for help of a kiosk that has none.
    func insert(_ call: KioskService.HelpCall, at cafe: CafeID) throws {
        try connection.execute(
            "INSERT INTO help_calls (cafe, kiosk, called_at) VALUES (?, ?, ?)", cafe.rawValue,
            call.kiosk.rawValue, call.calledAt.millisecondsSinceEpoch)
    }

    /// Removes the call for help of a kiosk, if it has one.
    func removeHelpCall(of kiosk: DeviceID, at cafe: CafeID) throws {
        try connection.execute(
            "DELETE FROM help_calls WHERE cafe = ? AND kiosk = ?", cafe.rawValue, kiosk.rawValue)
    }

    /// Announces to the kitchen's screens that a kiosk needs help, or no longer does.
    func announceHelp(_ isWanted: Bool, of kiosk: DeviceID, at cafe: CafeID, time: Timestamp) throws {
        var json = JSONWriter()
        json.object { body in
            body.member("kiosk", kiosk.rawValue)
            body.member("wanted", isWanted)
        }
        try append(FeedChange(topic: .kitchen(cafe), kind: "help", body: json.text), at: time)
    }
}

extension ReadTransaction {
    /// The orders of a café that wait for their payment at the counter, oldest first.
    func unpaidOrders(of cafe: CafeID) throws -> [OrderID] {
        let sql = """
            SELECT order_id FROM order_waits WHERE cafe = ? AND has_ended = 0 AND person = ? ORDER BY order_id
            """
        return try connection.all(sql, cafe.rawValue, PersonID.guest.rawValue) { row in
            try row.decoded(from: "order_waits", id: nil) { OrderID(try $0.text(0)) }
        }
    }
}

extension SQLiteSchema {
    /// Calls for help that nobody has answered, the names of guests, and the codes by which staff leave a kiosk.
    static let kiosks = """
        CREATE TABLE help_calls (
            cafe TEXT NOT NULL,
            kiosk TEXT NOT NULL,
            called_at INTEGER NOT NULL,
            PRIMARY KEY (cafe, kiosk)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE guest_names (
            order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (id),
            name TEXT NOT NULL,
            given_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE screens ADD COLUMN exit_code TEXT;
        UPDATE screens SET exit_code = printf('%06d', abs(random() % 1000000)) WHERE role = 'kiosk';
        """

    /// Orders of kiosks that were paid before the counter recorded how; they are refunded in cash.
    static let kioskMeans = """
        UPDATE orders SET means = 'cash' WHERE channel = 'kiosk' AND means IS NULL
            AND EXISTS (SELECT 1 FROM ledger WHERE order_id = orders.id AND kind = 'payment');
        """
}
