import SQLite
import TipCore
import TipRules

/// Reads a store's tables; unreadable data is skipped and reported.
struct TipStoreReading {
    let connection: Connection

    /// The number of the device of the store.
    static func device(_ connection: Connection) throws -> UInt64 {
        guard
            let bits = try connection.first("SELECT device FROM store WHERE id = 1", row: { try $0.int64(0) })
        else {
            throw TipKitError.datastoreDamaged("it has lost its device")
        }
        return UInt64(bitPattern: bits)
    }

    /// The contents of a file.
    struct Everything: Sendable {
        let replica: TipReplica
        var contents: TipDatastore.Contents
        let revision: Int64
        /// The unreadable data (TD16).
        let mistakes: [DamagedRecord]
    }

    /// The whole state, for the replica that writes from now on.
    func everything(replica: TipReplica) throws -> Everything {
        var mistakes: [DamagedRecord] = []
        let (ledger, revision) = try changes(since: -1, mistakes: &mistakes)
        let next = try connection.first(
            "SELECT next FROM sequences WHERE replica = ?", Int64(bitPattern: replica.rawValue)
        ) { try $0.int64(0) }
        return Everything(
            replica: replica,
            contents: .init(
                ledger: ledger, nextSequence: next ?? 0, staying: try stayingEvents(), setAside: []),
            revision: revision, mistakes: mistakes)
    }

    /// The events that stay on the device (TA10).
    func stayingEvents() throws -> [RuleText] {
        try connection.all("SELECT name FROM staying_events") { RuleText(try $0.text(0)) }
    }

    /// Whether the store was reset since its last exchange.
    func wantsReset() throws -> Bool {
        try connection.first("SELECT wants_reset FROM store WHERE id = 1") { try $0.int64(0) } == 1
    }

    /// Whether there was no exchange yet.
    func hasNoExchanges() throws -> Bool {
        try connection.first("SELECT 1 FROM exchanges LIMIT 1") { try $0.int64(0) } == nil
    }

    /// The changes after a revision.
    func changes(since revision: Int64) throws -> (ledger: TipLedger, revision: Int64) {
        var mistakes: [DamagedRecord] = []
        return try changes(since: revision, mistakes: &mistakes)
    }

    private func changes(since revision: Int64, mistakes: inout [DamagedRecord]) throws -> (TipLedger, Int64)
    {
        guard
            let (epoch, newest) = try connection.first(
                "SELECT epoch, revision FROM store WHERE id = 1",
                row: {
                    (try $0.int64(0), try $0.int64(1))
                })
        else { throw TipKitError.datastoreDamaged("it has lost its revision") }
        guard Self.isEpoch(epoch) else { throw TipKitError.datastoreDamaged("it counts impossible resets") }
        var ledger = TipLedger(epoch: epoch)
        ledger.tips = try tips(since: revision, mistakes: &mistakes)
        ledger.parameters = try parameters(since: revision, mistakes: &mistakes)
        ledger.events = try events(since: revision, mistakes: &mistakes)
        return (ledger, newest)
    }

    /// Whether a number is a possible count of resets.
    static func isEpoch(_ number: Int64) -> Bool { (0...TipLedger.mostResets).contains(number) }

    private func tips(since revision: Int64, mistakes: inout [DamagedRecord]) throws -> [TipID: TipRecord] {
        var tips: [TipID: TipRecord] = [:]
        let rows = try connection.all(
            "SELECT id, epoch, ended, ended_by, reason, appeared, is_exempt FROM tips WHERE revision > ?",
            revision
        ) { row in (id: try row.text(0), found: try StoredTip(row)) }
        for (id, found) in rows {
            if let mistake = found.mistake(of: id) { mistakes.append(mistake) }
            tips[TipID(id)] = found.record
        }
        let displays = try connection.all(
            """
            SELECT tip, replica, count, microseconds FROM displays JOIN tips ON tips.id = tip WHERE revision > ?
            """, revision
        ) { row in
            (
                try row.text(0),
                TipRecord.Displays(
                    replica: TipReplica(rawValue: UInt64(bitPattern: try row.int64(1))),
                    count: try row.int64(2),
                    microseconds: try row.int64(3))
            )
        }
        for (id, count) in displays { tips[TipID(id)]?.note(count) }
        return tips
    }

    private func parameters(
        since revision: Int64, mistakes: inout [DamagedRecord]
    ) throws -> [RuleText: ParameterRecord] {
        var parameters: [RuleText: ParameterRecord] = [:]
        let rows = try connection.all(
            "SELECT name, value, time, counter, replica FROM parameters WHERE revision > ?", revision
        ) { row in (name: try row.text(0), record: try Self.parameter(row), bytes: try row.blob(1)) }
        for (name, record, bytes) in rows {
            if record == nil {
                let reason = "it is no value that was set at a moment of this clock"
                mistakes.append(DamagedRecord(.parameter(RuleText(name)), bytes, reason: reason))
            }
            parameters[RuleText(name)] = record
        }
        return parameters
    }

    static func parameter(_ row: borrowing Row) throws -> ParameterRecord? {
        guard let value = try? RuleValue(bytes: row.blob(1)), let counter = UInt32(exactly: try row.int64(3))
        else {
            return nil
        }
        let replica = TipReplica(rawValue: UInt64(bitPattern: try row.int64(4)))
        return ParameterRecord(
            value: value,
            time: HybridTime(
                time: RuleTime(microseconds: try row.int64(2)), counter: counter, replica: replica))
    }

    private func events(
        since revision: Int64, mistakes: inout [DamagedRecord]
    ) throws -> [RuleText: EventRecord] {
        var names: [Int64: String] = [:]
        var epochs: [Int64: Int64] = [:]
        let rows = try connection.all("SELECT id, name, epoch, revision FROM events") { row in
            (try row.int64(0), try row.text(1), try row.int64(2), try row.int64(3))
        }
        for (id, name, epoch, changedAt) in rows {
            names[id] = name
            if !Self.isEpoch(epoch) {
                let reason = "it was deleted impossibly often"
                mistakes.append(DamagedRecord(.event(RuleText(name)), Array("\(epoch)".utf8), reason: reason))
            }
            if changedAt > revision { epochs[id] = Self.isEpoch(epoch) ? epoch : 0 }
        }
        var reading = DonationReading(
            payloads: try payloads(mistakes: &mistakes), names: names, epochs: epochs)
        try reading.read(connection, since: revision)
        mistakes += reading.mistakes
        return reading.records
    }

    private func payloads(mistakes: inout [DamagedRecord]) throws -> StoredPayloads {
        var payloads = StoredPayloads()
        let rows = try connection.all("SELECT id, bytes FROM payloads ORDER BY id") {
            (try $0.int64(0), try $0.blob(1))
        }
        for (id, bytes) in rows {
            do {
                payloads.append(try RuleValue(bytes: bytes), id: id)
            } catch {
                mistakes.append(DamagedRecord(.payload(id), bytes, reason: "it is no value: \(error)"))
            }
        }
        return payloads
    }
}
