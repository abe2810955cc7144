import Beacons
public import Conditions
import Geodesy
import JSON

/// Conditions with their names, as a person writes them down for a replay or a monitor.
///
/// ```json
/// { "conditions": [
///   { "identifier": "desk", "beacon": { "uuid": "…", "major": 1, "minor": 2 }, "policy": { "exitAfter": 10 } },
///   { "identifier": "office", "circle": { "latitude": 52.4735, "longitude": 13.4043, "radius": 150 } }
/// ] }
/// ```
///
/// Parts of a beacon that are left out match every value. What a policy leaves out is as `ConditionPolicy` has it;
/// durations are in seconds, distances in metres, speeds in metres a second.
public struct ConditionList: Hashable, Sendable {
    /// One condition.
    public struct Entry: Hashable, Sendable {
        /// Its name: 1 to 128 letters, digits, `.`, `_`, `-` or spaces inside (LD4).
        public var identifier: String
        /// What is decided.
        public var condition: Condition
        /// How sure a decision must be.
        public var policy: ConditionPolicy

        /// Makes an entry.
        public init(identifier: String, condition: Condition, policy: ConditionPolicy = ConditionPolicy()) {
            self.identifier = identifier
            self.condition = condition
            self.policy = policy
        }
    }

    /// The conditions, in the order of the file; their names differ.
    public var entries: [Entry]

    /// Reads a list of conditions.
    ///
    /// - Parameter bytes: The file's text in UTF-8.
    /// - Throws: ``DocumentError`` with every mistake.
    public init(reading bytes: [UInt8]) throws(DocumentError) {
        entries = try DocumentError.read(bytes) { reader in
            var names: Set<String> = []
            reader.refuseUnknownMembers(except: ["conditions"])
            return reader["conditions"].array(count: 1...100_000) { Self.entry($0, &names) }
        }
    }

    private static func entry(_ reader: JSONReader, _ names: inout Set<String>) -> Entry? {
        reader.refuseUnknownMembers(except: ["identifier", "beacon", "circle", "policy"])
        let identifier = reader["identifier"].text(
            as: identifier, "must be a name of letters, digits, . _ - or spaces")
        if let identifier, !names.insert(identifier).inserted {
            reader["identifier"].note(.value, "occurs twice")
        }
        let policy = reader["policy"].optional.map(ConditionPolicy.init) ?? ConditionPolicy()
        guard let condition = condition(reader), let identifier, let policy else { return nil }
        return Entry(identifier: identifier, condition: condition, policy: policy)
    }

    private static func identifier(_ text: String) -> String? {
        let isAllowed = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
                || ".-_ ".unicodeScalars.contains(scalar)
        }
        guard (1...128).contains(text.unicodeScalars.count), isAllowed, text.first != " ", text.last != " "
        else {
            return nil
        }
        return text
    }

    private static func condition(_ reader: JSONReader) -> Condition? {
        switch (reader["beacon"].optional, reader["circle"].optional) {
        case (let beacon?, nil): return constraint(beacon).map { .beacon(BeaconIdentityCondition($0)) }
        case (nil, let circle?): return self.circle(circle).map(Condition.circular)
        default:
            reader.note(.value, "must have either beacon or circle")
            return nil
        }
    }

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

    private static func circle(_ reader: JSONReader) -> CircularGeographicCondition? {
        reader.refuseUnknownMembers(except: ["latitude", "longitude", "radius"])
        let latitude = reader["latitude"].double(in: -90...90)
        let longitude = reader["longitude"].double(in: -180...180)
        let radius = reader["radius"].double(in: 0...CircularGeographicCondition.largestRadius)
        guard let latitude, let longitude, let radius,
            let center = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        do throws(ConditionError) {
            return try CircularGeographicCondition(center: center, radius: radius)
        } catch {
            reader["radius"].note(.value, "must be above 0")
            return nil
        }
    }
}

extension ConditionPolicy {
    fileprivate init?(_ reader: JSONReader) {
        self.init()
        reader.refuseUnknownMembers(except: [
            "fixes", "sigmas", "cushion", "maximumSpeed", "exitAfter", "goneAfter",
        ])
        func take(_ name: String, _ range: ClosedRange<Double>, _ set: (Double) -> Void) {
            if let value = reader[name].optional?.double(in: range) { set(value) }
        }
        if let fixes = reader["fixes"].optional?.integer(in: 1...2) { self.fixes = fixes }
        take("sigmas", 0...10) { sigmas = $0 }
        take("cushion", 0...CircularGeographicCondition.largestRadius) { cushion = $0 }
        take("maximumSpeed", 0...300_000_000) { maximumSpeed = $0 }
        take("exitAfter", 0.001...86_400) { exitAfter = .microseconds(Int64($0 * 1_000_000)) }
        take("goneAfter", 0.001...86_400) { goneAfter = .microseconds(Int64($0 * 1_000_000)) }
    }
}
