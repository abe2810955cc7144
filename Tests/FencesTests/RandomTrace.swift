import Beacons
import Conditions
import Geodesy
import Observations
import TestSupport

@testable import Fences

/// A random course of what several sources of a few devices report, among conditions that come and go.
struct RandomTrace {
    /// What happens next.
    enum Step {
        case observe(Observation, of: DeviceName)
        case set(Condition, policy: ConditionPolicy, for: ConditionName)
        case remove(ConditionName)
    }

    static let devices = ["ada", "ben", "cleo"].map { DeviceName($0) }
    private static let uuid = ProximityUUID(high: 1, low: 2)
    private static let names = (0..<24).map { ConditionName("condition \($0)") }

    private var random: SplitMix64
    private var now: Int64 = 1_000_000_000
    /// Metres from the middle, by device.
    private var places: [DeviceName: (north: Double, east: Double)] = [:]
    private var latest: [DeviceName: Observation] = [:]
    private let policies: [ConditionPolicy]
    /// Whether clocks are ahead: one by minutes for good, and each now and then by a day for one report.
    private let hasWrongClocks: Bool

    init(seed: UInt64, policies: [ConditionPolicy] = RandomTrace.policies, hasWrongClocks: Bool = false) {
        random = SplitMix64(seed: seed)
        self.policies = policies
        self.hasWrongClocks = hasWrongClocks
    }

    /// The policy of the contract, the raw rule, and one with other times.
    static var policies: [ConditionPolicy] {
        var raw = ConditionPolicy()
        raw.fixes = 1
        var quick = ConditionPolicy()
        quick.exitAfter = .seconds(10)
        quick.goneAfter = .seconds(60)
        quick.fixes = 3
        quick.maximumSpeed = 20
        quick.weakestSignal = -75
        return [ConditionPolicy(), raw, quick]
    }

    /// The conditions at the beginning.
    mutating func beginning() -> [Step] { Self.names.prefix(16).map { addition($0) } }

    private mutating func addition(_ name: ConditionName) -> Step {
        .set(condition(), policy: policies[chance(policies.count)], for: name)
    }

    mutating func next() -> Step {
        switch chance(200) {
        case 0: return addition(Self.names[chance(Self.names.count)])
        case 1: return .remove(Self.names[chance(Self.names.count)])
        default: return observation()
        }
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Mostly leaves, and some trees of them.
    private mutating func condition() -> Condition {
        guard chance(6) == 0 else { return leaf() }
        let parts = [leaf(), leaf()]
        let window = ObservationTime(microseconds: now)..<ObservationTime(microseconds: now + 600_000_000)
        do {
            switch chance(5) {
            case 0: return try .all(of: parts)
            case 1: return try .any(of: parts)
            case 2: return try parts[0].negated()
            case 3: return try parts[0].held(for: .seconds(1 + chance(60)))
            default: return try .all(of: [parts[0].negated(), .timeWindow(TimeWindowCondition([window]))])
            }
        } catch {
            preconditionFailure("a tree of two leaves: \(error)")
        }
    }

    /// Circles between 20 and 400 m and squares that overlap, and sets of beacons with and without wildcards.
    private mutating func leaf() -> Condition {
        let major = UInt16(chance(3))
        switch chance(9) {
        case 0: return .beacon(BeaconIdentityCondition(uuid: Self.uuid))
        case 1, 2: return .beacon(BeaconIdentityCondition(uuid: Self.uuid, major: major))
        case 3:
            return .beacon(BeaconIdentityCondition(uuid: Self.uuid, major: major, minor: UInt16(chance(3))))
        case 4: return square()
        default:
            let place = coordinate(
                north: random.number(from: -800, to: 800), east: random.number(from: -800, to: 800))
            let radius = random.number(from: 20, to: 400)
            guard let circle = try? CircularGeographicCondition(center: place, radius: radius) else {
                preconditionFailure("a radius of \(radius) m")
            }
            return .circular(circle)
        }
    }

    private mutating func square() -> Condition {
        let (north, east) = (random.number(from: -800, to: 800), random.number(from: -800, to: 800))
        let half = random.number(from: 20, to: 300)
        let corners = [(-half, -half), (-half, half), (half, half), (half, -half)].map {
            coordinate(north: north + $0, east: east + $1)
        }
        guard let polygon = try? Polygon(outer: corners) else { preconditionFailure("a square of \(half) m") }
        return .polygon(PolygonGeographicCondition(polygon))
    }

    private func coordinate(north: Double, east: Double) -> Coordinate {
        guard
            let place = Coordinate(latitude: 51.5 + north / 111_200, longitude: -0.12 + east / 69_400)
        else { preconditionFailure("a place on Earth") }
        return place
    }

    private mutating func observation() -> Step {
        let device = Self.devices[chance(Self.devices.count)]
        // Mostly a second goes by, sometimes the silence of minutes.
        now += chance(60) == 0 ? Int64(chance(400)) * 1_000_000 : Int64(chance(1_500_000))
        if chance(12) == 0, let repeated = latest[device] { return .observe(repeated, of: device) }
        let source = ObservationSource(["phone", "watch", "gps"][min(chance(6), 2)])
        // Sources do not agree about the time, and some reports come late.
        var time = now - Int64(["phone": 0, "watch": 3, "gps": 11][source.name] ?? 0) * 1_000_000
        if chance(15) == 0 { time -= Int64(chance(20)) * 1_000_000 }
        if hasWrongClocks {
            if source.name == "watch" { time += 300_000_000 }
            if chance(150) == 0 { time += 86_400_000_000 }
        }
        let observation = Observation(
            source: source, time: ObservationTime(microseconds: time), content: content(of: device, source))
        latest[device] = observation
        return .observe(observation, of: device)
    }

    private mutating func content(of device: DeviceName, _ source: ObservationSource) -> Observation.Content {
        switch chance(100) {
        case 0: return .radio([.off, .gone][chance(2)])
        case 1, 2: return .radio(.on)
        case 3: return .permission([.denied, .reducedAccuracy, .undetermined][chance(3)])
        case 4, 5: return .permission(.granted)
        case 6..<40 where source.name != "watch": return .position(fix(of: device))
        case 40..<60 where source.name != "gps": return .sighting(sighting())
        default: return .elapsed
        }
    }

    /// A walk with now and then a jump, and accuracies of 0 to 60 m.
    private mutating func fix(of device: DeviceName) -> PositionFix {
        var place = places[device] ?? (0, 0)
        if chance(25) == 0 {
            place = (random.number(from: -1_500, to: 1_500), random.number(from: -1_500, to: 1_500))
        } else {
            place.north += random.number(from: -60, to: 60)
            place.east += random.number(from: -60, to: 60)
        }
        // Some jumps are only reported, and not made.
        if chance(3) > 0 { places[device] = place }
        let accuracy = chance(3) == 0 ? 0 : random.number(from: 0, to: 60)
        guard
            let fix = PositionFix(
                coordinate: coordinate(north: place.north, east: place.east), horizontalAccuracy: accuracy)
        else { preconditionFailure("an accuracy of \(accuracy) m") }
        return fix
    }

    private mutating func sighting() -> BeaconSighting {
        BeaconSighting(
            identity: BeaconIdentity(
                uuid: chance(8) == 0 ? ProximityUUID(high: 1, low: 3) : Self.uuid, major: UInt16(chance(4)),
                minor: UInt16(chance(4))), measuredPower: -59,
            rssi: chance(10) == 0 ? nil : Int8(-90 + chance(40)))
    }
}
