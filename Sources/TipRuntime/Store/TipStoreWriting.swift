import SQLite
import TipCore
import TipRules

/// Joins changes into a store's tables inside the open transaction.
struct TipStoreWriting {
    let connection: Connection
    let replica: TipReplica

    /// The result of a transaction.
    struct Outcome: Sendable {
        /// The revision of the file afterwards.
        let revision: Int64
        /// The changes of other processes since the known revision; `nil` for none.
        let others: TipLedger?
    }

    /// Writes changes, in order.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - known: The revision that the caller knows.
    /// - Returns: The revision afterwards, and the changes of other processes.
    /// - Throws: `SQLiteError`, and ``TipKitError`` for a file that has lost its revision.
    func write(_ changes: [TipChange], known: Int64) throws -> Outcome {
        let reading = TipStoreReading(connection: connection)
        guard
            let (revision, epoch) = try connection.first(
                "SELECT revision, epoch FROM store WHERE id = 1",
                row: {
                    (try $0.int64(0), try $0.int64(1))
                })
        else { throw TipKitError.datastoreDamaged("it has lost its revision") }
        let others = revision > known ? try reading.changes(since: known).ledger : nil
        guard !changes.isEmpty else { return Outcome(revision: revision, others: others) }
        var present = epoch
        for change in changes { try write(change, epoch: &present, revision: revision + 1) }
        try connection.execute("UPDATE store SET revision = ?, epoch = ? WHERE id = 1", revision + 1, present)
        return Outcome(revision: revision + 1, others: others)
    }

    private func write(_ change: TipChange, epoch: inout Int64, revision: Int64) throws {
        // After a reset, private events stay private.
        for name in change.staying {
            try connection.execute(
                "INSERT INTO staying_events (name) VALUES (?) ON CONFLICT DO NOTHING", name.string)
        }
        guard change.delta.epoch >= epoch else { return }
        if change.delta.epoch > epoch {
            try forgetEverything()
            epoch = change.delta.epoch
        }
        if change.resetsOthers { try connection.execute("UPDATE store SET wants_reset = 1 WHERE id = 1") }
        for (tip, record) in change.delta.tips { try write(record, of: tip, revision) }
        for (name, record) in change.delta.parameters { try write(record, of: name, revision) }
        for (name, record) in change.delta.events { try write(record, of: name, revision) }
        for (name, start) in change.trimmed { try trim(name, before: start) }
    }

    // The numbers of donations stay, because no number may repeat.
    private func forgetEverything() throws {
        for table in ["displays", "tips", "parameters", "donations", "events", "payloads", "set_aside"] {
            try connection.execute("DELETE FROM \(table)")
        }
    }

    private func write(_ record: TipRecord, of tip: TipID, _ revision: Int64) throws {
        let id = tip.description
        var joined = try kept(id) ?? TipRecord(epoch: record.epoch)
        if record.epoch > joined.epoch { try connection.execute("DELETE FROM displays WHERE tip = ?", id) }
        joined.merge(record)
        let end = joined.invalidation
        let first = joined.firstAppearance
        try connection.execute(
            """
            INSERT INTO tips (id, epoch, ended, ended_by, reason, appeared, is_exempt, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, ended = excluded.ended,
                ended_by = excluded.ended_by, reason = excluded.reason, appeared = excluded.appeared,
                is_exempt = excluded.is_exempt, revision = excluded.revision
            """,
            arguments: [
                id.sqlValue, joined.epoch.sqlValue, (end?.time.microseconds).sqlValue,
                end.map { Int64(bitPattern: $0.replica.rawValue) }.sqlValue,
                end.map { Int64($0.code) }.sqlValue, (first?.time.microseconds).sqlValue,
                (first?.isExempt).sqlValue, revision.sqlValue,
            ])
        for count in joined.displays where record.displays.contains(where: { $0.replica == count.replica }) {
            try connection.execute(
                """
                INSERT INTO displays (tip, replica, count, microseconds) VALUES (?, ?, ?, ?)
                ON CONFLICT (tip, replica) DO UPDATE SET count = excluded.count, microseconds = excluded.microseconds
                """,
                id, Int64(bitPattern: count.replica.rawValue), count.count, count.microseconds)
        }
    }

