public import Beacons
public import JSON

/// The meaning of the columns in a table of signal strengths, from a small JSON file.
///
/// ```json
/// {
///   "uuid": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "major": 1, "measuredPower": -59, "notHeard": 100,
///   "times": { "file": "times.csv", "unit": "nanoseconds" },
///   "rows": { "from": 1, "through": 884 },
///   "columns": [ { "name": "B1", "minor": 1 }, { "name": "B2", "minor": 2 } ]
/// }
/// ```
///
/// A row of the table is one scan: the signal strength of each beacon in dBm, or ``notHeard``. The table of
/// times has the same rows and columns. Neither has a header row.
public struct ColumnMap: Hashable, Sendable {
    /// One column: a beacon.
    public struct Column: Hashable, Sendable {
        /// The name of the beacon's place.
        public var name: String
        /// The beacon's identity.
        public var identity: BeaconIdentity

        /// Makes a column.
        public init(name: String, identity: BeaconIdentity) {
            self.name = name
            self.identity = identity
        }
    }

    /// The unit of the times in the table.
    public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
        /// A thousandth of a microsecond; fractions of a microsecond are cut off.
        case nanoseconds
        /// The unit of observations.
        case microseconds
        /// A thousandth of a second.
        case milliseconds
        /// Whole seconds.
        case seconds
    }

    /// The columns, from left to right.
    public var columns: [Column]
    /// The claimed strength of every beacon at one metre, in dBm; tables do not have it.
    public var measuredPower: Int8
    /// The number that stands for a beacon that was not heard.
    public var notHeard: Int64
    /// The file with the times, beside the table.
    public var timesFile: String
    /// The unit of the times.
    public var timeUnit: TimeUnit
    /// The rows to read, counted from 1; for example, one walk in a table with several.
    public var rows: ClosedRange<Int>

    /// Makes a column map from its parts.
    public init(
        columns: [Column], measuredPower: Int8, notHeard: Int64, timesFile: String, timeUnit: TimeUnit,
        rows: ClosedRange<Int> = 1...Int.max
    ) {
        self.columns = columns
        self.measuredPower = measuredPower
        self.notHeard = notHeard
        self.timesFile = timesFile
        self.timeUnit = timeUnit
        self.rows = rows
    }

    /// Parses a column map.
    ///
    /// - Parameter bytes: The file's text in UTF-8.
    /// - Throws: `JSONDocumentError` with every mistake.
    public init(reading bytes: [UInt8]) throws(JSONDocumentError) {
        self = try JSONDocumentError.read(bytes, Self.init)
    }

    private init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: [
            "uuid", "major", "measuredPower", "notHeard", "times", "rows", "columns",
        ])
        let uuid = reader["uuid"].text(as: { ProximityUUID($0) }, "must be a UUID")
        let major = reader["major"].integer(in: 0...Int(UInt16.max))
        let power = reader["measuredPower"].integer(in: Int(Int8.min)...Int(Int8.max))
        let notHeard = reader["notHeard"].integer(in: Int64.min...Int64.max)
        let times = reader["times"]
        times.refuseUnknownMembers(except: ["file", "unit"])
        let file = times["file"].string(length: 1...255)
        let unit = times["unit"].text(as: TimeUnit.init, "must be \(Self.unitNames)")
        let rows = reader["rows"].optional.map(Self.rows) ?? 1...Int.max
        let columns = reader["columns"].array(count: 1...4_096) { Self.column($0) }
        guard let uuid, let major, let power, let notHeard, let file, let unit, let rows, let columns else {
            return nil
        }
        measuredPower = Int8(power)
        self.notHeard = notHeard
        timesFile = file
        timeUnit = unit
        self.rows = rows
        self.columns = columns.map { name, minor in
            let identity = BeaconIdentity(uuid: uuid, major: UInt16(major), minor: UInt16(minor))
            return Column(name: name, identity: identity)
        }
    }

    private static func rows(_ reader: JSONReader) -> ClosedRange<Int>? {
        reader.refuseUnknownMembers(except: ["from", "through"])
        guard let from = reader["from"].integer(in: 1...Int.max),
            let through = reader["through"].integer(in: 1...Int.max)
        else { return nil }
        if from <= through { return from...through }
        reader.note(.value, "must not end before it begins")
        return nil
    }

    private static func column(_ reader: JSONReader) -> (name: String, minor: Int)? {
        reader.refuseUnknownMembers(except: ["name", "minor"])
        let name = reader["name"].string(length: 1...128)
        let minor = reader["minor"].integer(in: 0...Int(UInt16.max))
        guard let name, let minor else { return nil }
        return (name, minor)
    }

    private static let unitNames = TimeUnit.allCases.map(\.rawValue).joined(separator: ", ")
}

extension ColumnMap.TimeUnit {
    /// A time in microseconds; `nil` when it does not fit.
    func microseconds(_ time: Int64) -> Int64? {
        let factor: Int64
        switch self {
        case .nanoseconds: return time / 1_000
        case .microseconds: return time
        case .milliseconds: factor = 1_000
        case .seconds: factor = 1_000_000
        }
        let (product, overflow) = time.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}
