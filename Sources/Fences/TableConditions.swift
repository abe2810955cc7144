import Beacons
import Conditions
import Geodesy

/// The conditions that all devices of a table share, by policy, with an index for observations.
///
/// Tables make and change this type; journals read it.
public struct TableConditions: Sendable {
    /// A condition of the table.
    final class Definition: Sendable {
        let name: ConditionName
        let key: ConditionKey
        /// The index of its policy.
        let policy: Int32
        let plan: ConditionPlan
        /// The leaf, if the condition is a single leaf.
        let leaf: NearLeaf?

        /// The subject of its changes.
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
        /// The slots of its compound conditions.
        var trees: [Int32] = []
        /// The numbers of its conditions, in ascending order.
        var numbers: [Int] = []
        /// The numbers of its conditions of each kind, in ascending order.
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
    /// Counts changes, so that a device notices them.
    private(set) var revision = 0

    /// The names of all conditions, in no order.
    var names: some Collection<ConditionName> { slotsByName.keys }

    /// All conditions, by their numbers.
    var definitions: [Definition] { slots.compactMap { $0 }.sorted { $0.key.number < $1.key.number } }

    /// The present condition with a name; `nil` when there is none.
    public func condition(_ name: ConditionName) -> TableCondition? {
        definition(name).map { TableCondition(name: name, key: $0.key) }
    }

    /// The condition with a name.
    func definition(_ name: ConditionName) -> Definition? {
        slotsByName[name].flatMap { slots[Int($0)] }
    }

    /// The condition with a key; `nil` when it no longer exists.
    func definition(_ key: ConditionKey) -> Definition? {
        guard slots.indices.contains(Int(key.slot)), let definition = slots[Int(key.slot)] else { return nil }
        return definition.key == key ? definition : nil
    }

    /// All conditions of a policy with numbers in a range, in no order.
    func definitions(of policy: Int32, numbers: Range<Int>) -> some Sequence<Definition> {
        slots.lazy.compactMap { $0 }.filter { $0.policy == policy && numbers.contains($0.key.number) }
    }

    /// The compound conditions of a policy with numbers in a range.
    func trees(of policy: Int32, numbers: Range<Int>) -> [Definition] {
        groups[Int(policy)].trees.compactMap { slots[Int($0)] }.filter { numbers.contains($0.key.number) }
    }

    func rules(_ policy: Int32) -> EvaluationRules { groups[Int(policy)].rules }

    /// The policies of the conditions with numbers in a range.
    func policies(in numbers: Range<Int>) -> [Int32] {
        groups.indices.lazy.map(Int32.init).filter { hasConditions(of: $0, in: numbers) }
    }

    /// Whether a policy has conditions with numbers in a range.
    func hasConditions(of policy: Int32, in numbers: Range<Int>) -> Bool {
        groups[Int(policy)].numbers.hasElement(in: numbers)
    }

    /// Whether a policy has conditions of a kind with numbers in a range.
    func has(_ kind: ConditionKind, of policy: Int32, in numbers: Range<Int>) -> Bool {
        groups[Int(policy)].numbersByKind[Int(kind.rawValue)].hasElement(in: numbers)
    }

    /// Calls a closure for each region of a policy that contains a place.
    ///
    /// - Returns: How many metres one can certainly move without entering another region that is not near;
    ///   zero or less when no distance is certain.
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
    /// Adds a condition with a name; an identical one stays, and another one is replaced.
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

    /// Removes a condition; an unknown name changes nothing.
    mutating func remove(_ name: ConditionName) {
        guard let definition = definition(name) else { return }
        slotsByName[name] = nil
        slots[Int(definition.key.slot)] = nil
        freeSlots.append(definition.key.slot)
        groups[Int(definition.policy)].remove(definition)
        revision += 1
    }

    /// The group of a policy; created if necessary.
    private mutating func group(of policy: ConditionPolicy) -> Int {
        if let index = groups.firstIndex(where: { $0.policy == policy }) { return index }
        groups.append(Group(policy: policy, rules: EvaluationRules(policy)))
        return groups.count - 1
    }
}

/// For sorted numbers.
extension [Int] {
    /// The index of the first element that is not less than a number.
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
