import Beacons
import Conditions
import Geodesy
import Observations
import Testing

@testable import Fences

/// Sources that come, go and have wrong clocks.
@Suite struct ConditionTableSourceTests {
    private static let uuid = ProximityUUID(high: 1, low: 2)
    private let room = ConditionName("room")
    private let held = ConditionName("room for a while")
    private let ada = DeviceName("ada")

    private func table() throws -> ConditionTable {
        let here = Condition.beacon(BeaconIdentityCondition(uuid: Self.uuid, major: 1, minor: 1))
        var table = ConditionTable()
        table.set(here, for: room)
        table.set(try here.held(for: .seconds(1)), for: held)
        return table
    }

    private func heard(_ second: Int, by source: String) -> Observation {
        let identity = BeaconIdentity(uuid: Self.uuid, major: 1, minor: 1)
        let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: -70)
        return Observation(
            source: ObservationSource(source), time: ObservationTime(microseconds: Int64(second) * 1_000_000),
            content: .sighting(sighting))
    }

    private func listened(_ second: Int, by source: String) -> Observation {
        Observation(
            source: ObservationSource(source), time: ObservationTime(microseconds: Int64(second) * 1_000_000),
            content: .elapsed)
    }

    @Test func `LD15: one report with a time far ahead makes nothing late and nobody gone`() throws {
        var table = try table()
        _ = table.observe(heard(0, by: "phone"), of: ada)
        _ = table.observe(listened(86_400, by: "watch"), of: ada)
        for second in 1..<100 {
            let found = table.observe(heard(second, by: "phone"), of: ada)
            #expect(found.allSatisfy { $0.change.state == .satisfied })
        }
        #expect(table.satisfied(of: ada) == [room, held])
        var left: [TableTransition] = []
        for second in 100...130 { left += table.observe(listened(second, by: "phone"), of: ada) }
        #expect(Set(left.map(\.condition)) == [room, held])
        #expect(left.allSatisfy { $0.change.state == .unsatisfied })
    }

    @Test func `LD15: a clock that stays ahead makes the others gone, and their reports are not lost`() throws
    {
        var table = try table()
        _ = table.observe(heard(0, by: "phone"), of: ada)
        for second in 1...10 { _ = table.observe(listened(3_600 + second, by: "watch"), of: ada) }
        #expect(table.state(of: ada, room) == .unknown)
        // Hours later the two agree again; what the phone told in between counts.
        for second in 1...3_600 { _ = table.observe(heard(second, by: "phone"), of: ada) }
        #expect(table.state(of: ada, room) == .satisfied)
    }

    @Test func `a source that is gone for long is forgotten`() throws {
        var table = try table()
        _ = table.observe(heard(0, by: "watch"), of: ada)
        _ = table.observe(listened(0, by: "phone"), of: ada)
        var found: [TableTransition] = []
        for second in 1...2_000 { found += table.observe(listened(second, by: "phone"), of: ada) }
        #expect(found.filter { $0.condition == room }.map(\.change.state) == [.unknown, .unsatisfied])
        #expect(table.state(of: ada, held) == .unsatisfied)
        #expect(table.sources(of: ada) == 1)
        // It may come back, as a source that has not spoken before.
        #expect(!table.observe(heard(2_001, by: "watch"), of: ada).isEmpty)
        #expect(table.state(of: ada, room) == .satisfied)
    }

    @Test func `a source that is gone is kept while few others speak`() throws {
        var table = try table()
        _ = table.observe(heard(0, by: "watch"), of: ada)
        for minute in 0...120 { _ = table.observe(listened(60 * minute, by: "phone"), of: ada) }
        #expect(table.state(of: ada, room) == .unknown)
        #expect(table.sources(of: ada) == 2)
    }

    @Test func `LD15 a wrong report that comes twice makes nobody gone`() throws {
        var table = try table()
        _ = table.observe(heard(0, by: "phone"), of: ada)
        for _ in 0..<3 { _ = table.observe(listened(86_400, by: "watch"), of: ada) }
        #expect(table.state(of: ada, room) == .satisfied)
        _ = table.observe(listened(86_401, by: "watch"), of: ada)
        #expect(table.state(of: ada, room) == .unknown)
    }

    @Test func `memory is bounded though every report comes from another source`() throws {
        var table = try table()
        for second in 0..<1_000 { _ = table.observe(heard(second, by: "source \(second)"), of: ada) }
        #expect(table.sources(of: ada) == DeviceEvaluation.mostSources)
        #expect(table.state(of: ada, room) == .satisfied)
        for second in 1_000..<1_200 { _ = table.observe(listened(second, by: "source 999"), of: ada) }
        #expect(table.state(of: ada, room) == .unsatisfied)
    }

    /// A kilometre north of the place before it.
    private func stop(_ number: Int) throws -> Coordinate {
        try #require(Coordinate(latitude: 50 + Double(number) / 100, longitude: 7))
    }

    @Test func `memory is bounded though a source reports hours late`() throws {
        let stops = 500
        var table = ConditionTable()
        for number in 0..<stops {
            let circle = try CircularGeographicCondition(center: stop(number), radius: 100)
            table.set(.circular(circle), for: ConditionName("stop \(number)"))
        }
        func fix(_ place: Coordinate, _ second: Int, by source: String) throws -> Observation {
            let fix = try #require(PositionFix(coordinate: place, horizontalAccuracy: 10))
            return Observation(
                source: ObservationSource(source),
                time: ObservationTime(microseconds: Int64(second) * 1_000_000), content: .position(fix))
        }
        var (entered, left, most) = (0, 0, 0)
        for number in 0..<stops {
            for second in [0, 20, 40] {
                // The watch tells of the day before, when it lay at home.
                _ = table.observe(
                    try fix(stop(-100), 60 * number + second, by: "watch"), of: ada)
                let found = table.observe(
                    try fix(stop(number), 86_400 + 60 * number + second, by: "phone"), of: ada)
                entered += found.count { $0.change.state == .satisfied }
                left += found.count { $0.change.lastKnown == .satisfied }
            }
            most = max(most, table.apart(of: ada))
            #expect(table.satisfied(of: ada) == [ConditionName("stop \(number)")])
        }
        #expect(entered == stops)
        #expect(left == stops - 1)
        // Some are added until departures are looked for again.
        #expect(most <= DeviceEvaluation.mostApart + 2)
    }

    @Test func `nothing that was assumed comes back when a source is forgotten`() throws {
        var table = try table()
        table.assume([room: .satisfied, held: .satisfied], of: ada)
        for second in 0...31 { _ = table.observe(listened(second, by: "watch"), of: ada) }
        #expect(table.state(of: ada, room) == .unsatisfied)
        var found: [TableTransition] = []
        // A source that hears other beacons only now and then, and says nothing about the time between.
        for second in 32...2_100 {
            let identity = BeaconIdentity(uuid: ProximityUUID(high: 9, low: 9), major: 1, minor: 1)
            let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: -70)
            found += table.observe(
                Observation(
                    source: ObservationSource("scanner"),
                    time: ObservationTime(microseconds: Int64(second) * 1_000_000),
                    content: .sighting(sighting)), of: ada)
        }
        #expect(table.sources(of: ada) == 1)
        #expect(!found.contains { $0.change.state == .satisfied })
    }
}

extension ConditionTable {
    /// How many sources are distinguished for a device.
    fileprivate func sources(of device: DeviceName) -> Int { rows[device]?.mostSources ?? 0 }

    /// How many conditions are distinguished from all others.
    fileprivate func apart(of device: DeviceName) -> Int { rows[device]?.keysApart.count ?? 0 }
}
