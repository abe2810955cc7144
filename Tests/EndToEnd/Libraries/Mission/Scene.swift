// The surroundings in which the listings run: a phone that walks past beacons, and a tablet that can be one.
import Authorization
import Beacons
import Foundation
import Geodesy
import LocationCompatibility
import Monitoring
import Observations

enum Scene {
    static let uuid = UUID(uuidString: "5AFE0000-0000-4000-8000-00000000002B") ?? UUID()
    private static let first = ObservationTime(microseconds: 1_772_440_200_000_000)
    private static let street = Coordinate(latitude: 35.6686, longitude: 139.7454)
    private static let door = Coordinate(latitude: 35.6586, longitude: 139.7454)

    /// The phone, one day after the run before.
    static func phone() async -> Surroundings {
        let day = UserDefaults.standard.integer(forKey: "day")
        UserDefaults.standard.set(day + 1, forKey: "day")
        _ = UserDefaults.standard.synchronize()
        return await Surroundings(
            in: CommandLine.arguments[1] + "/phone", from: first.advanced(by: .seconds(86_400 * day)),
            usage: UsageDescriptions(whenInUse: "For the menu.", always: "For the reminder."),
            recalling: AuthorizationMemory(decision: AuthorizationDecision(day == 0 ? .undecided : .always)))
    }

    static func tablet(in air: SimulatedAir) async -> Surroundings {
        await Surroundings(
            in: CommandLine.arguments[1] + "/tablet", from: first, usage: UsageDescriptions(),
            transmitter: door.map { air.transmitter(at: $0) })
    }

    /// The person allows what is asked, if anything is.
    static func allow(in surroundings: Surroundings) async {
        await surroundings.settle()
        if let prompt = surroundings.authority.prompt, let answer = prompt.choices.dropLast().last {
            do { try surroundings.authority.answer(answer, to: prompt) } catch {
                print("not allowed: \(error)")
            }
        }
        await surroundings.settle()
    }

    /// From the street to the door, where a beacon stands, and back.
    static func visit(by surroundings: Surroundings) -> SimulatedSurroundings {
        let start = first.advanced(
            by: .seconds(Int64(surroundings.now.timeIntervalSince1970) - first.microseconds / 1_000_000))
        let stops: [(second: Int64, place: Coordinate?)] = [
            (0, street), (60, street), (300, door), (360, door), (600, street), (700, street),
        ]
        var visit = SimulatedSurroundings(seed: 1, from: start, until: start.advanced(by: .seconds(700)))
        visit.path = stops.compactMap { stop in
            stop.place.map {
                SimulatedSurroundings.Waypoint(start.advanced(by: .seconds(stop.second)), at: $0)
            }
        }
        visit.fixInterval = nil
        visit.signalError = 0
        if let door, let uuid = ProximityUUID(uuid.uuidString) {
            visit.beacons = [
                SimulatedSurroundings.Beacon(BeaconIdentity(uuid: uuid, major: 5, minor: 11), at: door)
            ]
        }
        return visit
    }
}
