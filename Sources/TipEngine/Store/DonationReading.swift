import SQLite
import TipCore
import TipRules

/// Reads donations, event by event, each payload once: a start with a hundred thousand of them is mostly this.
struct DonationReading {
    private let payloads: [Int64: RuleValue]
    private let names: [Int64: String]
    private let epochs: [Int64: Int64]
    /// What was read so far, with an empty record for each event that changed.
    private(set) var records: [RuleText: EventRecord] = [:]
    private(set) var mistakes: [StoreMistake] = []

    private var event: Int64?
    private var record = EventRecord()
    /// The numbers that payloads have in the record, by those in the file; zero stands for none.
    private var numbers: [Int64: UInt32] = [:]

    /// Reads for events that have names and changed.
    init(payloads: [Int64: RuleValue], names: [Int64: String], epochs: [Int64: Int64]) {
        self.payloads = payloads
        self.names = names
        self.epochs = epochs
        for (event, epoch) in epochs {
            if let name = names[event] { records[RuleText(name)] = EventRecord(epoch: epoch) }
        }
    }

    /// Goes through donations in the order of their columns; all of them are the first part of the index.
    mutating func read(_ connection: Connection, since revision: Int64) throws {
        let order = "ORDER BY event, time, replica, sequence"
        let columns = "SELECT event, time, replica, sequence, coalesce(payload, 0) FROM donations"
        // An event has the revision of its newest donation.
        let changed = "event IN (SELECT id FROM events WHERE revision > \(revision))"
        let condition = revision < 0 ? "" : "WHERE \(changed) AND revision > \(revision)"
        try connection.forEach("\(columns) \(condition) \(order)") { row in
            let event = try row.int64(0)
            if event != self.event { begin(event) }
            add(
                time: RuleTime(microseconds: try row.int64(1)),
                replica: TipReplica(rawValue: UInt64(bitPattern: try row.int64(2))),
                sequence: try row.int64(3), payload: try row.int64(4))
        }
        finish()
    }

    private mutating func begin(_ event: Int64) {
        finish()
        self.event = event
        record = EventRecord(epoch: epochs[event] ?? 0)
        numbers = [:]
    }

    private mutating func finish() {
        guard let event, epochs[event] != nil, let name = names[event] else { return }
        records[RuleText(name)] = record
        record = EventRecord()
    }

    private mutating func add(time: RuleTime, replica: TipReplica, sequence: Int64, payload: Int64) {
        if let number = numbers[payload] {
            return record.append(time: time, replica: replica, sequence: sequence, payloadNumber: number)
        }
        guard let value = payload == 0 ? .null : payloads[payload] else {
            let name = event.flatMap { names[$0] } ?? "an event that is not there"
            let row = "\(time.microseconds) \(replica.rawValue) \(sequence) \(payload)"
            mistakes.append(
                StoreMistake(.event(RuleText(name)), Array(row.utf8), reason: "its payload cannot be read"))
            return
        }
        let number = record.numberPayload(value)
        numbers[payload] = number
        record.append(time: time, replica: replica, sequence: sequence, payloadNumber: number)
    }
}
