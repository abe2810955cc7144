import Beacons
import Conditions
import Geodesy
import JSON
import Observations

/// Reads conditions of every kind from the objects of a list.
struct ConditionText {
    /// Reads hours in a time zone; `nil` if time zones are not supported.
    let hours: ConditionList.HoursReader?

    /// The kinds of conditions; an object must have exactly one of them as a member.
    static let kinds = ["circle", "polygon", "beacon", "timeWindow", "dwell", "all", "any", "not"]

    /// Reads the condition of an object; `nil` when a mistake was noted.
    func condition(_ reader: JSONReader) -> Condition? {
        let found = Self.kinds.compactMap { kind in reader[kind].optional.map { (kind, $0) } }
        guard found.count == 1, let (kind, content) = found.first else {
            reader.note(.value, "must have exactly one of " + Self.kinds.joined(separator: ", "))
            return nil
        }
        return switch kind {
        case "circle": Self.circle(content)
        case "polygon": Self.polygon(content)
        case "beacon": Self.constraint(content).map { .beacon(BeaconIdentityCondition($0)) }
        case "timeWindow": windows(content)
        case "dwell": dwell(content)
        case "all":
            compound(content).flatMap { parts in
                Self.noting(content) { () throws(ConditionError) in try .all(of: parts) }
            }
        case "any":
            compound(content).flatMap { parts in
                Self.noting(content) { () throws(ConditionError) in try .any(of: parts) }
            }
        default:
            part(content).flatMap { part in
                Self.noting(content) { () throws(ConditionError) in try part.negated() }
            }
        }
    }

    private func part(_ reader: JSONReader) -> Condition? {
        reader.refuseUnknownMembers(except: Self.kinds)
        return condition(reader)
    }

    private func compound(_ reader: JSONReader) -> [Condition]? {
        reader.array(count: 1...Condition.mostLeaves) { part($0) }
    }

    private func dwell(_ reader: JSONReader) -> Condition? {
        reader.refuseUnknownMembers(except: ["seconds", "condition"])
        let seconds = reader["seconds"].double(in: 0.000_001...31_622_400)
        guard let condition = part(reader["condition"]), let seconds else { return nil }
        return Self.noting(reader) { () throws(ConditionError) in
            try condition.held(for: .microseconds(Int64(seconds * 1_000_000)))
        }
    }

    private func windows(_ reader: JSONReader) -> Condition? {
        let windows: [Range<ObservationTime>]? =
            if case .object = reader.value() {
                hoursInZone(reader)
            } else {
                reader.array(count: 1...TimeWindowCondition.mostWindows) { Self.window($0) }
            }
        return windows.flatMap { windows in
            Self.noting(reader) { () throws(ConditionError) in .timeWindow(try TimeWindowCondition(windows)) }
        }
    }

    private func hoursInZone(_ reader: JSONReader) -> [Range<ObservationTime>]? {
        if let hours { return hours(reader) }
        reader.note(.value, "must be a list of windows: there are no zones here")
        return nil
    }

    private static func window(_ reader: JSONReader) -> Range<ObservationTime>? {
        reader.refuseUnknownMembers(except: ["from", "until"])
        let reason = "must be a date-time of RFC 3339"
        let start = reader["from"].text(as: { ObservationTime(rfc3339: $0) }, reason)
        let end = reader["until"].text(as: { ObservationTime(rfc3339: $0) }, reason)
        guard let start, let end else { return nil }
        guard start < end else {
            reader["until"].note(.value, "must be after from")
            return nil
        }
        return start..<end
    }

    /// Makes a condition, and notes a mistake if that is impossible.
    private static func noting(
        _ reader: JSONReader, _ make: () throws(ConditionError) -> Condition
    ) -> Condition? {
        do throws(ConditionError) {
            return try make()
        } catch {
            reader.note(.value, error.reason)
            return nil
        }
    }
}

// MARK: - Leaves

