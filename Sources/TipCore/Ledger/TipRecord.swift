public import TipRules

/// The state of one tip on all devices (T10, T97).
public struct TipRecord: Hashable, Sendable {
    /// How often the eligibility of the tip was reset; data of an older count is ignored.
    public package(set) var epoch: Int64 = 0
    /// When and why the tip ended (T29).
    public package(set) var invalidation: Invalidation?
    /// When the tip was shown for the first time (T70).
    public package(set) var firstAppearance: FirstAppearance?
    /// How often and how long each replica has shown the tip, by rising replicas.
    public package(set) var displays: [Displays] = []

    /// The end of a tip.
    public struct Invalidation: Hashable, Comparable, Sendable {
        /// When it ended.
        public let time: RuleTime
        /// Where it ended.
        public let replica: TipReplica
        /// The number of the reason; a number that only a newer version knows is kept and sent on unchanged.
        public let code: UInt8

        /// Makes the end of a tip.
        public init(time: RuleTime, replica: TipReplica, reason: Tips.InvalidationReason) {
            self.init(time: time, replica: replica, code: reason.code)
        }

        /// Makes the end of a tip for the reason of a number.
        public init(time: RuleTime, replica: TipReplica, code: UInt8) {
            self.time = time
            self.replica = replica
            self.code = code
        }

        /// Why it ended; a reason that this version has no name for counts as closed by the person.
        public var reason: Tips.InvalidationReason { Tips.InvalidationReason(code: code) ?? .tipClosed }

        /// Orders ends by time, then writer: the first one counts (TD1).
        public static func < (left: Invalidation, right: Invalidation) -> Bool {
            (left.time, left.replica, left.code) < (right.time, right.replica, right.code)
        }
    }

    /// The first time that a tip was shown.
    public struct FirstAppearance: Hashable, Comparable, Sendable {
        /// When it was.
        public let time: RuleTime
        /// Whether the tip was exempt from the display frequency, so that it delays no other tip (TD8).
        public let isExempt: Bool

        /// Makes a first appearance.
        public init(time: RuleTime, isExempt: Bool) {
            self.time = time
            self.isExempt = isExempt
        }

        /// Orders by time.
        public static func < (left: FirstAppearance, right: FirstAppearance) -> Bool {
            left.time == right.time ? !left.isExempt && right.isExempt : left.time < right.time
        }
    }

    /// The displays of a tip by one replica; both numbers only grow.
    public struct Displays: Hashable, Sendable {
        /// The replica of the count.
        public let replica: TipReplica
        /// How often it has shown the tip.
        public package(set) var count: Int64
        /// How long it has shown the tip, in microseconds.
        public package(set) var microseconds: Int64

        /// Makes the count of a replica; negative numbers count as zero.
        public init(replica: TipReplica, count: Int64, microseconds: Int64) {
            self.replica = replica
            self.count = max(count, 0)
            self.microseconds = max(microseconds, 0)
        }
    }

    /// Makes the record of an unknown tip.
    public init() {}

    /// Makes a record of stored parts.
    public init(
        epoch: Int64, invalidation: Invalidation?, firstAppearance: FirstAppearance?, displays: [Displays]
    ) {
        self.epoch = epoch
        self.invalidation = invalidation
        self.firstAppearance = firstAppearance
        for count in displays { note(count) }
    }

    /// How often the tip has been shown, on all devices (T100); clamped to the largest number.
    public var displayCount: Int64 { displays.reduce(0) { $0.addingClamped($1.count) } }

    /// How long the tip has been shown, on all devices, in microseconds; clamped to the largest number.
    public var displayMicroseconds: Int64 { displays.reduce(0) { $0.addingClamped($1.microseconds) } }

    /// Joins the record of another device; order and repetition do not matter (TD1).
    public mutating func merge(_ other: TipRecord) {
        if other.epoch > epoch { self = TipRecord(epoch: other.epoch) }
        guard other.epoch == epoch else { return }
        invalidation = earliest(invalidation, other.invalidation)
        firstAppearance = earliest(firstAppearance, other.firstAppearance)
        for count in other.displays { note(count) }
    }

    package init(epoch: Int64) { self.epoch = epoch }

    /// Takes the larger of two counts of a replica.
    package mutating func note(_ count: Displays) {
        if let last = displays.last, last.replica < count.replica { return displays.append(count) }
        guard let index = displays.firstIndex(where: { $0.replica >= count.replica }) else {
            displays.append(count)
            return
        }
        guard displays[index].replica == count.replica else {
            displays.insert(count, at: index)
            return
        }
        displays[index].count = max(displays[index].count, count.count)
        displays[index].microseconds = max(displays[index].microseconds, count.microseconds)
    }
}

extension Int64 {
    /// The sum, clamped to the range of the type.
    package func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

extension Int64 {
    /// The number of resets after one more.
    package var followingEpoch: Int64 { Swift.min(addingClamped(1), TipLedger.mostResets) }
}

private func earliest<Element: Comparable>(_ left: Element?, _ right: Element?) -> Element? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}

/// The value of a parameter, and when it was set.
public struct ParameterRecord: Hashable, Sendable {
    /// The value.
    public let value: RuleValue
    /// When it was set: the last one counts (TD1).
    public let time: HybridTime

    /// Makes the record of a parameter.
    public init(value: RuleValue, time: HybridTime) {
        self.value = value
        self.time = time
    }

    /// Joins the record of another device.
    package mutating func merge(_ other: ParameterRecord) {
        // One writer has two values at the same moment only after a store was copied; every device then
        // chooses by the bytes.
        let isLater =
            other.time == time
            ? value.bytes.lexicographicallyPrecedes(other.value.bytes) : other.time > time
        if isLater { self = other }
    }
}
