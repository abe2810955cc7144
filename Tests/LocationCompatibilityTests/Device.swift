import Authorization
import Beacons
import Foundation
import Geodesy
import LocationCompatibility
import Monitoring
import Observations

/// A device with a folder of its own, whose program can be ended and started again.
final class Device {
    let folder: String
    let limit: ConditionLimit
    private(set) var surroundings: Surroundings

    init(limit: ConditionLimit = .unlimited) async {
        let folder = Self.newFolder()
        self.folder = folder
        self.limit = limit
        surroundings = await Self.surroundings(in: folder, limit: limit)
    }

    deinit {
        // What cannot be removed lies in the folder for temporary files.
        do { try FileManager.default.removeItem(atPath: folder) } catch {}
    }

    /// Surroundings whose person allows everything, unless told otherwise.
    static func surroundings(
        in folder: String, limit: ConditionLimit = .unlimited,
        grant: AuthorizationDecision.Grant = .always, transmitter: Transmitter? = nil
    ) async -> Surroundings {
        let memory = AuthorizationMemory(decision: AuthorizationDecision(grant))
        return await Surroundings(
            in: folder, from: Scene.morning, usage: usage, recalling: memory, limit: limit,
            transmitter: transmitter)
    }

    static let usage = UsageDescriptions(
        whenInUse: "To show your menu.", always: "To remind you at the door.",
        temporaryFullAccuracy: ["menu": "To tell two cafés apart."])

    static func newFolder() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    }

    /// Ends the program and starts it again.
    func restart() async {
        await surroundings.close()
        surroundings = await Self.surroundings(in: folder, limit: limit)
    }
}

/// Places and times of the tests.
enum Scene {
    static let morning = ObservationTime(microseconds: 1_600_000_000_000_000)
    static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    static let entrance = CLLocationCoordinate2D(latitude: 35.0, longitude: 139.0)
    static let home = CLLocationCoordinate2D(latitude: 35.01, longitude: 139.0)

    static func time(_ seconds: Int64) -> ObservationTime { morning.advanced(by: .seconds(seconds)) }

    /// What a device tells that stands at a place, or hears a beacon, at some second of the morning.
    static func fix(at place: CLLocationCoordinate2D, accuracy: Double = 5, _ seconds: Int64)
        -> [Observation]
    {
        guard let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude),
            let fix = PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy)
        else { return [] }
        return [observation(.position(fix), seconds)]
    }

    static func sighting(
        major: UInt16 = 1, minor: UInt16 = 1, rssi: Int8 = -60, device: UInt8 = 0, _ seconds: Int64
    ) -> [Observation] {
        let identity = BeaconIdentity(
            uuid: ProximityUUID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10), major: major,
            minor: minor)
        let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: rssi, device: device)
        return [observation(.sighting(sighting), seconds)]
    }

    /// The device listens and hears nothing, or its radio changes.
    static func silence(until seconds: Int64) -> [Observation] { [observation(.elapsed, seconds)] }
    static func radio(_ state: RadioState, _ seconds: Int64) -> [Observation] {
        [observation(.radio(state), seconds)]
    }

    static func observation(
        _ content: Observation.Content, _ seconds: Int64, by source: String = "phone"
    ) -> Observation {
        Observation(source: ObservationSource(source), time: time(seconds), content: content)
    }

    /// Arrives at the entrance in the first minute, and leaves in the second.
    static var visit: [Observation] {
        fix(at: home, 0) + fix(at: home, 10) + fix(at: entrance, 30) + fix(at: entrance, 40)
            + fix(at: home, 70) + fix(at: home, 80)
    }
}
