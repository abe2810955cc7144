import Beacons
import Conditions
import Observations

/// One entry of a journal.
enum JournalEntry: Hashable {
    /// A condition, with its number in the table.
    case condition(number: Int, policy: Int32, kind: ConditionKind?, name: String)
    /// A condition is no longer evaluated.
    case conditionRemoved(number: Int)
    /// The device that gets the next index.
    case device(name: String)
    case deviceForgotten(index: Int)
    case change(device: Int, condition: Int, ConditionTransition)
    case othersChanged(device: Int, OtherConditions, ConditionTransition)
    /// The entries and exits of devices of a fence table.
    case crossings(time: ObservationTime, [Crossing])

    /// A device entered or left an area.
    struct Crossing: Hashable {
        let device: UInt32
        let condition: UInt32
        let isInside: Bool

        /// The maximum number of a condition: together with the side it takes 32 bits.
        static let lastCondition = UInt32.max >> 1
    }

    private enum Code: UInt8 {
        case condition = 1
        case conditionRemoved, device, deviceForgotten, change, othersChanged, crossings
    }

    func write(to writer: inout JournalWriter) {
        switch self {
        case .condition(let number, let policy, let kind, let name):
            writer.number(Code.condition.rawValue)
            writer.number(Int64(number))
            writer.number(policy)
            writer.number(kind?.rawValue ?? .max)
            writer.text(name)
        case .conditionRemoved(let number):
            writer.number(Code.conditionRemoved.rawValue)
            writer.number(Int64(number))
        case .device(let name):
            writer.number(Code.device.rawValue)
            writer.text(name)
        case .deviceForgotten(let index):
            writer.number(Code.deviceForgotten.rawValue)
            writer.number(Int64(index))
        case .change(let device, let condition, let change):
            writer.number(Code.change.rawValue)
            writer.number(Int64(device))
            writer.number(Int64(condition))
            writer.transition(change)
        case .othersChanged(let device, let others, let change):
            writer.number(Code.othersChanged.rawValue)
            writer.number(Int64(device))
            writer.others(others)
            writer.transition(change)
        case .crossings(let time, let crossings):
            Self.beginCrossings(crossings.count, at: time, in: &writer)
            for crossing in crossings { crossing.write(to: &writer) }
        }
    }

    /// Writes the beginning of an entry with this many crossings.
    static func beginCrossings(_ count: Int, at time: ObservationTime, in writer: inout JournalWriter) {
        writer.number(Code.crossings.rawValue)
        writer.number(time.microseconds)
        writer.number(UInt32(count))
    }

    /// Decodes the next entry; `nil` for bytes that no journal writes.
    init?(from reader: inout JournalReader) {
        guard let code = reader.number(UInt8.self).flatMap(Code.init(rawValue:)),
            let entry = Self.read(code, from: &reader)
        else { return nil }
        self = entry
    }

    private static func read(_ code: Code, from reader: inout JournalReader) -> JournalEntry? {
        switch code {
        case .condition:
            guard let number = reader.index(), let policy = reader.number(Int32.self),
                let kind = reader.number(UInt8.self), let name = reader.text()
            else { return nil }
            return .condition(number: number, policy: policy, kind: ConditionKind(rawValue: kind), name: name)
        case .conditionRemoved: return reader.index().map { .conditionRemoved(number: $0) }
        case .device: return reader.text().map { .device(name: $0) }
        case .deviceForgotten: return reader.index().map { .deviceForgotten(index: $0) }
        case .change:
            guard let device = reader.index(), let condition = reader.index(),
                let change = reader.transition()
            else { return nil }
            return .change(device: device, condition: condition, change)
        case .othersChanged:
            guard let device = reader.index(), let others = reader.others(), let change = reader.transition()
            else { return nil }
            return .othersChanged(device: device, others, change)
        case .crossings: return readCrossings(from: &reader)
        }
    }

    private static func readCrossings(from reader: inout JournalReader) -> JournalEntry? {
        guard let time = reader.number(Int64.self), let count = reader.number(UInt32.self) else { return nil }
        var crossings: [Crossing] = []
        for _ in 0..<count {
            guard let device = reader.number(UInt32.self), let rest = reader.number(UInt32.self) else {
                return nil
            }
            crossings.append(Crossing(device: device, condition: rest >> 1, isInside: rest & 1 == 1))
        }
        return .crossings(time: ObservationTime(microseconds: time), crossings)
    }
}

extension JournalEntry.Crossing {
    func write(to writer: inout JournalWriter) {
        let condition = condition << 1 | (isInside ? 1 : 0)
        writer.number(UInt64(condition) << 32 | UInt64(device))
    }
}

extension JournalWriter {
    fileprivate mutating func transition(_ change: ConditionTransition) {
        number(change.state.rawValue)
        number(change.lastKnown?.rawValue ?? .max)
        number(change.diagnostics.rawValue)
        number(change.time.microseconds)
        guard let beacons = change.refinement?.constraint else { return number(0 as UInt8) }
        // A refinement has all three parts; missing parts are written as zero.
        number(1 as UInt8)
        number(beacons.uuid.high)
        number(beacons.uuid.low)
        number(beacons.major ?? 0)
        number(beacons.minor ?? 0)
    }

    fileprivate mutating func others(_ others: OtherConditions) {
        number(others.kind.rawValue)
        number(others.policy)
        number(Int64(others.numbers.lowerBound))
        number(Int64(others.numbers.upperBound))
        number(UInt32(others.exceptions.count))
        for exception in others.exceptions { number(Int64(exception)) }
    }
}

extension JournalReader {
    /// A number that must not be negative.
    fileprivate mutating func index() -> Int? {
        number(Int64.self).flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
    }

    fileprivate mutating func transition() -> ConditionTransition? {
        guard let state = number(UInt8.self).flatMap(ConditionState.init(rawValue:)),
            let lastKnown = number(UInt8.self), let diagnostics = number(UInt16.self),
            let time = number(Int64.self), let hasRefinement = number(UInt8.self)
        else { return nil }
        var change = ConditionTransition(
            state: state, time: ObservationTime(microseconds: time),
            diagnostics: ConditionDiagnostics(rawValue: diagnostics),
            lastKnown: ConditionState(rawValue: lastKnown))
        guard hasRefinement != 0 else { return change }
        guard let high = number(UInt64.self), let low = number(UInt64.self), let major = number(UInt16.self),
            let minor = number(UInt16.self)
        else { return nil }
        change.refinement = BeaconIdentityCondition(
            uuid: ProximityUUID(high: high, low: low), major: major, minor: minor)
        return change
    }

    fileprivate mutating func others() -> OtherConditions? {
        guard let kind = number(UInt8.self).flatMap(ConditionKind.init(rawValue:)),
            let policy = number(Int32.self), let lower = index(), let upper = index(), lower <= upper,
            let count = number(UInt32.self)
        else { return nil }
        var exceptions: [Int] = []
        for _ in 0..<count {
            guard let exception = index() else { return nil }
            exceptions.append(exception)
        }
        return OtherConditions(kind: kind, policy: policy, numbers: lower..<upper, exceptions: exceptions)
    }
}
