import Beacons
import Conditions
import Geodesy
import Observations
import Testing

@testable import Monitoring

/// Simulated walks, and a monitor that evaluates them.
@Suite(.timeLimit(.minutes(1))) struct SimulatedSurroundingsTests {
    /// Ten minutes: from 500 m away to the entrance in five, then standing there.
    private func arrival(seed: UInt64 = 1) throws -> SimulatedSurroundings {
        let entrance = try #require(Coordinate(latitude: 52.4735, longitude: 13.4043))
        let away = try #require(Coordinate(latitude: 52.4690, longitude: 13.4043))
        var day = SimulatedSurroundings(seed: seed, from: moment(0), until: moment(600))
        let identity = BeaconIdentity(uuid: Sensed.uuid, major: 1, minor: 1)
        day.beacons = [SimulatedSurroundings.Beacon(identity, at: entrance)]
        day.path = [.init(moment(0), at: away), .init(moment(300), at: entrance)]
        return day
    }

    @Test func `the same seed gives the same observations, another gives others`() throws {
        let first = try Array(arrival(seed: 1))
        #expect(try Array(arrival(seed: 1)) == first)
        #expect(try Array(arrival(seed: 2)) != first)
    }

    @Test func `the source says on each beat that it listened`() throws {
        let beats = try arrival().filter { $0.content == .elapsed }
        let expected: [ObservationTime] = (0...600).map { moment($0) }
        #expect(beats.map(\.time) == expected)
    }

    @Test func `strengths rise on the way to the beacon`() throws {
        let strengths = try arrival().compactMap { observation -> Int? in
            guard case .sighting(let sighting) = observation.content else { return nil }
            return sighting.rssi.map(Int.init)
        }
        let first: Int = strengths.prefix(20).reduce(0, +) / 20
        let last: Int = strengths.suffix(20).reduce(0, +) / 20
        #expect(strengths.count > 300)
        #expect(last > first + 20)
    }

    @Test func `without a path nothing is heard, and the source still listens`() throws {
        var day = try arrival()
        day.path = []
        #expect(day.allSatisfy { $0.content == .elapsed })
    }

    @Test(arguments: [
        SimulatedSurroundings.Change.Kind.radio(.off), .radio(.gone), .permission(.denied),
    ])
    func `nothing is sensed while the radio is off or permission is missing`(
        kind: SimulatedSurroundings.Change.Kind
    ) throws {
        var day = try arrival()
        day.changes = [.init(moment(400), kind), .init(moment(500), .radio(.on))]
        let between = day.filter { $0.time > moment(400) && $0.time < moment(500) }
        #expect(between.isEmpty)
    }

    @Test func `LA6 faults repeat and delay observations and lose none`() throws {
        let plain = try Array(arrival())
        var day = try arrival()
        day.faults.duplicated = 0.1
        let duplicated = Array(day)
        #expect(duplicated.count > plain.count)
        day.faults.duplicated = 0
        day.faults.delayed = 0.1
        let delayed = Array(day)
        #expect(delayed.map(\.time) != delayed.map(\.time).sorted())
        #expect(Self.counts(of: delayed) == Self.counts(of: plain))
        // Nor are those lost that arrive after the last beat.
        day.faults.delayed = 1
        #expect(Self.counts(of: Array(day)) == Self.counts(of: plain))
        #expect(Set(duplicated) == Set(plain))
    }

    private static func counts(of observations: [Observation]) -> [Observation: Int] {
        observations.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    @Test func `LA6 by hand, delayed observations arrive when their time has come`() throws {
        var day = try arrival()
        day.faults.delayed = 1
        var run = day.makeIterator()
        #expect(run.advance(by: .milliseconds(4_999)).isEmpty)
        #expect(run.advance(by: .milliseconds(1)).last?.time == moment(0))
        let rest = run.advance(by: .seconds(600)) + run.advance(by: .seconds(5))
        #expect(rest.filter { $0.content == .elapsed }.map(\.time) == (1...600).map { moment($0) })
    }

    @Test func `L133 equal beacons are distinguished by their addresses, as a receiver does`() throws {
        var day = try arrival()
        let entrance = try #require(day.beacons.first)
        let other = BeaconIdentity(uuid: Sensed.uuid, major: 9, minor: 9)
        day.beacons += [SimulatedSurroundings.Beacon(other, at: entrance.place), entrance]
        let heard = day.compactMap { observation in
            if case .sighting(let sighting) = observation.content { sighting } else { nil }
        }
        #expect(Set(heard.filter { $0.identity == entrance.identity }.map(\.device)) == [0, 1])
        #expect(Set(heard.filter { $0.identity == other }.map(\.device)) == [0])
    }

    @Test func `L40 L42 walking to the entrance satisfies its circle and its beacon`() async throws {
        let day = try arrival()
        let center = try #require(day.path.last?.place)
        let circle = try CircularGeographicCondition(center: center, radius: 100)
        try await withFolder { folder in
            let states = try await withMonitor(in: folder) { monitor in
                try await monitor.add(.circular(circle), identifier: "ground", history: .every)
                try await monitor.add(Sensed.site(1), identifier: "entrance", history: .every)
                try await monitor.observe(contentsOf: day)
                await monitor.finish()
                return try await monitor.events.untilClosed().map(Told.init)
            }
            let ground = states.filter { $0.identifier == "ground" }.map(\.state)
            #expect(ground == [.unsatisfied, .satisfied])
            #expect(states.contains(Told("entrance", .satisfied)))
        }
    }

    @Test func `LD15 duplicated and delayed observations end in the same states`() async throws {
        var faulty = try arrival()
        faulty.faults.duplicated = 0.2
        faulty.faults.delayed = 0.05
        try await withFolder { folder in
            var ends: [[ConditionState?]] = []
            for (name, day) in [("plain", try arrival()), ("faulty", faulty)] {
                let end = try await withMonitor(name, in: folder) { monitor in
                    try await monitor.add(Sensed.site(1), identifier: "a")
                    try await monitor.observe(contentsOf: day)
                    await monitor.finish()
                    return try await monitor.events.untilClosed().map(\.state)
                }
                ends.append(end)
            }
            #expect(ends[0].last == ends[1].last)
        }
    }
}
