import Beacons
import Ranging
import Testing

@Suite struct NearestStateMachineTests {
    private typealias Machine = NearestStateMachine<String, Moment>

    /// Sightings every 500 ms from one moment to another, each beacon at a steady strength; returns what changed.
    @discardableResult
    private func hear(
        _ levels: KeyValuePairs<String, Int8>, _ seconds: ClosedRange<Int64>, _ machine: inout Machine
    ) -> [NearestAnswer<String>] {
        var changes: [NearestAnswer<String>] = []
        for time in stride(from: seconds.lowerBound * 1_000, through: seconds.upperBound * 1_000, by: 500) {
            for (key, rssi) in levels {
                if let change = machine.sighted(key, rssi: rssi, measuredPower: -59, at: Moment(time)) {
                    changes.append(change)
                }
            }
        }
        return changes
    }

    @Test func `the beacon that leads by the margin is chosen after a moment`() {
        var machine = Machine()
        #expect(hear(["a": -60, "b": -70], 0...2, &machine) == [])
        #expect(hear(["a": -60, "b": -70], 3...3, &machine) == [.choose("a")])
        #expect(machine.answer == .choose("a"))
    }

    @Test func `one beacon alone is chosen`() {
        var machine = Machine()
        #expect(hear(["a": -95], 0...4, &machine) == [.choose("a")])
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `C11: two beacons that are equally near are asked about, in whatever order they are heard`(
        order: [String]
    ) {
        var machine = Machine()
        hear([order[0]: -60, order[1]: -60], 0...4, &machine)
        #expect(machine.answer == .ask(["a", "b"]))
    }

    @Test func `what is nearer by less than the margin is asked about first`() {
        var machine = Machine()
        hear(["a": -62, "b": -60, "c": -90], 0...4, &machine)
        #expect(machine.answer == .ask(["b", "a"]))
    }

    @Test func `strength counts against the strength at a metre`() {
        var machine = Machine()
        for time in stride(from: Int64(0), through: 4_000, by: 500) {
            _ = machine.sighted("strong", rssi: -60, measuredPower: -45, at: Moment(time))
            _ = machine.sighted("weak", rssi: -70, measuredPower: -80, at: Moment(time))
        }
        #expect(machine.answer == .choose("weak"))
    }

    @Test func `what a person answers stays while the two are equally near`() {
        var machine = Machine()
        hear(["a": -60, "b": -60], 0...4, &machine)
        #expect(machine.choose("b") == .choose("b"))
        #expect(hear(["a": -58, "b": -60], 5...60, &machine) == [])
        #expect(machine.choose("b") == nil)
        #expect(machine.choose("elsewhere") == nil)
        #expect(machine.answer == .choose("b"))
    }

    @Test func `a question is settled when one beacon leads for a while`() {
        var machine = Machine()
        hear(["a": -60, "b": -60], 0...4, &machine)
        #expect(hear(["a": -60, "b": -75], 5...6, &machine) == [])
        #expect(hear(["a": -60, "b": -75], 7...20, &machine) == [.choose("a")])
    }

    @Test func `a question about two ends when others are nearer`() {
        var machine = Machine()
        hear(["a": -70, "b": -70], 0...4, &machine)
        let changes = hear(["a": -80, "b": -80, "c": -60, "d": -61], 5...20, &machine)
        #expect(changes == [.ask(["c", "d"])])
    }

    @Test func `a question ends when only one of its beacons is left`() {
        var machine = Machine()
        hear(["a": -70, "b": -70], 0...4, &machine)
        #expect(hear(["a": -70], 5...20, &machine) == [.choose("a")])
    }

    @Test func `C11: a lead that does not last changes nothing`() {
        var machine = Machine()
        hear(["a": -60, "b": -80], 0...4, &machine)
        for start in stride(from: Int64(5), to: 100, by: 5) {
            #expect(hear(["a": -70, "b": -60], start...(start + 1), &machine) == [])
            #expect(hear(["a": -60, "b": -80], (start + 2)...(start + 4), &machine) == [])
        }
    }

    @Test func `a lead that lasts takes over`() {
        var machine = Machine()
        hear(["a": -60, "b": -80], 0...4, &machine)
        #expect(hear(["a": -80, "b": -60], 5...15, &machine) == [.choose("b")])
    }

    @Test func `C11: a trace with alternating nearest beacons yields one choice`() {
        var machine = Machine()
        var changes: [NearestAnswer<String>] = []
        for turn in 0..<600 {
            let stronger = turn.isMultiple(of: 2)
            let time = Moment(Int64(turn) * 1_000)
            for (key, rssi) in [("a", stronger ? -60 : -75), ("b", stronger ? -75 : -60)] as [(String, Int8)]
            {
                if let change = machine.sighted(key, rssi: rssi, measuredPower: -59, at: time) {
                    changes.append(change)
                }
            }
        }
        #expect(changes.count == 1)
    }

    @Test func `C12: a loss shorter than the grace does not reset the answer`() {
        var machine = Machine()
        hear(["a": -60], 0...4, &machine)
        for second in Int64(5)...14 { #expect(machine.elapsed(until: Moment(second * 1_000)) == nil) }
        #expect(hear(["a": -60], 14...20, &machine) == [])
    }

    @Test func `a loss longer than the grace ends the answer`() {
        var machine = Machine()
        hear(["a": -60], 0...4, &machine)
        #expect(machine.elapsed(until: Moment(14_000)) == nil)
        #expect(machine.elapsed(until: Moment(14_001)) == .nothing)
        #expect(hear(["a": -60], 20...22, &machine) == [])
        #expect(hear(["a": -60], 23...23, &machine) == [.choose("a")])
    }

    @Test func `when the nearest is lost, the next takes its place at once`() {
        var machine = Machine()
        hear(["a": -60, "b": -80], 0...4, &machine)
        #expect(hear(["b": -80], 5...14, &machine) == [])
        #expect(hear(["b": -80], 15...15, &machine) == [.choose("b")])
    }

    @Test func `C13: two beacons that differ in their minor alone are two`() {
        let uuid = ProximityUUID(high: 1, low: 2)
        let (left, right) = (
            BeaconIdentity(uuid: uuid, major: 7, minor: 1), BeaconIdentity(uuid: uuid, major: 7, minor: 2)
        )
        var machine = NearestStateMachine<BeaconIdentity, Moment>()
        for time in stride(from: Int64(0), through: 4_000, by: 500) {
            _ = machine.sighted(left, rssi: -80, measuredPower: -59, at: Moment(time))
            _ = machine.sighted(right, rssi: -60, measuredPower: -59, at: Moment(time))
        }
        #expect(machine.answer == .choose(right))
    }

    @Test func `late and repeated sightings change nothing`() {
        var machine = Machine()
        hear(["a": -60, "b": -80], 0...4, &machine)
        for _ in 0..<100 {
            #expect(machine.sighted("b", rssi: -20, measuredPower: -59, at: Moment(2_000)) == nil)
            #expect(machine.sighted("a", rssi: -90, measuredPower: -59, at: Moment(4_000)) == nil)
        }
        #expect(machine.sighted("c", rssi: -20, measuredPower: -59, at: Moment(-60_000)) == nil)
        #expect(machine.answer == .choose("a"))
    }
}
