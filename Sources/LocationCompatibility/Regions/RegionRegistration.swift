import Beacons
import Conditions

/// A region as a value that can cross tasks and be stored as a condition under a key.
///
/// The key stores what a condition lacks: the kind and identifier, by which a region replaces another (L117),
/// and the reports. It consists of `circle` or `beacon`, letters for the reports (`e`ntry, e`x`it,
/// `d`isplay), and the identifier. A character that is not allowed in a name is written as its number between
/// underscores.
/// identifier. Characters that a monitor does not take in a name stand as their numbers between underscores.
struct RegionRegistration: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case circle(center: CLLocationCoordinate2D, radius: CLLocationDistance)
        case beacons(BeaconIdentityConstraint)
    }

    let identifier: String
    let shape: Shape
    let notifyOnEntry: Bool
    let notifyOnExit: Bool
    let notifyEntryStateOnDisplay: Bool
}

extension RegionRegistration {
    /// Makes a value from a region's present properties; `nil` for a kind that cannot be monitored.
    init?(_ region: CLRegion) {
        switch region {
        case let circle as CLCircularRegion: shape = .circle(center: circle.center, radius: circle.radius)
        case let beacons as CLBeaconRegion: shape = .beacons(beacons.beaconIdentityConstraint.constraint)
        default: return nil
        }
        identifier = region.identifier
        notifyOnEntry = region.notifyOnEntry
        notifyOnExit = region.notifyOnExit
        notifyEntryStateOnDisplay = (region as? CLBeaconRegion)?.notifyEntryStateOnDisplay ?? false
    }

    /// The region for this value.
    var region: CLRegion {
        switch shape {
        case .circle(let center, let radius):
            return prepared(CLCircularRegion(center: center, radius: radius, identifier: identifier))
        case .beacons(let constraint):
            let region = CLBeaconRegion(
                beaconIdentityConstraint: CLBeaconIdentityConstraint(constraint), identifier: identifier)
            region.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
            return prepared(region)
        }
    }

    private func prepared(_ region: CLRegion) -> CLRegion {
        region.notifyOnEntry = notifyOnEntry
        region.notifyOnExit = notifyOnExit
        return region
    }

    /// Whether this registration replaces another of the same kind and identifier (L117).
    func replaces(_ other: RegionRegistration) -> Bool {
        kind == other.kind && identifier == other.identifier
    }

    private var kind: String {
        switch shape {
        case .circle: "circle"
        case .beacons: "beacon"
        }
    }
}

// Storage.
extension RegionRegistration {
    /// The largest radius of a circle, in metres.
    static let largestRadius = CircularGeographicCondition.largestRadius

    /// The condition; `nil` when the shape is invalid.
    var condition: Condition? {
        switch shape {
        case .circle(let center, let radius):
            CircularGeographicCondition(center: center, radius: radius).map(Condition.circular)
        case .beacons(let constraint): .beacon(BeaconIdentityCondition(constraint))
        }
    }

    /// The identifier of the condition.
    var key: String {
        let told =
            (notifyOnEntry ? "e" : "") + (notifyOnExit ? "x" : "") + (notifyEntryStateOnDisplay ? "d" : "")
        return "\(kind)-\(told)-\(Self.escaped(identifier))"
    }

    /// Reads a stored region; `nil` for a key that no manager wrote.
    init?(key: String, condition: Condition) {
        let parts = key.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let identifier = Self.unescaped(parts[2]) else { return nil }
        if case .circular(let circle) = condition, parts[0] == "circle" {
            shape = .circle(center: CLLocationCoordinate2D(circle.center), radius: circle.radius)
        } else if case .beacon(let beacons) = condition, parts[0] == "beacon" {
            shape = .beacons(beacons.constraint)
        } else {
            return nil
        }
        self.identifier = identifier
        notifyOnEntry = parts[1].contains("e")
        notifyOnExit = parts[1].contains("x")
        notifyEntryStateOnDisplay = parts[1].contains("d")
    }

    private static func escaped(_ identifier: String) -> String {
        var text = ""
        for scalar in identifier.unicodeScalars {
            let isTaken =
                scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "."
                || scalar == "-"
            text += isTaken ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
        }
        return text
    }

    private static func unescaped(_ text: Substring) -> String? {
        var identifier = ""
        for (place, part) in text.split(separator: "_", omittingEmptySubsequences: false).enumerated() {
            guard !place.isMultiple(of: 2) else {
                identifier += part
                continue
            }
            guard let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
            identifier.unicodeScalars.append(scalar)
        }
        return identifier
    }
}
