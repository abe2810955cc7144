public import Conditions
public import JSON
public import Observations

/// Named conditions in a file that a person writes for a replay or a monitor.
///
/// ```json
/// { "conditions": [
///   { "identifier": "desk", "beacon": { "uuid": "…", "major": 1, "minor": 2 }, "policy": { "exitAfter": 10 } },
///   { "identifier": "office", "circle": { "latitude": 52.4735, "longitude": 13.4043, "radius": 150 } },
///   { "identifier": "settled", "dwell": { "seconds": 300, "condition": { "any": [
///     { "circle": { "latitude": 52.4735, "longitude": 13.4043, "radius": 150 } }, { "beacon": { "uuid": "…" } }
///   ] } } }
/// ] }
/// ```
///
/// An entry, and each part of one, has exactly one of `circle`, `polygon`, `beacon`, `timeWindow`, `dwell`,
/// `all`, `any` and `not`. Missing parts of a beacon match every value. Missing members of a policy have the
/// values of `ConditionPolicy`. Durations are in seconds, distances in metres, speeds in metres per second,
/// strengths in dBm.
public struct ConditionList: Hashable, Sendable {
    /// One condition.
    public struct Entry: Hashable, Sendable {
        /// Its name: 1 to 128 letters, digits, `.`, `_`, `-` or spaces inside (LD4).
        public var identifier: String
        /// The condition.
        public var condition: Condition
        /// How certain a decision must be.
        public var policy: ConditionPolicy

        /// Makes an entry.
        public init(identifier: String, condition: Condition, policy: ConditionPolicy = ConditionPolicy()) {
            self.identifier = identifier
            self.condition = condition
            self.policy = policy
        }
    }

    /// Reads an object with hours in a time zone as time windows.
    ///
    /// It notes every mistake, and then returns `nil`. This library knows no time zones or calendars; the
    /// caller supplies them.
    public typealias HoursReader = (JSONReader) -> [Range<ObservationTime>]?

    /// The conditions, in the order of the file; their names differ.
    public var entries: [Entry]

    /// Parses a list of conditions, or the shapes of a map in GeoJSON; the member `type` decides.
    ///
    /// - Parameters:
    ///   - bytes: The file's text in UTF-8.
    ///   - hours: Reads a `timeWindow` that is an object; without this closure, only lists of windows are
    ///     allowed.
    /// - Throws: `JSONDocumentError` with every mistake.
    public init(reading bytes: [UInt8], hours: HoursReader? = nil) throws(JSONDocumentError) {
        self = try JSONDocumentError.read(bytes) { reader in
            guard reader["type"].optional == nil else { return GeoJSONAreas.areas(of: reader).map(Self.init) }
            var names: Set<String> = []
            reader.refuseUnknownMembers(except: ["conditions"])
            let text = ConditionText(hours: hours)
            return reader["conditions"].array(count: 1...100_000) { Self.entry($0, text, &names) }
                .map(Self.init(entries:))
        }
    }

    private init(entries: [Entry]) { self.entries = entries }

    private static func entry(
        _ reader: JSONReader, _ text: ConditionText, _ names: inout Set<String>
    ) -> Entry? {
        reader.refuseUnknownMembers(except: ConditionText.kinds + ["identifier", "policy"])
        let identifier = reader["identifier"].text(as: ConditionIdentifier.init, ConditionIdentifier.rule)?
            .text
        if let identifier, !names.insert(identifier).inserted {
            reader["identifier"].note(.value, "occurs twice")
        }
        let policy = reader["policy"].optional.map(ConditionPolicy.init) ?? ConditionPolicy()
        guard let condition = text.condition(reader), let identifier, let policy else { return nil }
        return Entry(identifier: identifier, condition: condition, policy: policy)
    }
}

extension ConditionPolicy {
    fileprivate init?(_ reader: JSONReader) {
        self.init()
        reader.refuseUnknownMembers(except: [
            "fixes", "sigmas", "cushion", "maximumSpeed", "weakestSignal", "exitAfter", "goneAfter",
        ])
        func take(_ name: String, _ range: ClosedRange<Double>, _ set: (Double) -> Void) {
            if let value = reader[name].optional?.double(in: range) { set(value) }
        }
        if let fixes = reader["fixes"].optional?.integer(in: 1...2) { self.fixes = fixes }
        take("sigmas", 0...10) { sigmas = $0 }
        take("cushion", 0...CircularGeographicCondition.largestRadius) { cushion = $0 }
        if let signal = reader["weakestSignal"].optional?.integer(in: -128...126) {
            weakestSignal = Int8(signal)
        }
        take("maximumSpeed", 0...300_000_000) { maximumSpeed = $0 }
        take("exitAfter", 0.001...86_400) { exitAfter = .microseconds(Int64($0 * 1_000_000)) }
        take("goneAfter", 0.001...86_400) { goneAfter = .microseconds(Int64($0 * 1_000_000)) }
    }
}
