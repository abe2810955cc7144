import Conditions
import Observations
import Testing

@testable import Fences

/// A machine for each condition of each device, as one monitor for each device has them.
struct MachineForEach {
    private var definitions: [ConditionName: (condition: Condition, policy: ConditionPolicy)] = [:]
    private(set) var machines: [DeviceName: [ConditionName: ConditionStateMachine]] = [:]

    mutating func set(_ condition: Condition, policy: ConditionPolicy, for name: ConditionName) {
        if let old = definitions[name], old == (condition, policy) { return }
        remove(name)
        definitions[name] = (condition, policy)
    }

    mutating func remove(_ name: ConditionName) {
        definitions[name] = nil
        for device in machines.keys { machines[device]?[name] = nil }
    }

    mutating func observe(_ observation: Observation, of device: DeviceName) -> [TableTransition] {
        var transitions: [TableTransition] = []
        for (name, definition) in definitions {
            let change = machines[device, default: [:]][
                name, default: ConditionStateMachine(definition.condition, policy: definition.policy)
            ].observe(observation)
            if let change { transitions.append(TableTransition(condition: name, change: change)) }
        }
        return transitions.sorted { $0.condition < $1.condition }
    }

    func state(of device: DeviceName, _ name: ConditionName) -> ConditionState {
        guard definitions[name] != nil else { return .unmonitored }
        return machines[device]?[name]?.state ?? .unknown
    }

    var names: some Collection<ConditionName> { definitions.keys }
}

@Suite struct ConditionTableEqualityTests {
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `LA7: a table decides as a machine for each condition of each device`(seed: UInt64) {
        compare(RandomTrace(seed: seed))
    }

    @Test(arguments: 100..<108 as Range<UInt64>)
    func `LA7 LD15: a table decides as machines do when clocks are ahead`(seed: UInt64) {
        compare(RandomTrace(seed: seed, hasWrongClocks: true))
    }

    private func compare(_ course: RandomTrace) {
        var trace = course
        var table = ConditionTable()
        var machines = MachineForEach()
        var steps = trace.beginning()
        var transitions = 0
        for number in 0..<1_500 {
            steps.append(trace.next())
            for step in steps {
                switch step {
                case .set(let condition, let policy, let name):
                    table.set(condition, policy: policy, for: name)
                    machines.set(condition, policy: policy, for: name)
                case .remove(let name):
                    table.remove(name)
                    machines.remove(name)
                case .observe(let observation, let device):
                    let expected = machines.observe(observation, of: device)
                    let actual = table.observe(observation, of: device)
                    transitions += expected.count
                    guard actual == expected else {
                        let wrong = Set(actual).symmetricDifference(expected)
                        Issue.record("step \(number), \(device.text), \(observation): \(wrong)")
                        return
                    }
                    // Without a macro for each of some million states, which would take most of the time.
                    for name in machines.names
                    where table.state(of: device, name) != machines.state(of: device, name) {
                        Issue.record("step \(number), \(device.text), \(name.text)")
                        return
                    }
                }
            }
            steps.removeAll()
        }
        #expect(transitions > 100)
    }
}
