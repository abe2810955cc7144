import Beacons
import Conditions
import Geodesy

/// The conditions that all devices of a table share, by policy, and which of them an observation may speak for.
///
/// A table has them, and a journal asks for them; only a table makes and changes them.
public struct TableConditions: Sendable {
    /// A condition of the table.
    final class Definition: Sendable {
        let name: ConditionName
        let key: ConditionKey
        /// Which of the policies.
        let policy: Int32
        let plan: ConditionPlan
        /// The condition, if it is nothing but one leaf that sources speak for.
        let leaf: NearLeaf?

        /// What changes of it are about.
        var subject: ChangeSubject { .condition(TableCondition(name: name, key: key)) }

        init(name: ConditionName, key: ConditionKey, policy: Int32, plan: ConditionPlan) {
            self.name = name
            self.key = key
            self.policy = policy
            self.plan = plan
            leaf = NearLeaf(plan)
        }
    }

    /// The conditions that share a policy.
    fileprivate struct Group: Sendable {
        let policy: ConditionPolicy
        let rules: EvaluationRules
        /// The slots of its conditions over others.
        var trees: [Int32] = []
        /// The numbers of its conditions, in their order.
        var numbers: [Int] = []
        /// The numbers of those of a kind, in their order.
        var numbersByKind: [[Int]] = ConditionKind.allCases.map { _ in [] }
        var regions = RegionFinder()
        var beacons = BeaconFinder()
    }

    private var slots: [Definition?] = []
    private var freeSlots: [Int32] = []
    private var slotsByName: [ConditionName: Int32] = [:]
    private var groups: [Group] = []
    /// The number of the next condition.
    private(set) var next = 0
    /// Counts changes, so that a device finds out that there was one.
    private(set) var revision = 0

    /// The names of all conditions, in no order.
    var names: some Collection<ConditionName> { slotsByName.keys }

    /// All conditions, by their numbers.
    var definitions: [Definition] { slots.compactMap { $0 }.sorted { $0.key.number < $1.key.number } }

    /// The condition that has a name now; `nil` when none has.
    public func condition(_ name: ConditionName) -> TableCondition? {
        definition(name).map { TableCondition(name: name, key: $0.key) }
    }

    /// The condition of a name.
    func definition(_ name: ConditionName) -> Definition? {
        slotsByName[name].flatMap { slots[Int($0)] }
    }

    /// The condition of a key; `nil` when it is no longer there.
    func definition(_ key: ConditionKey) -> Definition? {
        guard slots.indices.contains(Int(key.slot)), let definition = slots[Int(key.slot)] else { return nil }
        return definition.key == key ? definition : nil
    }

    /// All conditions of a policy with numbers in a range, in no order.
    func definitions(of policy: Int32, numbers: Range<Int>) -> some Sequence<Definition> {
        slots.lazy.compactMap { $0 }.filter { $0.policy == policy && numbers.contains($0.key.number) }
    }

    /// The conditions over others of a policy with numbers in a range.
    func trees(of policy: Int32, numbers: Range<Int>) -> [Definition] {
        groups[Int(policy)].trees.compactMap { slots[Int($0)] }.filter { numbers.contains($0.key.number) }
    }

    func rules(_ policy: Int32) -> EvaluationRules { groups[Int(policy)].rules }

    /// The policies that a condition with a number in a range has.
    func policies(in numbers: Range<Int>) -> [Int32] {
        groups.indices.lazy.map(Int32.init).filter { hasConditions(of: $0, in: numbers) }
    }

    /// Whether there is a condition of a policy with a number in a range.
    func hasConditions(of policy: Int32, in numbers: Range<Int>) -> Bool {
        groups[Int(policy)].numbers.hasElement(in: numbers)
    }

    /// Whether there is a condition of a kind and a policy with a number in a range.
    func has(_ kind: ConditionKind, of policy: Int32, in numbers: Range<Int>) -> Bool {
        groups[Int(policy)].numbersByKind[Int(kind.rawValue)].hasElement(in: numbers)
    }

