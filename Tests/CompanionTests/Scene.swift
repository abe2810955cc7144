import Authorization
import Beacons
import Foundation
import LocationCompatibility
import Monitoring
import Observations

/// A morning at a door.
enum Scene {
    static let uuid = "01020304-0506-0708-090A-0B0C0D0E0F10"
    static let morning = ObservationTime(microseconds: 1_790_000_000_000_000)

    /// A device whose person allows everything, with the stores of a folder.
    static func device(in folder: String) async -> Surroundings {
        await Surroundings(
            in: folder + "/monitors", from: morning,
            usage: UsageDescriptions(whenInUse: "To remind you.", always: "To remind you."),
            recalling: AuthorizationMemory(decision: AuthorizationDecision(.always)))
    }

    /// The device hears the beacon of a spot.
    static func sighting(minor: UInt16 = 1, _ seconds: Int) -> [Observation] {
        guard let uuid = ProximityUUID(uuid) else { return [] }
        let identity = BeaconIdentity(uuid: uuid, major: 1, minor: minor)
        return [
            observation(.sighting(BeaconSighting(identity: identity, measuredPower: -59, rssi: -60)), seconds)
        ]
    }

    /// The device listens and hears nothing.
    static func silence(until seconds: Int) -> [Observation] { [observation(.elapsed, seconds)] }

    private static func observation(_ content: Observation.Content, _ seconds: Int) -> Observation {
        Observation(
            source: ObservationSource("phone"), time: morning.advanced(by: .seconds(seconds)),
            content: content)
    }
}
