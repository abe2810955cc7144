import Beacons
import Conditions
import Geodesy
import Observations
import Testing

/// Short words for the observations of the tests; times are seconds after an arbitrary moment.
enum Surroundings {
    static let uuid = ProximityUUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    static let phone = ObservationSource("phone")

    static func time(_ seconds: Double) -> ObservationTime {
        ObservationTime(microseconds: 1_700_000_000_000_000 + Int64(seconds * 1_000_000))
    }

    static func elapsed(_ seconds: Double, from source: ObservationSource = phone) -> Observation {
        Observation(source: source, time: time(seconds), content: .elapsed)
    }

    static func radio(
        _ state: RadioState, _ seconds: Double, from source: ObservationSource = phone
    ) -> Observation {
        Observation(source: source, time: time(seconds), content: .radio(state))
    }

    static func permission(
        _ state: Permission, _ seconds: Double, from source: ObservationSource = phone
    ) -> Observation {
        Observation(source: source, time: time(seconds), content: .permission(state))
    }

    static func heard(_ seconds: Double, from source: ObservationSource = phone) -> Observation {
        heard(1, 1, seconds, from: source)
    }

    static func heard(
        _ major: UInt16, _ minor: UInt16, rssi: Int8? = -60, _ seconds: Double,
        from source: ObservationSource = phone
    ) -> Observation {
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: rssi)
        return Observation(source: source, time: time(seconds), content: .sighting(sighting))
    }

    /// A fix so many metres north of ``centre``.
    static func fix(
        north metres: Double, accuracy: Double = 5, _ seconds: Double, from source: ObservationSource = phone
    ) throws -> Observation {
        let latitude = metres / metresPerDegree
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: 0))
        let fix = try #require(PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy))
        return Observation(source: source, time: time(seconds), content: .position(fix))
    }

    /// A degree of latitude at the equator on WGS 84.
    static let metresPerDegree = 110_574.38855780

    static func circle(radius: Double) throws -> Condition {
        let centre = try #require(Coordinate(latitude: 0, longitude: 0))
        return .circular(try CircularGeographicCondition(center: centre, radius: radius))
    }

    static let anyBeacon = Condition.beacon(BeaconIdentityCondition(uuid: uuid))

    static func beacon(_ major: UInt16) -> Condition {
        .beacon(BeaconIdentityCondition(uuid: uuid, major: major))
    }

    /// A window from one second to another.
    static func window(_ start: Double, _ end: Double) throws -> Condition {
        .timeWindow(try TimeWindowCondition([time(start)..<time(end)]))
    }

    /// A square around the centre, so many metres from it to each side, perhaps with a square hole.
    static func ring(outer: Double, hole: Double?) throws -> Condition {
        let polygon = try Polygon(outer: try square(outer), holes: try hole.map { [try square($0)] } ?? [])
        return .polygon(PolygonGeographicCondition(polygon))
    }

    private static func square(_ metres: Double) throws -> [Coordinate] {
        let (north, east) = (metres / metresPerDegree, metres / 111_319.490793273)
        return try [(-north, -east), (-north, east), (north, east), (north, -east)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
    }

    /// What a receiver tells so that ``anyBeacon`` becomes known, or lost.
    static func beaconBecomes(_ state: ConditionState) -> [Observation] {
        let source = ObservationSource("receiver")
        return switch state {
        case .satisfied: [heard(60, from: source)]
        case .unsatisfied: [elapsed(20, from: source), elapsed(60, from: source)]
        case .unknown, .unmonitored: [heard(20, from: source), radio(.off, 60, from: source)]
        }
    }

    /// What a phone tells so that a circle of 100 m becomes known, or lost.
    static func circleBecomes(_ state: ConditionState) throws -> [Observation] {
        switch state {
        case .satisfied: [try fix(north: 0, 60)]
        case .unsatisfied: [try fix(north: 900, 20), try fix(north: 900, 60)]
        case .unknown, .unmonitored: [try fix(north: 0, 20), permission(.denied, 60)]
        }
    }
}

extension ConditionStateMachine {
    /// Takes observations one after the other; the transitions they gave.
    mutating func observe(all observations: [Observation]) -> [ConditionTransition] {
        observations.compactMap { observe($0) }
    }
}
