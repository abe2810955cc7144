public import TipRules

/// The donations of one event, of all devices, in columns (T99).
///
/// The time, the writer, and the writer's number identify a donation; the columns are sorted by them. One
/// pass therefore joins a hundred thousand donations.
public struct EventRecord: Sendable {
    /// How often the donations have been deleted; data of an older count is ignored (T65).
    public internal(set) var epoch: Int64 = 0
    private(set) var times: [RuleTime] = []
    private(set) var replicas: [TipReplica] = []
    private(set) var sequences: [Int64] = []
    private var payloadNumbers: [UInt32] = []
    private var payloads = PayloadTable()

    /// One donation.
    public struct Donation: Hashable, Sendable {
        /// When it was made.
        public let time: RuleTime
        /// Who made it.
        public let replica: TipReplica
        /// The writer's number, which no other donation of the writer has.
        public let sequence: Int64
        /// The payload of the donation; null for events without data.
        public let payload: RuleValue

        /// Makes a donation.
        public init(time: RuleTime, replica: TipReplica, sequence: Int64, payload: RuleValue = .null) {
            self.time = time
            self.replica = replica
            self.sequence = sequence
            self.payload = payload
        }
    }

    /// Makes the record of an event without donations.
    public init(epoch: Int64 = 0) { self.epoch = epoch }

    /// Makes a record of stored columns, which have the same length; each number is an index into the
    /// payloads, which are distinct.
    ///
    /// - Complexity: O(*n*) in the number of donations when their keys rise, as they nearly always do;
    ///   payloads are not read.
    package init(
        epoch: Int64, times: [RuleTime], replicas: [TipReplica], sequences: [Int64],
        payloadNumbers: [UInt32], payloads: [RuleValue]
    ) {
        self.epoch = epoch
        (self.times, self.replicas, self.sequences) = (times, replicas, sequences)
        self.payloadNumbers = payloadNumbers
        self.payloads = PayloadTable(payloads)
        // A store may sort replicas in another order, as signed numbers.
        if times.indices.dropFirst().contains(where: { key($0 - 1) >= key($0) }) { sort() }
    }

    private mutating func sort() {
        let unsorted = self
        self = EventRecord(epoch: epoch)
        for index in 0..<unsorted.count { insert(unsorted[index]) }
    }

    /// How many donations are kept.
    public var count: Int { times.count }

    /// A donation, by its place among them, the oldest first.
    public subscript(index: Int) -> Donation {
        Donation(
            time: times[index], replica: replicas[index], sequence: sequences[index],
            payload: payload(at: index))
    }

    private func payload(at index: Int) -> RuleValue { payloads[payloadNumbers[index]] }

    /// The donations as rules see them.
    ///
    /// - Parameter maximumAge: The greatest age of a visible donation.
    /// - Returns: The same columns, not copied.
    public func history(maximumAge: RuleWindow? = nil) -> DonationHistory {
        DonationHistory(
            times: times, payloadNumbers: payloadNumbers, payloads: payloads.payloads,
            maximumAge: maximumAge)
    }

    /// Adds a donation, unless it is known.
    ///
    /// - Returns: Whether it was new.
    /// - Complexity: O(1) for the newest, else O(*n*) in the number of donations.
    @discardableResult
    public mutating func insert(_ donation: Donation) -> Bool {
        let key = (donation.time, donation.replica, donation.sequence)
        var place = count
        if place > 0, key <= self.key(place - 1) { place = firstIndex(notBefore: key) }
        if place < count, self.key(place) == key {
            return replacePayload(at: place, with: donation.payload)
        }
        let number = payloads.number(of: donation.payload)
        times.insert(donation.time, at: place)
        replicas.insert(donation.replica, at: place)
        sequences.insert(donation.sequence, at: place)
        payloadNumbers.insert(number, at: place)
        return true
    }

    /// Adds a payload to the table.
    ///
    /// - Returns: Its number, for ``append(time:replica:sequence:payloadNumber:)``.
    package mutating func numberPayload(_ payload: RuleValue) -> UInt32 { payloads.number(of: payload) }

    /// Adds a donation whose payload is in the table; for the newest donation the payload is not read.
    package mutating func append(
        time: RuleTime, replica: TipReplica, sequence: Int64, payloadNumber: UInt32
    ) {
        guard isNewest(time: time, replica: replica, sequence: sequence) else {
            insert(
                Donation(
                    time: time, replica: replica, sequence: sequence, payload: payloads[payloadNumber]))
            return
        }
        times.append(time)
        replicas.append(replica)
        sequences.append(sequence)
        payloadNumbers.append(payloadNumber)
    }

    /// Whether a donation would come after all known donations.
    func isNewest(time: RuleTime, replica: TipReplica, sequence: Int64) -> Bool {
        count == 0 || key(count - 1) < (time, replica, sequence)
    }

    /// Keeps the newest donations only (T56).
    ///
    /// - Returns: How many were dropped.
    @discardableResult
    public mutating func keepNewest(_ limit: Int) -> Int {
        let excess = max(count - max(limit, 0), 0)
        guard excess > 0 else { return 0 }
        times.removeFirst(excess)
        replicas.removeFirst(excess)
        sequences.removeFirst(excess)
        payloadNumbers.removeFirst(excess)
        let payloadCount = payloads.payloads.count
        if payloadCount > 64, payloadCount > 2 * count { dropUnusedPayloads() }
        return excess
    }

