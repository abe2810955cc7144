import Beacons
import Conditions
import Geodesy
import Monitoring
import Observations
import Ranging
import Testing

/// Several devices, shadows, clocks that jump, and time moved by hand.
struct SimulatedDevicesTests {
    private static let entrance = Coordinate(latitude: 52.4735, longitude: 13.4043)
    private static let away = Coordinate(latitude: 52.4690, longitude: 13.4043)
    private static let identity = BeaconIdentity(uuid: Sensed.uuid, major: 1, minor: 1)

    private func day() throws -> SimulatedSurroundings {
        let entrance = try #require(Self.entrance)
        var day = SimulatedSurroundings(seed: 3, from: moment(0), until: moment(300))
        day.beacons = [.init(Self.identity, at: entrance)]
        day.path = [.init(moment(0), at: try #require(Self.away)), .init(moment(300), at: entrance)]
        return day
    }

    private func strengths(_ observations: some Sequence<Observation>) -> [Double] {
        observations.compactMap { observation in
            guard case .sighting(let sighting) = observation.content else { return nil }
            return sighting.rssi.map(Double.init)
        }
    }

    @Test func `LA6 a companion senses by itself and changes nothing for the others`() throws {
        let alone = try Array(day())
        var both = try day()
        both.companions = [
            .init(ObservationSource("other"), path: both.path.map { .init($0.time, at: $0.place) })
        ]
        #expect(both.filter { $0.source == both.source } == alone)
        let other = both.filter { $0.source == ObservationSource("other") }
        #expect(other.count > 300)
        #expect(strengths(other) != strengths(alone))
    }

    @Test func `strengths fall with distance as the model of the place says`() throws {
        var still = try day()
        still.signalError = 0
        var means: [Double] = []
        for exponent in [2.0, 3.0] {
            still.pathLoss = try #require(PathLoss(exponent: exponent, shadowing: 0))
            // 111 m are too far for an exponent of 3.
            let place = try #require(Coordinate(latitude: 52.4735 - 10 / 111_266, longitude: 13.4043))
            still.path = [.init(moment(0), at: place)]
            means.append(try #require(strengths(still).first))
        }
        #expect(means == [-79, -89])
    }

    @Test func `a shadow stays while nothing moves, and has the spread of the place`() throws {
        var still = try day()
        still.signalError = 0
        still.shadowingDistance = 10
        let place = try #require(Self.entrance)
        still.path = [.init(moment(0), at: place)]
        var first: [Double] = []
        for seed in 0..<400 {
            still.seed = UInt64(seed)
            let heard = strengths(still.prefix(20))
            #expect(Set(heard).count == 1)
            first.append(try #require(heard.first) + 59)
        }
        let mean = first.reduce(0, +) / 400
        let variance = first.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 400
        #expect(abs(mean) < 1)
        #expect(abs(variance.squareRoot() - still.pathLoss.shadowing) < 1)
    }

    @Test func `a shadow changes on the way`() throws {
        var walk = try day()
        walk.signalError = 0
        let plain = strengths(walk)
        walk.shadowingDistance = 10
        let shadowed = strengths(walk)
        // The weakest signals are heard only without the shadow, or only with it.
        let differences = Set(zip(plain.suffix(40), shadowed.suffix(40)).map { $0 - $1 })
        #expect(differences.count > 3)
    }

    @Test(arguments: [30, -30])
    func `LA6 a clock that jumps moves the times of what its device senses`(seconds: Int64) throws {
        var day = try day()
        day.changes = [.init(moment(100), .clock(by: .seconds(seconds)))]
        let beats = day.filter { $0.content == .elapsed }.map(\.time)
        #expect(beats.prefix(100).last == moment(99))
        #expect(beats.dropFirst(100).first == moment(100 + seconds))
        #expect(beats.last == moment(300 + seconds))
    }

    @Test func `LA6 LD15 a clock that goes back makes what follows late until it has caught up`() async throws
    {
        var day = try day()
        day.path = [.init(moment(0), at: try #require(Self.entrance))]
        day.changes = [.init(moment(100), .clock(by: .seconds(-50)))]
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a", history: .every)
                try await monitor.observe(contentsOf: day)
                let explanation = try #require(await monitor.explain("a"))
                // One sighting and one beat a second, for 49 seconds; what equals the newest time is not late.
                #expect(explanation.lateObservations >= 98)
                await monitor.finish()
                let events = try await monitor.events.untilClosed()
                #expect(events.map(\.state) == [.satisfied])
            }
        }
    }

    @Test func `time moved by hand gives what a whole run gives`() throws {
        var day = try day()
        day.faults.delayed = 0.2
        day.faults.duplicated = 0.1
        var run = day.makeIterator()
        var parts: [Observation] = []
        while run.time < moment(320) { parts += run.advance(by: .milliseconds(2_500)) }
        #expect(parts == Array(day))
    }

    @Test func `time moved by hand stops where it was moved to`() throws {
        var run = try day().makeIterator()
        let first = run.advance(by: .seconds(10))
        #expect(first.last?.time == moment(10))
        #expect(run.advance(by: .zero).isEmpty)
        #expect(run.advance(by: .seconds(1)).map(\.time).allSatisfy { $0 == moment(11) })
        #expect(run.time == moment(11))
    }
}
