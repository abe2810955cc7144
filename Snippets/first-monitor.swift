//! A first monitor: a simulated walk to work, with records that survive a restart.

import Beacons
import Conditions
import Geodesy
import Monitoring
import Observations

// snippet.places
guard let uuid = ProximityUUID("6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"),
    let entrance = Coordinate(latitude: 52.4735, longitude: 13.4043),
    let home = Coordinate(latitude: 52.4680, longitude: 13.4043)
else { preconditionFailure("a place is off the globe") }
// snippet.end

// snippet.open
let folder = CommandLine.arguments.dropFirst().first
let monitor = try await Monitor("greeter", in: folder)
if await monitor.identifiers.isEmpty {
    let campus = try CircularGeographicCondition(center: entrance, radius: 150)
    try await monitor.add(.circular(campus), identifier: "campus", assuming: .unsatisfied)
    try await monitor.add(.beacon(BeaconIdentityCondition(uuid: uuid)), identifier: "spot")
}
// snippet.end

// snippet.day
let morning = ObservationTime(microseconds: 1_795_000_000_000_000)
var day = SimulatedSurroundings(seed: 7, from: morning, until: morning.advanced(by: .seconds(900)))
day.beacons = [.init(BeaconIdentity(uuid: uuid, major: 1, minor: 1), at: entrance)]
day.path = [.init(morning, at: home), .init(morning.advanced(by: .seconds(600)), at: entrance)]
try await monitor.observe(contentsOf: day)
await monitor.finish()
// snippet.end

// snippet.events
for try await event in monitor.events {
    switch event.state {
    case .satisfied: print("Welcome: \(event.identifier)")
    case .unsatisfied: print("Goodbye: \(event.identifier)")
    case .unknown, .unmonitored: print("Nobody knows about \(event.identifier)")
    }
}
// snippet.end

// snippet.explain
if let explanation = await monitor.explain("campus") { print(explanation) }
// snippet.end
await monitor.close()
