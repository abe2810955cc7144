public import Conditions
import Observations

/// A condition with its policy.
public struct EvaluatedCondition: Hashable, Sendable {
    /// The condition.
    public var condition: Condition
    /// How certain it must be before its state changes.
    public var policy: ConditionPolicy

    /// Makes a condition with a policy.
    public init(_ condition: Condition, policy: ConditionPolicy = ConditionPolicy()) {
        self.condition = condition
        self.policy = policy
    }
}

extension ConditionTable {
    /// Makes a table that assumes the states of a journal until observations decide (L12).
    ///
    /// States of conditions that are no longer evaluated are dropped. If the meaning of a condition has
    /// changed since the journal was written, give it another name.
    ///
    /// - Parameters:
    ///   - known: The content of a journal.
    ///   - conditions: The conditions by name.
    ///   - isWanted: Whether this table evaluates a device.
    /// - Complexity: O(*n* log *n*) in the numbers of conditions and of states.
    public init(
        restoring known: RestoredStates, evaluating conditions: [ConditionName: EvaluatedCondition],
        where isWanted: (DeviceName) -> Bool = { _ in true }
    ) {
        self.init()
        // In the order of the journal, so that neighbours stay neighbours.
        let old = known.conditions.sorted { $0.key < $1.key }.map(\.value.name).filter {
            conditions[$0] != nil
        }
        let oldNames = Set(old)
        for name in old + conditions.keys.filter({ !oldNames.contains($0) }).sorted() {
            guard let entry = conditions[name] else { continue }
            set(entry.condition, policy: entry.policy, for: name)
        }
        var plan = RestoringPlan(known, in: self.conditions)
        for device in known.known where isWanted(device.name) {
            let place = rows.place(of: device.name)
            rows.blocks[place.block][place.index] = DeviceRow(
                plan.evaluations(of: device), in: self.conditions)
            for (number, state) in device.states {
                guard let definition = plan.definition(number) else { continue }
                rows.blocks[place.block][place.index].assume(state, of: definition, in: self.conditions)
            }
        }
    }
}

/// Maps the conditions of a journal to those of a table.
private struct RestoringPlan {
    private let known: RestoredStates
    private let conditions: TableConditions
    private var ranges: [OtherConditions: [Range]] = [:]

    /// Consecutive conditions of one policy and kind; conditions of other policies and kinds may be in
    /// between.
    private struct Range {
        let policy: Int32
        let numbers: Swift.Range<Int>
    }

    /// The assumed states of all conditions of an evaluation.
    private struct Segment {
        var numbers: Swift.Range<Int>
        var states: [ConditionState] = ConditionKind.allCases.map { _ in .unknown }
    }

    init(_ known: RestoredStates, in conditions: TableConditions) {
        self.known = known
        self.conditions = conditions
    }

    /// The table's condition for a number in the journal.
    func definition(_ number: Int) -> TableConditions.Definition? {
        known.conditions[number].flatMap { conditions.definition($0.name) }
    }

    /// The initial evaluations of a device.
    mutating func evaluations(of device: RestoredStates.Device) -> [DeviceEvaluation] {
        var segments: [Int32: [Segment]] = [:]
        for policy in conditions.policies(in: 0..<conditions.next) {
            segments[policy] = [Segment(numbers: 0..<conditions.next)]
        }
        for (others, state) in device.others {
            for range in ranges(of: others) {
                segments[range.policy] = segments[range.policy]?.flatMap {
                    Self.split($0, at: range.numbers, kind: others.kind, state: state)
                }
            }
        }
        return segments.sorted { $0.key < $1.key }.flatMap { policy, segments in
            segments.map {
                DeviceEvaluation(policy: policy, numbers: $0.numbers, in: conditions, assuming: $0.states)
            }
        }
    }

    private static func split(
        _ segment: Segment, at numbers: Swift.Range<Int>, kind: ConditionKind, state: ConditionState
    ) -> [Segment] {
        let inner = segment.numbers.clamped(to: numbers)
        guard !inner.isEmpty else { return [segment] }
        var changed = Segment(numbers: inner, states: segment.states)
        changed.states[Int(kind.rawValue)] = state
        let before = Segment(numbers: segment.numbers.lowerBound..<inner.lowerBound, states: segment.states)
        let after = Segment(numbers: inner.upperBound..<segment.numbers.upperBound, states: segment.states)
        return [before, changed, after].filter { !$0.numbers.isEmpty }
    }

    /// The ranges in the table of conditions that had a common state.
    private mutating func ranges(of others: OtherConditions) -> [Range] {
        let key = OtherConditions(
            kind: others.kind, policy: others.policy, numbers: others.numbers, exceptions: [])
        if let found = ranges[key] { return found }
        let found = findRanges(of: others)
        ranges[key] = found
        return found
    }

    private func findRanges(of others: OtherConditions) -> [Range] {
        let numbersByPolicy = Dictionary(
            grouping: known.conditions.filter { others.covers($0.key, $0.value) }.keys.compactMap(definition),
            by: \.policy
        ).mapValues { Set($0.map(\.key.number)) }
        return numbersByPolicy.flatMap { policy, numbers in
            // A condition in between that was not among them ends a range.
            conditions.definitions(of: policy, numbers: 0..<conditions.next)
                .filter { $0.leaf?.kind == others.kind }.map(\.key.number).sorted()
                .split { !numbers.contains($0) }
                .compactMap { run in
                    guard let first = run.first, let last = run.last else { return nil }
                    return Range(policy: policy, numbers: first..<last + 1)
                }
        }
    }
}

// MARK: - Written states

extension ConditionTable {
    /// The known states as changes that lead to them, in order for each device.
    var knownChanges: [DeviceChange] {
        rows.devices.flatMap { device in
            (rows[device]?.knownChanges(in: conditions) ?? []).map {
                DeviceChange(device: device, change: $0)
            }
        }
    }
}
