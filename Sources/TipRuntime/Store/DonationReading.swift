import SQLite
import TipCore
import TipRules

/// Reads donations by event, each payload once; this takes most of the start with a hundred thousand donations.
struct DonationReading {
    private let payloads: StoredPayloads
    private let names: [Int64: String]
    private let epochs: [Int64: Int64]
    /// The events so far, with an empty record for each changed event.
    private(set) var records: [RuleText: EventRecord] = [:]
    private(set) var mistakes: [DamagedRecord] = []

    private var event: Int64?
    /// How many events were started.
    private var turn = 0
    /// The columns of the current event; their capacity is reused.
    private var times: [RuleTime] = []
    private var replicas: [TipReplica] = []
    private var sequences: [Int64] = []
    private var payloadNumbers: [UInt32] = []
    private var payloadsOfEvent: [RuleValue] = []
    /// The number of each payload of the file within an event, and the event for which it is valid.
    private var numbers: [(turn: Int, number: UInt32)]

    /// Reads for events that have names and changed.
    init(payloads: StoredPayloads, names: [Int64: String], epochs: [Int64: Int64]) {
        self.payloads = payloads
        self.names = names
        self.epochs = epochs
        numbers = Array(repeating: (turn: 0, number: 0), count: payloads.count)
        for (event, epoch) in epochs {
            if let name = names[event] { records[RuleText(name)] = EventRecord(epoch: epoch) }
        }
    }

    /// Reads donations in the order of their columns, which is the order of the index.
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
        turn += 1
    }

    private mutating func finish() {
        defer {
            times.removeAll(keepingCapacity: true)
            replicas.removeAll(keepingCapacity: true)
            sequences.removeAll(keepingCapacity: true)
            payloadNumbers.removeAll(keepingCapacity: true)
            payloadsOfEvent.removeAll(keepingCapacity: true)
        }
        guard let event, let epoch = epochs[event], let name = names[event] else { return }
        // Slices, so that each new column has exactly the capacity that it needs.
        records[RuleText(name)] = EventRecord(
            epoch: epoch, times: Array(times[...]), replicas: Array(replicas[...]),
            sequences: Array(sequences[...]), payloadNumbers: Array(payloadNumbers[...]),
            payloads: Array(payloadsOfEvent[...]))
    }

    private mutating func add(time: RuleTime, replica: TipReplica, sequence: Int64, payload: Int64) {
        guard let place = payloads.place(of: payload) else {
            let name = event.flatMap { names[$0] } ?? "an event that is not there"
            let row = "\(time.microseconds) \(replica.rawValue) \(sequence) \(payload)"
            mistakes.append(
                DamagedRecord(.event(RuleText(name)), Array(row.utf8), reason: "its payload cannot be read"))
            return
        }
        if numbers[place].turn != turn {
            numbers[place] = (turn, UInt32(payloadsOfEvent.count))
            payloadsOfEvent.append(payloads[place])
        }
        times.append(time)
        replicas.append(replica)
        sequences.append(sequence)
        payloadNumbers.append(numbers[place].number)
    }
}
