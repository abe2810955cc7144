import SQLite
import TipCore
import TipRules

/// Reads a store's tables; what is not as tips wrote it is left out and told.
struct StoreReading {
    let connection: Connection

    /// The number of the device whose store it is.
    static func device(_ connection: Connection) throws -> UInt64 {
        guard
            let bits = try connection.first("SELECT device FROM store WHERE id = 1", row: { try $0.int64(0) })
        else {
            throw TipKitError.datastoreDamaged("it has lost its device")
        }
        return UInt64(bitPattern: bits)
    }

    func everything(replica: TipReplica) throws -> (TipDatastore.Contents, revision: Int64) {
        var mistakes: [String] = []
        let (ledger, revision) = try changes(since: -1, mistakes: &mistakes)
        let next = try connection.first(
            "SELECT next FROM sequences WHERE replica = ?", Int64(bitPattern: replica.rawValue)
        ) { try $0.int64(0) }
        return (.init(ledger: ledger, nextSequence: next ?? 0, setAside: mistakes), revision)
    }

    /// What changed after a revision.
    func changes(since revision: Int64) throws -> (ledger: TipLedger, revision: Int64) {
        var mistakes: [String] = []
        return try changes(since: revision, mistakes: &mistakes)
    }

    private func changes(since revision: Int64, mistakes: inout [String]) throws -> (TipLedger, Int64) {
        guard
            let (epoch, newest) = try connection.first(
                "SELECT epoch, revision FROM store WHERE id = 1",
                row: {
                    (try $0.int64(0), try $0.int64(1))
                })
        else { throw TipKitError.datastoreDamaged("it has lost its revision") }
        var ledger = TipLedger(epoch: epoch)
        ledger.tips = try tips(since: revision, mistakes: &mistakes)
        ledger.parameters = try parameters(since: revision, mistakes: &mistakes)
        ledger.events = try events(since: revision, mistakes: &mistakes)
        return (ledger, newest)
    }

    private func tips(since revision: Int64, mistakes: inout [String]) throws -> [TipID: TipRecord] {
        var tips: [TipID: TipRecord] = [:]
        let rows = try connection.all(
            "SELECT id, epoch, ended, ended_by, reason, appeared, is_exempt FROM tips WHERE revision > ?",
            revision
        ) { row in (try row.text(0), try Self.tip(row)) }
        for (id, record) in rows {
            if record == nil { mistakes.append("tip \(id)") }
            tips[TipID(id)] = record ?? TipRecord()
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

    /// The record of a row, without displays; `nil` when it is not what tips wrote.
    static func tip(_ row: borrowing Row) throws -> TipRecord? {
        var record = TipRecord()
        record.epoch = try row.int64(1)
        if let time = try row.optionalInt64(2) {
            guard let replica = try row.optionalInt64(3),
                let reason = try row.optionalInt64(4).flatMap(UInt8.init(exactly:)).flatMap(
                    Tips.InvalidationReason.init(code:))
            else { return nil }
            record.invalidation = .init(
                time: RuleTime(microseconds: time),
                replica: TipReplica(rawValue: UInt64(bitPattern: replica)),
                reason: reason)
        }
        if let time = try row.optionalInt64(5) {
            record.firstAppearance = .init(
                time: RuleTime(microseconds: time), isExempt: try row.optionalInt64(6) == 1)
        }
        return record
    }

    private func parameters(
        since revision: Int64, mistakes: inout [String]
    ) throws -> [RuleText: ParameterRecord] {
        var parameters: [RuleText: ParameterRecord] = [:]
        let rows = try connection.all(
            "SELECT name, value, time, counter, replica FROM parameters WHERE revision > ?", revision
        ) { row in (try row.text(0), try Self.parameter(row)) }
        for (name, record) in rows {
            if record == nil { mistakes.append("parameter \(name)") }
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

    private func events(since revision: Int64, mistakes: inout [String]) throws -> [RuleText: EventRecord] {
        var records: [Int64: EventRecord] = [:]
        var names: [Int64: String] = [:]
        let changed = try connection.all("SELECT id, name, epoch, revision FROM events") { row in
            (try row.int64(0), try row.text(1), try row.int64(2), try row.int64(3))
        }
        for (id, name, epoch, changedAt) in changed {
            names[id] = name
            if changedAt > revision { records[id] = EventRecord(epoch: epoch) }
        }
        let payloads = try payloads(mistakes: &mistakes)
        var unknown = 0
        try donations(since: revision) { event, donation, payload in
            guard let value = payload == 0 ? .null : payloads[payload] else {
                unknown += 1
                return
            }
            records[event]?.insert(
                EventRecord.Donation(
                    time: donation.time, replica: donation.replica, sequence: donation.sequence,
                    payload: value))
        }
        if unknown > 0 { mistakes.append("\(unknown) donations") }
        return Dictionary(
            records.compactMap { id, record in names[id].map { (RuleText($0), record) } }
        ) { $1 }
    }

    private func payloads(mistakes: inout [String]) throws -> [Int64: RuleValue] {
        var payloads: [Int64: RuleValue] = [:]
        let rows = try connection.all("SELECT id, bytes FROM payloads") { (try $0.int64(0), try $0.blob(1)) }
        for (id, bytes) in rows {
            payloads[id] = try? RuleValue(bytes: bytes)
            if payloads[id] == nil { mistakes.append("payload \(id)") }
        }
        return payloads
    }

    /// Goes through donations in the order of their columns; all of them are the first part of the index.
    private func donations(
        since revision: Int64, _ body: (Int64, EventRecord.Donation, Int64) -> Void
    ) throws {
        let order = "ORDER BY event, time, replica, sequence"
        let columns = "SELECT event, time, replica, sequence, coalesce(payload, 0) FROM donations"
        let condition = revision < 0 ? "" : "WHERE revision > \(revision)"
        _ = try connection.all("\(columns) \(condition) \(order)") { row in
            let donation = EventRecord.Donation(
                time: RuleTime(microseconds: try row.int64(1)),
                replica: TipReplica(rawValue: UInt64(bitPattern: try row.int64(2))),
                sequence: try row.int64(3))
            body(try row.int64(0), donation, try row.int64(4))
        }
    }
}
