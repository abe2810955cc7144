import Beacons
import Ranging
import Testing

@Suite struct RangingStateMachineTests {
    private typealias Machine = RangingStateMachine<String, Moment>

    private static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: ProximityUUID(high: 1, low: 2), major: 3, minor: minor)
    }

    /// A machine that reports with the beat alone.
    private static var steady: Machine {
        var policy = RangingPolicy()
        policy.reportsChangesAtOnce = false
        return Machine(policy: policy)
    }

    private static func sight(
        _ machine: inout Machine, _ minor: UInt16, rssi: Int8?, at time: Int64, by receiver: String = "phone"
    ) -> Machine.Report? {
        machine.sighted(beacon(minor), by: receiver, rssi: rssi, measuredPower: -59, at: Moment(time))
    }

    /// The report that a beat brings.
    private static func beat(_ machine: inout Machine, at time: Int64) throws -> Machine.Report {
        let report = machine.elapsed(until: Moment(time))
        return try #require(report)
    }

    @Test func `L124 the nearest comes first`() throws {
        var machine = Self.steady
        for (minor, rssi) in [(1, -80), (2, -50), (3, -70)] as [(UInt16, Int8)] {
            _ = Self.sight(&machine, minor, rssi: rssi, at: 0)
        }
        let report = try Self.beat(&machine, at: 1_000)
        #expect(report.map(\.identity.minor) == [2, 3, 1])
        #expect(report.map(\.proximity) == [.immediate, .far, .far])
        #expect(report[0].accuracy < report[1].accuracy)
    }

    @Test func `LD8 L126 it reports on a steady beat, an empty array included (L127)`() {
        var machine = Self.steady
        var times: [Int64] = []
        for time in stride(from: 0, through: 5_000, by: 100) as StrideThrough<Int64> {
            if let report = machine.elapsed(until: Moment(time)) {
                #expect(report.isEmpty)
                times.append(time)
            }
        }
        #expect(times == [1_000, 2_000, 3_000, 4_000, 5_000])
    }

    @Test func `LD8 beats that nobody observed are not made up for`() {
        var machine = Self.steady
        _ = machine.elapsed(until: Moment(0))
        #expect(machine.elapsed(until: Moment(10_500)) != nil)
        #expect(machine.elapsed(until: Moment(11_400)) == nil)
        #expect(machine.elapsed(until: Moment(11_500)) != nil)
    }

    @Test func `L125 LD8 a change of proximity is reported at once`() {
        var policy = RangingPolicy()
        policy.beat = .seconds(60)
        var machine = Machine(policy: policy)
        #expect(Self.sight(&machine, 1, rssi: -75, at: 0)?.map(\.proximity) == [.far])
        #expect(Self.sight(&machine, 1, rssi: -75, at: 100) == nil)
        var nearer: Machine.Report?
        for time in 2..<20 where nearer == nil {
            nearer = Self.sight(&machine, 1, rssi: -50, at: Int64(time) * 100)
        }
        #expect(nearer?.map(\.proximity) == [.near])
    }

    @Test func `LD8 without a beat only changes are reported`() {
        var policy = RangingPolicy()
        policy.beat = nil
        var machine = Machine(policy: policy)
        #expect(Self.sight(&machine, 1, rssi: -75, at: 0) != nil)
        #expect(machine.elapsed(until: Moment(4_900)) == nil)
        #expect(machine.elapsed(until: Moment(5_000))?.map(\.proximity) == [.unknown])
        #expect(machine.elapsed(until: Moment(10_000))?.isEmpty == true)
    }

    @Test
    func `L127 L137 a short loss changes nothing, a longer one leaves the distance unknown, then it is gone`()
        throws
    {
        var machine = Self.steady
        _ = Self.sight(&machine, 1, rssi: -59, at: 0)
        let still = try Self.beat(&machine, at: 4_900)
        #expect(still.map(\.proximity) == [.near])
        let unknown = try Self.beat(&machine, at: 6_000)
        #expect(unknown.map(\.proximity) == [.unknown])
        #expect(unknown.map(\.distance) == [nil])
        #expect(machine.elapsed(until: Moment(10_000))?.isEmpty == true)
    }

    @Test func `L130 the accuracy is one sigma in metres, and negative while unknown`() throws {
        var machine = Self.steady
        _ = Self.sight(&machine, 1, rssi: -59, at: 0)
        _ = Self.sight(&machine, 2, rssi: nil, at: 0)
        let report = try Self.beat(&machine, at: 1_000)
        let estimate = PathLoss.indoors.distance(rssi: -59, measuredPower: -59)
        #expect(report.map(\.accuracy) == [estimate.accuracy, -1])
        #expect(report.map(\.proximity) == [.near, .unknown])
    }

    @Test
    func `L131 L132 the strength is the mean since the report before, the time that of the last sighting`()
        throws
    {
        var machine = Self.steady
        for (rssi, time) in [(-60, 0), (-61, 300), (-64, 700)] as [(Int8, Int64)] {
            _ = Self.sight(&machine, 1, rssi: rssi, at: time)
        }
        let report = try Self.beat(&machine, at: 1_000)
        let first = try #require(report.first)
        #expect(first.rssi == -185.0 / 3)
        #expect(first.timestamp == Moment(700))
        #expect(machine.elapsed(until: Moment(2_000))?.first?.rssi == nil)
        #expect(Self.sight(&machine, 1, rssi: -70, at: 2_500) == nil)
        #expect(machine.elapsed(until: Moment(3_000))?.first?.rssi == -70)
    }

    @Test func `L131 a change that comes with a beat leaves the strengths of the other beacons as they are`()
    {
        var machine = Machine()
        _ = Self.sight(&machine, 1, rssi: -60, at: 0)
        #expect(Self.sight(&machine, 1, rssi: -60, at: 500) == nil)
        let report = Self.sight(&machine, 2, rssi: -80, at: 1_000)
        #expect(report?.map(\.identity.minor) == [1, 2])
        #expect(report?.map(\.rssi) == [-60, -80])
    }

    @Test func `L131 a sighting that a beat comes with counts for the next one, and only there`() {
        var machine = Self.steady
        _ = Self.sight(&machine, 1, rssi: -60, at: 0)
        #expect(Self.sight(&machine, 1, rssi: -70, at: 1_000)?.map(\.rssi) == [-60])
        #expect(machine.elapsed(until: Moment(2_000))?.map(\.rssi) == [-70])
    }

    @Test func `L133 one identity at two receivers makes two elements`() throws {
        var machine = Self.steady
        _ = Self.sight(&machine, 1, rssi: -80, at: 0, by: "door")
        _ = Self.sight(&machine, 1, rssi: -55, at: 0, by: "desk")
        let report = try Self.beat(&machine, at: 1_000)
        #expect(report.map(\.identity.minor) == [1, 1])
        #expect(report.map(\.receiver) == ["desk", "door"])
        #expect(machine.lost("desk")?.map(\.receiver) == ["door"])
        #expect(machine.lost("desk") == nil)
    }

    @Test func `L133 devices with one identity at one receiver are elements of their own`() throws {
        var machine = Self.steady
        for time in [0, 200, 400] as [Int64] {
            for (device, rssi) in [(1, -80), (0, -50)] as [(UInt8, Int8)] {
                _ = machine.sighted(
                    Self.beacon(1), by: "phone", device: device, rssi: rssi, measuredPower: -59,
                    at: Moment(time))
            }
        }
        let report = try Self.beat(&machine, at: 1_000)
        #expect(report.map(\.identity) == [Self.beacon(1), Self.beacon(1)])
        #expect(report.map(\.device) == [0, 1])
        #expect(report.map(\.proximity) == [.immediate, .far])
        #expect(report.map(\.rssi) == [-50, -80])
    }

    @Test func `L127 a receiver whose times lag behind has its beacons as steadily as the others`() {
        var machine = Self.steady
        for second in Int64(60)..<90 {
            // The beat comes with the first that is heard of a second, and tells how things were before.
            let report = Self.sight(&machine, 1, rssi: -60, at: second * 1_000, by: "prompt")
            _ = Self.sight(&machine, 2, rssi: -60, at: (second - 30) * 1_000, by: "late")
            guard second > 61 else { continue }
            #expect(report?.map(\.identity.minor) == [1, 2], "after \(second) s")
            #expect(report?.contains { $0.distance == nil } == false, "after \(second) s")
        }
        // Once it says nothing any more, what it heard ages with the time of the others.
        let before = machine.elapsed(until: Moment(98_000), by: "prompt")
        #expect(before?.map(\.receiver) == ["prompt", "late"])
        let after = machine.elapsed(until: Moment(99_500), by: "prompt")
        #expect(after?.isEmpty == true)
    }

    @Test func `L127 a late sighting of a beacon that was not known makes no beacon stay`() {
        var machine = Self.steady
        for second in Int64(3_600)..<3_602 {
            _ = Self.sight(&machine, 1, rssi: -60, at: second * 1_000, by: "desk")
        }
        _ = Self.sight(&machine, 2, rssi: -60, at: 0, by: "desk")
        let report = machine.elapsed(until: Moment(3_603_000), by: "desk")
        #expect(report?.map(\.identity.minor) == [1])
        // Nor do the others of that receiver stay longer when it says nothing any more.
        #expect(machine.elapsed(until: Moment(3_650_000), by: "door")?.isEmpty == true)
    }

    @Test func `L137 a still beacon whose strength swings does not change its proximity with every sample`() {
        var machine = Machine()
        var reports = 0
        for sample in 0..<200 {
            // 0.45 m and 0.63 m in turn, around the border between immediate and near.
            let rssi: Int8 = sample.isMultiple(of: 2) ? -52 : -55
            if Self.sight(&machine, 1, rssi: rssi, at: Int64(sample) * 4) != nil { reports += 1 }
        }
        #expect(reports <= 2)
    }

    @Test(arguments: 0..<4)
    func `the order of beacons in one moment decides nothing`(rotation: Int) {
        var machine = Self.steady
        let all: [UInt16] = [4, 1, 3, 2]
        for minor in all[rotation...] + all[..<rotation] { _ = Self.sight(&machine, minor, rssi: -60, at: 0) }
        #expect(machine.elapsed(until: Moment(1_000))?.map(\.identity.minor) == [1, 2, 3, 4])
    }
}
