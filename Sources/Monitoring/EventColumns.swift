import Beacons
import Conditions
import Observations
import SQLite

/// The columns of an event in the tables with events.
enum EventColumns {
    /// The names of the columns, for a statement.
    static let list = "number, identifier, state, time, uuid, major, minor, diagnostics, last_known"
    /// The number of columns.
    static let count = 9
    /// One placeholder for each column.
    static let placeholders = "?, ?, ?, ?, ?, ?, ?, ?, ?"

    /// The values in the order of the columns.
    static func values(of event: Monitor.Event) -> [SQLValue] {
        let constraint = event.refinement?.constraint
        let values: [any Bindable] = [
            event.number, event.identifier, Int64(event.state.rawValue), event.date.microseconds,
            constraint?.uuid.bytes, (constraint?.major).map(Int64.init), (constraint?.minor).map(Int64.init),
            Int64(event.diagnostics.rawValue), (event.lastKnown?.rawValue).map(Int64.init),
        ]
        return values.map(\.sqlValue)
    }

    /// The event in a row that begins with these columns.
    static func event(in row: borrowing Row) throws -> Monitor.Event {
        guard let diagnostics = UInt16(exactly: try row.int64(7)) else {
            throw Damage(reason: "an event has unknown diagnostics")
        }
        return Monitor.Event(
            identifier: try row.text(1), number: try row.int64(0), state: try state(row.int64(2)),
            date: ObservationTime(microseconds: try row.int64(3)),
            refinement: try constraint(in: row, from: 4),
            diagnostics: ConditionDiagnostics(rawValue: diagnostics),
            lastKnown: try row.optionalInt64(8).map(state))
    }

    /// The state with a raw value.
    static func state(_ value: Int64) throws -> ConditionState {
        guard let state = UInt8(exactly: value).flatMap(ConditionState.init) else {
            throw Damage(reason: "there is no state \(value)")
        }
        return state
    }

    /// The beacon constraint in three columns; `nil` when the first one is NULL.
    static func constraint(in row: borrowing Row, from column: Int) throws -> BeaconIdentityCondition? {
        guard try !row.isNull(column) else { return nil }
        guard let uuid = ProximityUUID(bytes: try row.blob(column)) else {
            throw Damage(reason: "a UUID has not 16 bytes")
        }
        let major = try part(row.optionalInt64(column + 1))
        let minor = try part(row.optionalInt64(column + 2))
        switch (major, minor) {
        case (nil, nil): return BeaconIdentityCondition(uuid: uuid)
        case (let major?, nil): return BeaconIdentityCondition(uuid: uuid, major: major)
        case (let major?, let minor?): return BeaconIdentityCondition(uuid: uuid, major: major, minor: minor)
        case (nil, _?): throw Damage(reason: "a beacon has a minor without a major")
        }
    }

    private static func part(_ value: Int64?) throws -> UInt16? {
        guard let value else { return nil }
        guard let part = UInt16(exactly: value) else {
            throw Damage(reason: "\(value) is no major or minor")
        }
        return part
    }
}

extension ProximityUUID {
    /// The 16 bytes, most significant first.
    var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    /// Makes a UUID from 16 bytes, most significant first.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let halves = bytes.reduce(into: (high: UInt64(0), low: UInt64(0))) { halves, byte in
            halves.high = halves.high << 8 | halves.low >> 56
            halves.low = halves.low << 8 | UInt64(byte)
        }
        self.init(high: halves.high, low: halves.low)
    }
}
