import Beacons
import Conditions
import Geodesy
import Observations
import Fences

/// Devices that walk about a city and hear beacons, and the conditions that they share; seeded, the same everywhere.
///
/// Circles and walks are those of the fence workload: circles of 50 to 500 m, uniform in a square of 60 km, and steps of
/// at most 15 m along each axis.
struct PresenceWorkload {
    static let metresPerDegree = 2 * Double.pi * 6_371_008.8 / 360
    /// When it begins, in microseconds since 1970.
    static let beginning: Int64 = 1_700_000_000_000_000
    private static let latitude = 51.5
    private static let longitude = -0.12
    private static let half = 30_000.0
    private static let organisation = ProximityUUID(high: 0x5600_1C0B_51E5_4D45, low: 0x9E1A_77CE_2D5A_0001)
    private static let sites: UInt64 = 50

    let devices: [DeviceName]
    private var places: [(x: Double, y: Double)]
    private var tick: UInt64 = 0

    /// Puts devices at their first places.
    init(devices count: Int) {
        devices = (0..<count).map { Self.device($0) }
        places = (0..<UInt64(count)).map { index in
            (
                (Self.unit(2, 2 * index) * 2 - 1) * Self.half,
                (Self.unit(2, 2 * index + 1) * 2 - 1) * Self.half
            )
        }
    }

    /// The name of a device.
    static func device(_ index: Int) -> DeviceName { DeviceName("device-\(index)") }

    /// Number `index` of a stream of numbers from 0 up to 1.
    static func unit(_ stream: UInt64, _ index: UInt64) -> Double {
        var mixed = stream &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) * 0x1p-53
    }

    /// The place so many metres east and north of the middle.
    static func coordinate(x: Double, y: Double, degreesNorth: Double = 0) -> Coordinate {
        let perLongitude = metresPerDegree * 0.622_514_636_637_619_5
        guard
            let place = Coordinate(
                latitude: latitude + degreesNorth + y / metresPerDegree,
                longitude: longitude + x / perLongitude)
        else { preconditionFailure("(\(x), \(y)) is not on Earth") }
        return place
    }

    /// Circles of the fence workload.
    static func circles(_ count: Int) throws -> [ConditionName: Condition] {
        var conditions: [ConditionName: Condition] = [:]
        for index in 0..<UInt64(count) {
            let center = coordinate(
                x: (unit(1, 3 * index) * 2 - 1) * half, y: (unit(1, 3 * index + 1) * 2 - 1) * half)
            conditions[ConditionName("circle-\(index)")] = .circular(
                try CircularGeographicCondition(center: center, radius: 50 + 450 * unit(1, 3 * index + 2)))
        }
        return conditions
    }

    /// Sets of beacons: a site each, and spots of the sites.
    static func beacons(_ count: Int) -> [ConditionName: Condition] {
        var conditions: [ConditionName: Condition] = [:]
        for index in 0..<UInt64(count) {
            let major = UInt16(index % sites)
            conditions[ConditionName("beacon-\(index)")] =
                index < sites
                ? .beacon(BeaconIdentityCondition(uuid: organisation, major: major))
                : .beacon(
                    BeaconIdentityCondition(uuid: organisation, major: major, minor: UInt16(index / sites)))
        }
        return conditions
    }

    /// One observation of each device, a second later: 40 % positions, 40 % sightings, 20 % that time went by.
    ///
    /// - Parameter isFar: Whether the devices are in another country and hear strange beacons only.
    /// - Returns: The observations, in the order of the devices.
    mutating func next(isFar: Bool = false) -> [DeviceObservation] {
        let time = ObservationTime(microseconds: Self.beginning + Int64(tick) * 1_000_000)
        defer { tick += 1 }
        return devices.indices.map { index in
            DeviceObservation(
                device: devices[index],
                observation: Observation(
                    source: ObservationSource("phone"), time: time, content: content(of: index, isFar: isFar))
            )
        }
    }

    private mutating func content(of index: Int, isFar: Bool) -> Observation.Content {
        let number = tick * UInt64(devices.count) + UInt64(index)
        walk(index, number)
        switch Self.unit(4, number) {
        case ..<0.4:
            let place = Self.coordinate(
                x: places[index].x, y: places[index].y, degreesNorth: isFar ? 5 : 0)
            guard let fix = PositionFix(coordinate: place, horizontalAccuracy: 10) else {
                preconditionFailure("an accuracy of 10 m")
            }
            return .position(fix)
        case ..<0.8: return .sighting(sighting(of: index, isFar: isFar))
        default: return .elapsed
        }
    }

    private mutating func walk(_ index: Int, _ number: UInt64) {
        func step(_ coordinate: Double, _ unit: Double) -> Double {
            let moved = coordinate + (unit * 2 - 1) * 15
            return moved > Self.half
                ? 2 * Self.half - moved : moved < -Self.half ? -2 * Self.half - moved : moved
        }
        places[index].x = step(places[index].x, Self.unit(3, 2 * number))
        places[index].y = step(places[index].y, Self.unit(3, 2 * number + 1))
    }

    /// Each device hears the beacons of two neighbouring spots of a site, and moves on after twenty seconds.
    private func sighting(of index: Int, isFar: Bool) -> BeaconSighting {
        let spot = UInt64(index) / Self.sites + tick / 20 + UInt64(Self.unit(5, tick + UInt64(index)) * 2)
        return BeaconSighting(
            identity: BeaconIdentity(
                uuid: isFar ? ProximityUUID(high: 1, low: 1) : Self.organisation,
                major: UInt16(UInt64(index) % Self.sites), minor: UInt16(spot % 100)),
            measuredPower: -59, rssi: -70)
    }
}
