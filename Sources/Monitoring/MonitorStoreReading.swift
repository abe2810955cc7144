import Beacons
import Conditions
import Geodesy
import Observations
import SQLite

/// Reads the content of a store.
struct MonitorStoreReading {
    let connection: Connection

    /// Reads everything except the conditions.
    func history() throws -> KeptState {
        var state = try monitor()
        try connection.forEach("SELECT \(EventColumns.list) FROM changes ORDER BY number") {
            state.changes.append(try EventColumns.event(in: $0))
        }
        state.readers = try readers()
        return state
    }

    /// The result of SQLite's own check of the pages; "ok" if they are sound.
    func complaint() throws -> String? {
        try connection.first("PRAGMA quick_check(1)") { try $0.text(0) }
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
extension MonitorStoreReading {
    // By identifiers: the order of this table and of the table of parts.
    private static let definitions = """
        SELECT identifier, ordinal, added_number, added_time, assumed, revival, history, fixes, sigmas, cushion,
            maximum_speed, weakest_signal, exit_seconds, exit_attoseconds, gone_seconds, gone_attoseconds
        FROM conditions ORDER BY identifier
        """

    /// The conditions, in the order of addition, without their present states.
    func conditions() throws -> [MonitoredCondition] {
        var trees = try trees()[...]
        var found: [MonitoredCondition] = []
        found.reserveCapacity(trees.count)
        try connection.forEach(Self.definitions) { row in
            let identifier = try row.text(0)
            guard let tree = trees.popFirst(), tree.identifier == identifier else {
                throw Damage(reason: "a condition has no parts")
            }
            let definition = try definition(in: row, identifier, of: try tree.condition())
            found.append(MonitoredCondition(kept: definition, revival: try row.int64(5)))
        }
        guard trees.isEmpty else { throw Damage(reason: "there are parts of no condition") }
        let ordinals = found.map(\.definition.ordinal)
        found.arrange(as: ordinals.indices.sorted { ordinals[$0] < ordinals[$1] })
        return found
    }

    /// The parts of one condition.
    private struct Tree {
        let identifier: String
        /// The first part; most trees have no others.
        let whole: PartRow
        var others: [PartRow] = []

        func condition() throws -> Condition { try PartColumns.condition(whole, others) }
    }

    /// The parts of all conditions, in the order of their identifiers.
    private func trees() throws -> [Tree] {
        var trees: [Tree] = []
        let sql = "SELECT \(PartColumns.list) FROM parts ORDER BY identifier, place"
        try connection.forEach(sql) { row in
            let part = try PartColumns.part(in: row)
            if try row.int64(1) == 0 {
                trees.append(Tree(identifier: try row.text(0), whole: part))
            } else if let last = trees.indices.last, trees[last].identifier == (try row.text(0)) {
                trees[last].others.append(part)
            } else {
                throw Damage(reason: "a condition lacks its first part")
            }
        }
        return trees
    }

    private func definition(
        in row: borrowing Row, _ identifier: String, of condition: Condition
    ) throws -> MonitoredCondition.Definition {
        let initial = Monitor.Event(
            identifier: identifier, number: try row.int64(2), state: try EventColumns.state(row.int64(4)),
            date: ObservationTime(microseconds: try row.int64(3)))
        guard let history = UInt8(exactly: try row.int64(6)).flatMap(Monitor.History.init) else {
            throw Damage(reason: "a condition has an unknown history")
        }
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

extension [MonitoredCondition] {
    /// Reorders the elements by their indexes; elements are moved, not copied.
    fileprivate mutating func arrange(as order: [Int]) {
        var order = order
        for start in indices {
            var place = start
            while order[place] != start {
                let next = order[place]
                swapAt(place, next)
                order[place] = place
                place = next
            }
            order[place] = place
        }
    }
}
