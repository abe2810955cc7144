public import TipRules

/// A writer of a ledger: one process on one device at a time.
///
/// Counters and numbers are stored per replica, so that two replicas never write the same counter.
public struct TipReplica: Hashable, Comparable, Sendable {
    /// The number of the replica: 56 bits of its device, then eight for the processes that share the device's store.
    public let rawValue: UInt64

    /// Makes a replica of a stored number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Makes the replica of a process on a device.
    ///
    /// - Parameters:
    ///   - device: A random number that belongs to the device; its lowest eight bits are not used.
    ///   - process: The place of the process among those that share the store.
    public init(device: UInt64, process: UInt8 = 0) { rawValue = device & ~0xFF | UInt64(process) }

    /// The device's number, the same for all of its processes.
    public var device: UInt64 { rawValue & ~0xFF }

    /// Orders replicas by their numbers.
    public static func < (left: TipReplica, right: TipReplica) -> Bool { left.rawValue < right.rawValue }
}

/// A moment of a hybrid logical clock: later than every moment that its writer knew, even if the writer's
/// clock is behind.
public struct HybridTime: Hashable, Comparable, Sendable {
    /// The time of the clock, or the latest known moment if that is later.
    public var time: RuleTime
    /// Distinguishes moments with the same time.
    public var counter: UInt32
    /// Who wrote.
    public var replica: TipReplica

    /// Makes a moment of its parts.
    public init(time: RuleTime, counter: UInt32, replica: TipReplica) {
        self.time = time
        self.counter = counter
        self.replica = replica
    }

    /// Orders moments by time, then counter, then writer.
    public static func < (left: HybridTime, right: HybridTime) -> Bool {
        (left.time, left.counter, left.replica) < (right.time, right.counter, right.replica)
    }

    /// The next moment of a writer who knows this one.
    func following(clock now: RuleTime, replica: TipReplica) -> HybridTime {
        if now > time { return HybridTime(time: now, counter: 0, replica: replica) }
        let (next, overflow) = counter.addingReportingOverflow(1)
        return overflow
            ? HybridTime(time: time.advanced(byMicroseconds: 1), counter: 0, replica: replica)
            : HybridTime(time: time, counter: next, replica: replica)
    }
}

/// Identifies a tip and its stored state (T18, T21).
public struct TipID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The identifier; compared by its bytes.
    public let name: RuleText

    /// Makes an identifier.
    public init(_ name: String) { self.name = RuleText(name) }

    /// Makes an identifier of the bytes of its text.
    public init(name: RuleText) { self.name = name }

    /// Makes an identifier of a literal.
    public init(stringLiteral name: String) { self.init(name) }

    /// The identifier as a text.
    public var description: String { name.string }

    /// Orders identifiers by their bytes.
    public static func < (left: TipID, right: TipID) -> Bool { left.name < right.name }
}
