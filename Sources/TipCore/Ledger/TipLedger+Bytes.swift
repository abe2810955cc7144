public import TipRules

// A ledger, or a change to a ledger, as the bytes that devices and the server exchange.
//
// After the form's number come the replicas that occur, eight bytes each, so that later a small number
// identifies each replica. Then come the epoch, and the tips, parameters and events, each once and sorted by
// name. Donations are columns; a time is the difference to the time before. Only payloads of donations are
// written, in the order of their first use.
extension TipLedger {
    /// The form that is written, and the only one that is read.
    static let form: UInt8 = 1
    /// The most replicas that are read: devices of one person, and processes on them.
    public static let mostReplicas = 4_096

    /// The ledger as bytes.
    ///
    /// - Complexity: O(*n*) in the size of the ledger.
    public var bytes: [UInt8] {
        var writing = LedgerWriting(replicas: replicas)
        writing.write(self)
        return writing.bytes
    }

    /// Reads a ledger, strictly: every byte must belong to it, and counts must not be negative.
    ///
    /// - Throws: `RuleError`.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(bytes: [UInt8]) throws(RuleError) {
        var reading = try LedgerReading(bytes)
        self = try reading.ledger()
        try reading.finish()
    }

    /// All replicas that are named, by rising numbers.
    package var replicas: [TipReplica] {
        var all: [TipReplica] = []
        func note(_ replica: TipReplica) {
            guard all.isEmpty || all[all.count - 1] != replica else { return }
            // Sorted by insertion: there are few replicas, and the library's sorting would be too much code
            // for a page.
            let place = all.place(of: replica)
            if place == all.count || all[place] != replica { all.insert(replica, at: place) }
        }
        for (_, record) in tips {
            if let end = record.invalidation { note(end.replica) }
            for count in record.displays { note(count.replica) }
        }
        for (_, record) in parameters { note(record.time.replica) }
        for (_, record) in events { for replica in record.replicas { note(replica) } }
        return all
    }
}

extension [RuleText] {
    /// The texts by rising bytes.
    fileprivate var rising: [RuleText] {
        #if hasFeature(Embedded)
            // A page has few names, most of them in order already, and the library's sorting would add three
            // kilobytes to the page.
            var rising: [RuleText] = []
            for text in self {
                var place = rising.count
                while place > 0, text < rising[place - 1] { place -= 1 }
                rising.insert(text, at: place)
            }
            return rising
        #else
            return sorted()
        #endif
    }
}

