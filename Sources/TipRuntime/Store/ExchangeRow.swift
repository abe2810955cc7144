import SQLite

/// The stored progress of the exchange with other devices.
struct ExchangeRow: Sendable {
    /// The revision up to which the other side has everything.
    let sent: Int64
    /// The number of resets by then.
    let epoch: Int64
    /// The cursor of the last answer.
    let cursor: String?

    init(sent: Int64, epoch: Int64, cursor: String?) {
        self.sent = sent
        self.epoch = epoch
        self.cursor = cursor
    }

    /// Reads the row of a name; `nil` when nothing was exchanged under it.
    init?(_ name: String, _ connection: Connection) throws {
        let row = try connection.first("SELECT sent, epoch, cursor FROM exchanges WHERE name = ?", name) {
            ExchangeRow(sent: try $0.int64(0), epoch: try $0.int64(1), cursor: try $0.optionalText(2))
        }
        guard let row else { return nil }
        self = row
    }

    func write(_ name: String, _ connection: Connection) throws {
        try connection.execute(
            """
            INSERT INTO exchanges (name, sent, epoch, cursor) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET sent = excluded.sent, epoch = excluded.epoch, cursor = excluded.cursor
            """,
            arguments: [name.sqlValue, sent.sqlValue, epoch.sqlValue, cursor.sqlValue])
    }
}