extension ConditionText {
    private static func constraint(_ reader: JSONReader) -> BeaconIdentityConstraint? {
        reader.refuseUnknownMembers(except: ["uuid", "major", "minor"])
        let uuid = reader["uuid"].text(as: { ProximityUUID($0) }, "must be a UUID")
        let major = reader["major"].optional.map { $0.integer(in: 0...Int(UInt16.max)) }
        let minor = reader["minor"].optional.map { $0.integer(in: 0...Int(UInt16.max)) }
        guard let uuid else { return nil }
        switch (major, minor) {
        case (nil, nil): return BeaconIdentityConstraint(uuid: uuid)
        case (let major??, nil): return BeaconIdentityConstraint(uuid: uuid, major: UInt16(major))
        case (let major??, let minor??):
            return BeaconIdentityConstraint(uuid: uuid, major: UInt16(major), minor: UInt16(minor))
        case (nil, .some):
            reader["minor"].note(.value, "needs a major")
            return nil
        default: return nil
        }
    }

    private static func circle(_ reader: JSONReader) -> Condition? {
        reader.refuseUnknownMembers(except: ["latitude", "longitude", "radius"])
        let center = place(reader)
        let radius = reader["radius"].double(in: 0...CircularGeographicCondition.largestRadius)
        guard let center, let radius else { return nil }
        return noting(reader["radius"]) { () throws(ConditionError) in
            .circular(try CircularGeographicCondition(center: center, radius: radius))
        }
    }

    private static func polygon(_ reader: JSONReader) -> Condition? {
        reader.refuseUnknownMembers(except: ["outer", "holes"])
        let outer = ring(reader["outer"])
        let holes = reader["holes"].optional.map { $0.array(count: 0...mostHoles) { ring($0) } } ?? []
        guard let outer, let holes else { return nil }
        do throws(PolygonError) {
            return .polygon(PolygonGeographicCondition(try Polygon(outer: outer, holes: holes)))
        } catch {
            reader.note(.value, error.reason)
            return nil
        }
    }

    private static let mostHoles = 1_000
    private static let mostCorners = 100_000

    private static func ring(_ reader: JSONReader) -> [Coordinate]? {
        reader.array(count: 3...mostCorners) { corner in
            corner.refuseUnknownMembers(except: ["latitude", "longitude"])
            return place(corner)
        }
    }

    private static func place(_ reader: JSONReader) -> Coordinate? {
        let latitude = reader["latitude"].double(in: -90...90)
        let longitude = reader["longitude"].double(in: -180...180)
        guard let latitude, let longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension ConditionError {
    /// The error as the text of a mistake in a list.
    fileprivate var reason: String {
        switch self {
        case .radiusOutOfRange: "must be above 0, at most half the equator"
        case .dwellOutOfRange: "must last a microsecond to a leap year"
        case .noParts: "must have a part"
        case .tooManyLevels: "must have at most \(Condition.mostLevels) levels"
        case .tooManyLeaves: "must have at most \(Condition.mostLeaves) leaves"
        case .noWindows: "must have a window"
        case .tooManyWindows: "must have at most \(TimeWindowCondition.mostWindows) windows"
        case .emptyWindow: "must have windows with time in them"
        case .endlessWindow: "must have windows that begin and end"
        case .windowsOutOfOrder: "must have its windows in order, none overlapping the one before"
        }
    }
}

extension PolygonError {
    /// The error as the text of a mistake in a list; rings and corners count from 0, and the outer ring is
    /// ring 0.
    fileprivate var reason: String {
        switch self {
        case .tooFewCorners(let ring): "ring \(ring) must have three corners"
        case .repeatedCorner(let ring, let first, let second):
            "ring \(ring) has one place as corners \(first) and \(second); a ring is not closed by repeating"
        case .edgeWithoutDirection(let ring, let edge):
            "edge \(edge) of ring \(ring) ends at the other side of the globe"
        case .selfCrossing(let ring, let edge, let otherEdge):
            "edges \(edge) and \(otherEdge) of ring \(ring) cross or touch"
        case .halfOfTheGlobe: "the outer ring halves the globe, so that no side is the inside"
        case .holeOutside(let ring): "ring \(ring), a hole, lies outside the outer ring"
        case .holeCrossing(let ring, let edge, let outerEdge):
            "edge \(edge) of ring \(ring), a hole, crosses or touches edge \(outerEdge) of the outer ring"
        case .holesTouching(let ring, let otherRing): "the holes \(ring) and \(otherRing) touch or overlap"
        }
    }
}
