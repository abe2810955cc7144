import Beacons
import Conditions
import Geodesy
import Monitoring
import Observations
import Testing

/// The program of the article "A first monitor".
@Suite(.timeLimit(.minutes(1))) struct FirstMonitorTests {
    @Test func `the program of the article greets a person who arrives`() async throws {
        let uuid = Sensed.uuid
        let identity = BeaconIdentity(uuid: uuid, major: 1, minor: 1)
        let entrance = try #require(Coordinate(latitude: 52.4735, longitude: 13.4043))
        let home = try #require(Coordinate(latitude: 52.4680, longitude: 13.4043))
        let morning = moment(0)
        let evening = moment(900)
        try await withFolder { folder in
            let monitor = try await Monitor("greeter", in: folder)
            let campus = try CircularGeographicCondition(center: entrance, radius: 150)
            try await monitor.add(.circular(campus), identifier: "campus", assuming: .unsatisfied)
            try await monitor.add(.beacon(BeaconIdentityCondition(uuid: uuid)), identifier: "spot")

            var day = SimulatedSurroundings(seed: 7, from: morning, until: evening)
            day.beacons = [SimulatedSurroundings.Beacon(identity, at: entrance)]
            day.path = [.init(morning, at: home), .init(morning.advanced(by: .seconds(600)), at: entrance)]
            try await monitor.observe(contentsOf: day)
            await monitor.finish()

            var greeted: [String] = []
            for try await event in monitor.events where event.state == .satisfied {
                greeted.append(event.identifier)
            }
            #expect(Set(greeted) == ["campus", "spot"])
            await monitor.close()
        }
    }
}
