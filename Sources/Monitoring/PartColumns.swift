import Beacons
import Conditions
import Geodesy
import SQLite

/// The columns of the table of parts: one row for each condition of a tree, before the rows of its parts.
enum PartColumns {
    /// The names of the columns, for a statement.
    static let list =
        "identifier, place, kind, parts, latitude, longitude, radius, uuid, major, minor, microseconds, shape"
    /// One placeholder for each column.
    static let placeholders = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

    /// The rows of a tree, with their values in the order of the columns.
    static func rows(of condition: Condition, identifier: String) -> [[SQLValue]] {
        var parts: [PartRow] = []
        append(condition, to: &parts)
        return parts.enumerated().map { place, part in
            [identifier.sqlValue, place.sqlValue] + part.values
        }
    }

    private static func append(_ condition: Condition, to rows: inout [PartRow]) {
        switch condition {
        case .circular(let circle): rows.append(PartRow(circle))
        case .polygon(let polygon):
            rows.append(PartRow(.polygon, shape: ShapeBytes.bytes(of: polygon.polygon)))
        case .beacon(let beacon): rows.append(PartRow(beacon))
        case .timeWindow(let windows):
            rows.append(PartRow(.timeWindow, shape: ShapeBytes.bytes(of: windows)))
        case .dwell(let dwell):
            rows.append(PartRow(.dwell, parts: 1, microseconds: dwell.microseconds))
            append(dwell.condition, to: &rows)
        case .all(let compound):
            rows.append(PartRow(.all, parts: compound.parts.count))
            for part in compound.parts { append(part, to: &rows) }
        case .any(let compound):
            rows.append(PartRow(.any, parts: compound.parts.count))
            for part in compound.parts { append(part, to: &rows) }
        case .not(let negated):
            rows.append(PartRow(.not, parts: 1))
            append(negated.condition, to: &rows)
        }
    }

    /// The row that begins with these columns, as a part; the parts of that part are in the following rows.
    static func part(in row: borrowing Row) throws -> PartRow { try PartRow(row) }

    /// The tree in these rows, in their order.
    static func condition(_ whole: PartRow, _ others: [PartRow]) throws -> Condition {
        // Most conditions have one row, and this saves two arrays for each of them.
        if others.isEmpty, whole.parts == 0 { return try whole.condition(of: []) }
        var rest = ([whole] + others)[...]
        let condition = try next(&rest, level: 1)
        guard rest.isEmpty else { throw Damage(reason: "a condition has parts that belong to nothing") }
        return condition
    }

    private static func next(_ rest: inout ArraySlice<PartRow>, level: Int) throws -> Condition {
        guard let row = rest.popFirst() else { throw Damage(reason: "a condition lacks parts") }
        guard level <= Condition.mostLevels else { throw Damage(reason: "a condition has too many levels") }
        var parts: [Condition] = []
        for _ in 0..<row.parts { parts.append(try next(&rest, level: level + 1)) }
        do {
            return try row.condition(of: parts)
        } catch let error as ConditionError {
            throw Damage(reason: "a condition is none: \(error)")
        }
    }
}

/// One condition of a tree, as its row describes it.
struct PartRow {
    /// The kinds of conditions; raw values are the values of the column.
    enum Kind: String {
        case circle, polygon, beacon, timeWindow, dwell, all, any, not
    }

    private var kind: Kind
    /// The number of its parts.
    private(set) var parts = 0
    private var circle: CircularGeographicCondition?
    private var beacon: BeaconIdentityCondition?
    private var microseconds: Int64?
    private var shape: [UInt8]?

    init(_ kind: Kind, parts: Int = 0, microseconds: Int64? = nil, shape: [UInt8]? = nil) {
        self.kind = kind
        self.parts = parts
        self.microseconds = microseconds
        self.shape = shape
    }

    init(_ circle: CircularGeographicCondition) {
        self.init(.circle)
        self.circle = circle
    }

    init(_ beacon: BeaconIdentityCondition) {
        self.init(.beacon)
        self.beacon = beacon
    }

    /// The values of the columns from the kind on.
    var values: [SQLValue] {
        let constraint = beacon?.constraint
        let values: [any Bindable] = [
            kind.rawValue, Int64(parts), circle?.center.latitude, circle?.center.longitude, circle?.radius,
            constraint?.uuid.bytes, (constraint?.major).map(Int64.init),
            (constraint?.minor).map(Int64.init), microseconds, shape,
        ]
        return values.map(\.sqlValue)
    }
}

// Reading.
extension PartRow {
    fileprivate init(_ row: borrowing Row) throws {
        guard let kind = Kind(rawValue: try row.text(2)) else {
            throw Damage(reason: "there is no kind of condition \(try row.text(2))")
        }
        self.init(
            kind, parts: try row.int(3), microseconds: try row.optionalInt64(10),
            shape: try row.optionalBlob(11))
        guard (0...Condition.mostLeaves).contains(parts) else {
            throw Damage(reason: "a condition has \(parts) parts")
        }
        if try !row.isNull(6) { circle = try Self.circle(in: row) }
        beacon = try EventColumns.constraint(in: row, from: 7)
    }

    private static func circle(in row: borrowing Row) throws -> CircularGeographicCondition {
        guard let center = Coordinate(latitude: try row.double(4), longitude: try row.double(5)) else {
            throw Damage(reason: "a circle lies off the globe")
        }
        let radius = try row.double(6)
        do throws(ConditionError) {
            return try CircularGeographicCondition(center: center, radius: radius)
        } catch {
            throw Damage(reason: "a circle has no usable radius")
        }
    }

    /// The condition, made from parts that were read before.
    fileprivate func condition(of parts: [Condition]) throws -> Condition {
        switch (kind, circle, beacon, microseconds, shape) {
        case (.circle, let circle?, nil, nil, nil) where parts.isEmpty: .circular(circle)
        case (.beacon, nil, let beacon?, nil, nil) where parts.isEmpty: .beacon(beacon)
        case (.polygon, nil, nil, nil, let shape?) where parts.isEmpty:
            .polygon(PolygonGeographicCondition(try ShapeBytes.polygon(shape)))
        case (.timeWindow, nil, nil, nil, let shape?) where parts.isEmpty:
            .timeWindow(try ShapeBytes.windows(shape))
        case (.dwell, nil, nil, let microseconds?, nil) where parts.count == 1:
            try parts[0].held(for: .microseconds(microseconds))
        case (.all, nil, nil, nil, nil): try .all(of: parts)
        case (.any, nil, nil, nil, nil): try .any(of: parts)
        case (.not, nil, nil, nil, nil) where parts.count == 1: try parts[0].negated()
        default: throw Damage(reason: "a condition of the kind \(kind.rawValue) has other columns")
        }
    }
}