    private func kept(_ id: String) throws -> TipRecord? {
        let row = try connection.first(
            "SELECT id, epoch, ended, ended_by, reason, appeared, is_exempt FROM tips WHERE id = ?", id
        ) { try StoredTip($0).record }
        guard var record = row else { return nil }
        let displays = try connection.all(
            "SELECT replica, count, microseconds FROM displays WHERE tip = ?", id
        ) {
            TipRecord.Displays(
                replica: TipReplica(rawValue: UInt64(bitPattern: try $0.int64(0))), count: try $0.int64(1),
                microseconds: try $0.int64(2))
        }
        for count in displays { record.note(count) }
        return record
    }

    private func write(_ record: ParameterRecord, of name: RuleText, _ revision: Int64) throws {
        let kept = try connection.first(
            "SELECT name, value, time, counter, replica FROM parameters WHERE name = ?", name.string
        ) { try TipStoreReading.parameter($0) }
        var joined = record
        if let known = kept ?? nil { joined.merge(known) }
        try connection.execute(
            """
            INSERT INTO parameters (name, value, time, counter, replica, revision) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value, time = excluded.time,
                counter = excluded.counter, replica = excluded.replica, revision = excluded.revision
            """,
            name.string, joined.value.bytes, joined.time.time.microseconds, Int64(joined.time.counter),
            Int64(bitPattern: joined.time.replica.rawValue), revision)
    }

    private func write(_ record: EventRecord, of name: RuleText, _ revision: Int64) throws {
        let kept = try connection.first("SELECT id, epoch FROM events WHERE name = ?", name.string) {
            (id: try $0.int64(0), epoch: try $0.int64(1))
        }
        guard record.epoch >= kept?.epoch ?? record.epoch else { return }
        if let kept, record.epoch > kept.epoch {
            try delete("event = ?1 AND time <= ?2", kept.id, .max)
        }
        try connection.execute(
            """
            INSERT INTO events (name, epoch, revision) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, revision = excluded.revision
            """,
            name.string, record.epoch, revision)
        let event = kept?.id ?? connection.lastInsertedRowID
        for index in 0..<record.count { try write(record[index], event: event, revision) }
        try keepNextSequence(after: record)
    }

    private func write(_ donation: EventRecord.Donation, event: Int64, _ revision: Int64) throws {
        let payload: SQLValue = donation.payload == .null ? .null : .integer(try number(of: donation.payload))
        try connection.execute(
            """
            INSERT INTO donations (event, time, replica, sequence, payload, revision) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (event, time, replica, sequence) DO NOTHING
            """,
            arguments: [
                .integer(event), .integer(donation.time.microseconds),
                .integer(Int64(bitPattern: donation.replica.rawValue)), .integer(donation.sequence), payload,
                .integer(revision),
            ])
    }

    private func number(of payload: RuleValue) throws -> Int64 {
        let bytes = payload.bytes
        let known = try connection.first("SELECT id FROM payloads WHERE bytes = ?", bytes) { try $0.int64(0) }
        if let known { return known }
        try connection.execute("INSERT INTO payloads (bytes) VALUES (?)", bytes)
        return connection.lastInsertedRowID
    }

    private func keepNextSequence(after record: EventRecord) throws {
        let highest = record.highestSequence(of: replica)
        guard highest >= 0 else { return }
        try connection.execute(
            """
            INSERT INTO sequences (replica, next) VALUES (?, ?)
            ON CONFLICT (replica) DO UPDATE SET next = max(next, excluded.next)
            """,
            Int64(bitPattern: replica.rawValue), highest.addingClamped(1))
    }

    private func trim(_ name: RuleText, before start: RuleTime) throws {
        let event = try connection.first("SELECT id FROM events WHERE name = ?", name.string) {
            try $0.int64(0)
        }
        if let event { try delete("event = ?1 AND time < ?2", event, start.microseconds) }
    }

    /// Deletes donations, and payloads without donations.
    private func delete(_ condition: String, _ event: Int64, _ time: Int64) throws {
        let payloads = try connection.all(
            "SELECT DISTINCT payload FROM donations WHERE \(condition) AND payload IS NOT NULL", event, time
        ) { try $0.int64(0) }
        try connection.execute("DELETE FROM donations WHERE \(condition)", event, time)
        for payload in payloads {
            try connection.execute(
                "DELETE FROM payloads WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM donations WHERE payload = ?1)",
                payload)
        }
    }
}