extension [TipReplica] {
    /// The place of the first replica that is not before a replica, in a sorted list.
    fileprivate func place(of replica: TipReplica) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < replica { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

private struct LedgerWriting {
    private var writing = RuleBytes()
    private let replicas: [TipReplica]

    init(replicas: [TipReplica]) {
        self.replicas = replicas
        writing.write(TipLedger.form)
        writing.write(replicas.count)
        for replica in replicas {
            for place in 0..<8 {
                writing.write(UInt8(truncatingIfNeeded: replica.rawValue >> UInt64(place * 8)))
            }
        }
    }

    var bytes: [UInt8] { writing.bytes }

    private mutating func write(_ replica: TipReplica) {
        writing.write(replicas.place(of: replica))
    }

    // In the order of names, so that equal ledgers have equal bytes.
    mutating func write(_ ledger: TipLedger) {
        writing.write(signed: ledger.epoch)
        writing.write(ledger.tips.count)
        for name in ledger.tips.keys.map({ $0.name }).rising {
            writing.write(name)
            write(ledger.tips[TipID(name: name)] ?? TipRecord())
        }
        writing.write(ledger.parameters.count)
        for name in Array(ledger.parameters.keys).rising {
            guard let record = ledger.parameters[name] else { continue }
            writing.write(name)
            write(record)
        }
        writing.write(ledger.events.count)
        for name in Array(ledger.events.keys).rising {
            writing.write(name)
            write(ledger.events[name] ?? EventRecord())
        }
    }

    private mutating func write(_ record: TipRecord) {
        writing.write(signed: record.epoch)
        let (end, first) = (record.invalidation, record.firstAppearance)
        writing.write(
            (end == nil ? 0 : 1) | (first == nil ? 0 : 2) | (first?.isExempt == true ? 4 : 0) as UInt8)
        if let end {
            writing.write(signed: end.time.microseconds)
            write(end.replica)
            writing.write(end.code)
        }
        if let first { writing.write(signed: first.time.microseconds) }
        writing.write(record.displays.count)
        for count in record.displays {
            write(count.replica)
            writing.write(signed: count.count)
            writing.write(signed: count.microseconds)
        }
    }

    private mutating func write(_ record: ParameterRecord) {
        writing.write(record.value)
        writing.write(signed: record.time.time.microseconds)
        writing.write(UInt64(record.time.counter))
        write(record.time.replica)
    }

    private mutating func write(_ record: EventRecord) {
        writing.write(signed: record.epoch)
        // Trimmed data is left out, and equal records have equal bytes.
        let record = record.part(Array(0..<record.count))
        let history = record.history()
        writing.write(history.payloads.count)
        for payload in history.payloads { writing.write(payload) }
        writing.write(record.count)
        var last: Int64 = 0
        for index in 0..<record.count {
            let time = record.times[index].microseconds
            writing.write(signed: time &- last)
            last = time
            write(record.replicas[index])
            writing.write(signed: record.sequences[index])
            writing.write(UInt64(history.payloadNumbers[index]))
        }
    }
}

private struct LedgerReading {
    private var reading: RuleReading
    private var replicas: [TipReplica] = []

    init(_ bytes: [UInt8]) throws(RuleError) {
        reading = try RuleReading(bytes, form: TipLedger.form)
        let count = try reading.count()
        guard count <= TipLedger.mostReplicas else { throw .tooManyParts }
        for _ in 0..<count {
            var number: UInt64 = 0
            for place in 0..<8 { number |= UInt64(try reading.byte()) << UInt64(place * 8) }
            replicas.append(TipReplica(rawValue: number))
        }
    }

    func finish() throws(RuleError) { try reading.finish() }

    private mutating func replica() throws(RuleError) -> TipReplica {
        let number = try reading.number()
        guard number < UInt64(replicas.count) else { throw .notInTable(number) }
        return replicas[Int(number)]
    }

    // An impossibly large number of resets would make further resets impossible.
    private mutating func epoch() throws(RuleError) -> Int64 {
        let number = try natural()
        guard number <= TipLedger.mostResets else { throw .tooLarge(number) }
        return number
    }

    // Counts and epochs only grow from zero.
    private mutating func natural() throws(RuleError) -> Int64 {
        let number = try reading.signed()
        guard number >= 0 else { throw .negative(number) }
        return number
    }

    mutating func ledger() throws(RuleError) -> TipLedger {
        var ledger = TipLedger(epoch: try epoch())
        var last: RuleText?
        for _ in 0..<(try reading.count()) {
            let name = try name(after: &last)
            ledger.tips[TipID(name: name)] = try tip()
        }
        last = nil
        for _ in 0..<(try reading.count()) {
            let name = try name(after: &last)
            ledger.parameters[name] = try parameter()
        }
        last = nil
        for _ in 0..<(try reading.count()) {
            let name = try name(after: &last)
            ledger.events[name] = try event()
        }
        return ledger
    }

    // Each name may occur only once: joining records again and again would take more time than the number of
    // bytes allows.
    private mutating func name(after last: inout RuleText?) throws(RuleError) -> RuleText {
        let name = try reading.text()
        if let last, last >= name { throw .outOfOrder }
        last = name
        return name
    }

    private mutating func tip() throws(RuleError) -> TipRecord {
        let epoch = try epoch()
        let marks = try reading.byte()
        guard marks < 8 else { throw .unknownCode(marks) }
        var end: TipRecord.Invalidation?
        if marks & 1 != 0 {
            let time = RuleTime(microseconds: try reading.signed())
            let replica = try replica()
            // A reason that only a newer version knows ends the tip, too.
            end = .init(time: time, replica: replica, code: try reading.byte())
        }
        var first: TipRecord.FirstAppearance?
        if marks & 2 != 0 {
            first = .init(time: RuleTime(microseconds: try reading.signed()), isExempt: marks & 4 != 0)
        }
        var displays: [TipRecord.Displays] = []
        for _ in 0..<(try reading.count()) {
            let replica = try replica()
            if let last = displays.last, last.replica >= replica { throw .outOfOrder }
            let count = try natural()
            displays.append(.init(replica: replica, count: count, microseconds: try natural()))
        }
        return TipRecord(epoch: epoch, invalidation: end, firstAppearance: first, displays: displays)
    }

    private mutating func parameter() throws(RuleError) -> ParameterRecord {
        reading.beginValue()
        let value = try reading.value(level: 1)
        let time = RuleTime(microseconds: try reading.signed())
        let number = try reading.number()
        guard let counter = UInt32(exactly: number) else { throw .notInTable(number) }
        return ParameterRecord(
            value: value, time: HybridTime(time: time, counter: counter, replica: try replica()))
    }

    private mutating func event() throws(RuleError) -> EventRecord {
        var record = EventRecord(epoch: try epoch())
        var payloads: [RuleValue] = []
        for _ in 0..<(try reading.count()) {
            reading.beginValue()
            payloads.append(try reading.value(level: 1))
        }
        // Each payload is processed once, however many donations have it.
        var numbers: [UInt32] = Array(repeating: .max, count: payloads.count)
        var time: Int64 = 0
        for _ in 0..<(try reading.count()) {
            time &+= try reading.signed()
            let replica = try replica()
            let sequence = try natural()
            let number = try reading.number()
            guard number < UInt64(payloads.count) else { throw .notInTable(number) }
            let moment = RuleTime(microseconds: time)
            // Inserting a donation that is not the newest would take time proportional to the number of
            // donations.
            guard record.isNewest(time: moment, replica: replica, sequence: sequence) else {
                throw .outOfOrder
            }
            let place = Int(number)
            if numbers[place] == .max { numbers[place] = record.numberPayload(payloads[place]) }
            record.append(time: moment, replica: replica, sequence: sequence, payloadNumber: numbers[place])
        }
        return record
    }
}