    /// Calls a closure for each region of a policy that a place lies in.
    ///
    /// - Returns: How many metres one can surely move without coming into another region, but for those that are watched
    ///   already; zero or less where nothing is sure.
    func forEachRegion(
        of policy: Int32, containing place: FixedPlace, except isApart: (ConditionKey) -> Bool,
        _ body: (ConditionKey) -> Void
    ) -> Double {
        groups[Int(policy)].regions.forEach(containing: place, except: isApart, body)
    }

    /// Calls a closure for each condition of a policy that a beacon satisfies.
    func forEachBeacon(of policy: Int32, matching identity: BeaconIdentity, _ body: (ConditionKey) -> Void) {
        groups[Int(policy)].beacons.forEach(matching: identity, body)
    }
}

// MARK: - Changing

extension TableConditions {
    /// Adds a condition under a name; one that is there as it is stays, another is replaced.
    mutating func set(_ condition: Condition, policy: ConditionPolicy, for name: ConditionName) {
        if let current = definition(name) {
            if current.plan.condition == condition, current.plan.policy == policy { return }
            remove(name)
        }
        let slot = freeSlots.popLast() ?? Int32(slots.count)
        if slot == slots.count { slots.append(nil) }
        let group = group(of: policy)
        let plan = ConditionPlan(condition, policy: policy)
        let definition = Definition(
            name: name, key: ConditionKey(slot: slot, number: next), policy: Int32(group), plan: plan)
        slots[Int(slot)] = definition
        slotsByName[name] = slot
        groups[group].insert(definition)
        next += 1
        revision += 1
    }

    /// Takes a condition away; a name that is not there changes nothing.
    mutating func remove(_ name: ConditionName) {
        guard let definition = definition(name) else { return }
        slotsByName[name] = nil
        slots[Int(definition.key.slot)] = nil
        freeSlots.append(definition.key.slot)
        groups[Int(definition.policy)].remove(definition)
        revision += 1
    }

    /// The group of a policy; a new one when there is none.
    private mutating func group(of policy: ConditionPolicy) -> Int {
        if let index = groups.firstIndex(where: { $0.policy == policy }) { return index }
        groups.append(Group(policy: policy, rules: EvaluationRules(policy)))
        return groups.count - 1
    }
}

/// For numbers in their order.
extension [Int] {
    /// Where the first element is that is not below a number.
    private func firstIndex(notBelow number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    fileprivate func hasElement(in range: Range<Int>) -> Bool {
        let first = firstIndex(notBelow: range.lowerBound)
        return first < count && self[first] < range.upperBound
    }

    fileprivate mutating func removeOrdered(_ number: Int) {
        let index = firstIndex(notBelow: number)
        if index < count, self[index] == number { remove(at: index) }
    }
}

extension TableConditions.Group {
    fileprivate mutating func insert(_ definition: TableConditions.Definition) {
        let key = definition.key
        numbers.append(key.number)
        guard let leaf = definition.leaf else { return trees.append(key.slot) }
        numbersByKind[Int(leaf.kind.rawValue)].append(key.number)
        switch leaf {
        case .region(let region): regions.insert(region.boundary, key: key)
        case .beacon(let beacons, _): self.beacons.insert(beacons.constraint, key: key)
        }
    }

    fileprivate mutating func remove(_ definition: TableConditions.Definition) {
        let key = definition.key
        numbers.removeOrdered(key.number)
        guard let leaf = definition.leaf else { return trees.removeAll { $0 == key.slot } }
        numbersByKind[Int(leaf.kind.rawValue)].removeOrdered(key.number)
        switch leaf {
        case .region: regions.remove(key)
        case .beacon(let beacons, _): self.beacons.remove(beacons.constraint, key: key)
        }
    }
}
