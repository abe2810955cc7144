import Beacons
import Conditions
import Geodesy
import Observations
import SQLite

/// Reads a store into the values that it holds.
struct StoreReading {
    let connection: Connection

    /// Reads everything.
    func state() throws -> KeptState {
        var state = try monitor()
        state.changes = try connection.all("SELECT \(EventColumns.list) FROM changes ORDER BY number") {
            try EventColumns.event(in: $0)
        }
        let newest = Dictionary(state.changes.map { ($0.identifier, $0) }) { _, newer in newer }
        let trees = try conditions()
        state.conditions = try connection.all(Self.definitions) { row in
            let definition = try definition(in: row, of: trees)
            return MonitoredCondition(
                definition, present: newest[definition.identifier], revival: try row.int64(5))
        }
        state.readers = try readers()
        return state
    }

    private func monitor() throws -> KeptState {
        let sql = "SELECT identity, revision, last_number, newest_time, mark FROM monitor WHERE id = 1"
        let state = try connection.first(sql) { row in
            KeptState(
                identity: try row.text(0), revision: try row.int64(1), lastNumber: try row.int64(2),
                newestTime: try row.optionalInt64(3).map(ObservationTime.init(microseconds:)),
                mark: try row.optionalText(4))
        }
        guard let state else { throw Damage(reason: "it holds no monitor") }
        return state
    }

    private func readers() throws -> [String: ReaderState] {
        let names = try connection.all("SELECT name, cursor FROM readers") { row in
            (try row.text(0), ReaderState(cursor: try row.int64(1)))
        }
        var readers = Dictionary(names) { first, _ in first }
        let sql = "SELECT \(EventColumns.list), reader, is_acknowledged FROM given"
        let given = try connection.all(sql) { row in
            (
                reader: try row.text(EventColumns.count),
                isAcknowledged: try row.bool(EventColumns.count + 1),
                event: try EventColumns.event(in: row)
            )
        }
        for (reader, isAcknowledged, event) in given {
            if isAcknowledged {
                readers[reader]?.acknowledged[event.identifier] = event
            } else {
                readers[reader]?.outstanding = event
            }
        }
        return readers
    }
}

// Conditions.
extension StoreReading {
    private static let definitions = """
        SELECT identifier, ordinal, added_number, added_time, assumed, revival, history, fixes, sigmas, cushion,
            maximum_speed, weakest_signal, exit_seconds, exit_attoseconds, gone_seconds, gone_attoseconds
        FROM conditions
        """

    /// The conditions by their identifiers.
    private func conditions() throws -> [String: Condition] {
        var trees: [String: Condition] = [:]
        var rows: [PartRow] = []
        var current: String?
        let sql = "SELECT \(PartColumns.list) FROM parts ORDER BY identifier, place"
        let parts = try connection.all(sql) { (try $0.text(0), try PartColumns.part(in: $0)) }
        for (identifier, part) in parts {
            if let current, identifier != current {
                trees[current] = try PartColumns.condition(rows)
                rows = []
            }
            current = identifier
            rows.append(part)
        }
        if let current { trees[current] = try PartColumns.condition(rows) }
        return trees
    }

    private func definition(
        in row: borrowing Row, of trees: [String: Condition]
    ) throws -> MonitoredCondition.Definition {
        let identifier = try row.text(0)
        let initial = Monitor.Event(
            identifier: identifier, number: try row.int64(2), state: try EventColumns.state(row.int64(4)),
            date: ObservationTime(microseconds: try row.int64(3)))
        guard let history = UInt8(exactly: try row.int64(6)).flatMap(Monitor.History.init) else {
            throw Damage(reason: "a condition has an unknown history")
        }
        guard let condition = trees[identifier] else { throw Damage(reason: "a condition has no parts") }
        return MonitoredCondition.Definition(
            identifier: identifier, condition: condition, policy: try policy(in: row),
            history: history, ordinal: try row.int64(1), initial: initial)
    }

    private func policy(in row: borrowing Row) throws -> ConditionPolicy {
        var policy = ConditionPolicy()
        policy.fixes = try row.int(7)
        policy.sigmas = try row.double(8)
        policy.cushion = try row.double(9)
        policy.maximumSpeed = try row.double(10)
        policy.weakestSignal = try row.optionalInt64(11).map { strength in
            guard let signal = Int8(exactly: strength) else {
                throw Damage(reason: "\(strength) dBm is no strength of a signal")
            }
            return signal
        }
        policy.exitAfter = try duration(in: row, from: 12)
        policy.goneAfter = try duration(in: row, from: 14)
        guard policy.isUsable else { throw Damage(reason: "a condition's policy means nothing") }
        return policy
    }

    private func duration(in row: borrowing Row, from column: Int) throws -> Duration {
        Duration(
            secondsComponent: try row.int64(column), attosecondsComponent: try row.int64(column + 1))
    }
}