    /// Removes the donations that are older than a moment.
    ///
    /// - Returns: How many were dropped.
    @discardableResult
    public mutating func keep(since moment: RuleTime) -> Int {
        keepNewest(count - firstIndex(notBefore: (moment, TipReplica(rawValue: 0), .min)))
    }

    /// Joins the record of another device.
    ///
    /// - Complexity: O(*n* + *m*) in the numbers of donations; O(*m*) when all of the other's are newer.
    public mutating func merge(_ other: EventRecord) {
        if other.epoch > epoch { self = EventRecord(epoch: other.epoch) }
        guard other.epoch == epoch, other.count > 0 else { return }
        if count == 0 {
            self = other
        } else if key(count - 1) < other.key(0) {
            let numbers = translated(other)
            append(other, from: 0, numbers)
        } else if other.count <= 8 {
            for index in 0..<other.count { insert(other[index]) }
        } else {
            mergeInOnePass(other)
        }
    }

    /// The donations that another record does not have.
    func subtracting(_ other: EventRecord) -> EventRecord {
        guard other.epoch >= epoch else { return self }
        guard other.epoch == epoch else { return EventRecord(epoch: epoch) }
        return part(
            (0..<count).filter { index in
                let place = other.firstIndex(notBefore: key(index))
                return place >= other.count || other.key(place) != key(index)
            })
    }

    /// Some of the donations, at rising places, with only the payloads that they have.
    ///
    /// - Complexity: O(*n*) in the number of the places; each payload is read once.
    func part(_ places: [Int]) -> EventRecord {
        var part = EventRecord(epoch: epoch)
        var numbers: [UInt32] = Array(repeating: .max, count: payloads.payloads.count)
        for index in places {
            let known = Int(payloadNumbers[index])
            if numbers[known] == .max { numbers[known] = part.payloads.number(of: payload(at: index)) }
            part.appendRow(of: self, index, number: numbers[known])
        }
        return part
    }

    private mutating func mergeInOnePass(_ other: EventRecord) {
        let numbers = translated(other)
        var merged = EventRecord(epoch: epoch)
        merged.payloads = payloads
        merged.reserve(count + other.count)
        var (left, right) = (0, 0)
        while left < count, right < other.count {
            let (leftKey, rightKey) = (key(left), other.key(right))
            if leftKey < rightKey {
                merged.appendRow(of: self, left, number: payloadNumbers[left])
                left += 1
            } else {
                merged.appendRow(of: other, right, number: numbers[Int(other.payloadNumbers[right])])
                if leftKey == rightKey {
                    _ = merged.replacePayload(at: merged.count - 1, with: payload(at: left))
                    left += 1
                }
                right += 1
            }
        }
        for index in left..<count { merged.appendRow(of: self, index, number: payloadNumbers[index]) }
        merged.append(other, from: right, numbers)
        self = merged
    }

    private mutating func append(_ other: EventRecord, from start: Int, _ numbers: [UInt32]) {
        for index in start..<other.count {
            appendRow(of: other, index, number: numbers[Int(other.payloadNumbers[index])])
        }
    }

    private mutating func appendRow(of other: EventRecord, _ index: Int, number: UInt32) {
        times.append(other.times[index])
        replicas.append(other.replicas[index])
        sequences.append(other.sequences[index])
        payloadNumbers.append(number)
    }

    private mutating func reserve(_ count: Int) {
        times.reserveCapacity(count)
        replicas.reserveCapacity(count)
        sequences.reserveCapacity(count)
        payloadNumbers.reserveCapacity(count)
    }

    // A donation can have two payloads only after a store was copied; every device then chooses by the bytes.
    private mutating func replacePayload(at index: Int, with payload: RuleValue) -> Bool {
        let known = self.payload(at: index)
        guard payload != known, known.bytes.lexicographicallyPrecedes(payload.bytes) else { return false }
        payloadNumbers[index] = payloads.number(of: payload)
        return true
    }

    /// The numbers in this table for the payloads of another record.
    private mutating func translated(_ other: EventRecord) -> [UInt32] {
        other.payloads.payloads.map { payloads.number(of: $0) }
    }

    private mutating func dropUnusedPayloads() {
        let used = payloadNumbers.map { payloads[$0] }
        payloads = PayloadTable()
        payloadNumbers = used.map { payloads.number(of: $0) }
    }

    private typealias Key = (RuleTime, TipReplica, Int64)

    private func key(_ index: Int) -> Key { (times[index], replicas[index], sequences[index]) }

    private func firstIndex(notBefore wanted: Key) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension EventRecord: Equatable {
    /// Whether both hold the same donations; the order of the payload tables does not matter.
    public static func == (left: EventRecord, right: EventRecord) -> Bool {
        left.epoch == right.epoch && left.times == right.times && left.replicas == right.replicas
            && left.sequences == right.sequences
            && left.payloadNumbers.indices.allSatisfy {
                left.payload(at: $0) == right.payload(at: $0)
            }
    }
}
