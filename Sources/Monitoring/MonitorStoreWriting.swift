import Beacons
import Conditions
import Geodesy
import Observations
import SQLite

/// Writes a step of the monitor inside the open transaction.
struct MonitorStoreWriting {
    let connection: Connection

    /// Writes all changes of the step.
    ///
    /// - Throws: ``RevisionGap`` when the previous step is missing.
    func write(_ batch: MonitorBatch) throws {
        try connection.execute(
            """
            UPDATE monitor SET revision = ?, last_number = ?, newest_time = ?, mark = ?
            WHERE id = 1 AND revision = ?
            """,
            batch.revision, batch.lastNumber, batch.newestTime?.microseconds, batch.mark, batch.revision - 1)
        guard connection.changedRows == 1 else { throw RevisionGap() }
        for entry in batch.entries { try write(entry) }
    }

    private func write(_ entry: MonitorBatch.Entry) throws {
        switch entry {
        case .added(let definition): try add(definition)
        case .removed(let identifier): try remove(identifier)
        case .changed(let event, let length): try change(event, keeping: length)
        case .revived(let identifier, let number):
            try connection.execute(
                "UPDATE conditions SET revival = ? WHERE identifier = ?", number, identifier)
        case .moved(let reader, let cursor, let outstanding):
            try move(reader, to: cursor, holding: outstanding)
        case .acknowledged(let reader, let event): try keep(event, of: reader, isAcknowledged: true)
        case .marked: break
        case .forgotten(let reader):
            try connection.execute("DELETE FROM readers WHERE name = ?", reader)
        }
    }

    // Dependent rows are deleted with the condition.
    private func remove(_ identifier: String) throws {
        try connection.execute("DELETE FROM conditions WHERE identifier = ?", identifier)
    }

    private func add(_ definition: MonitoredCondition.Definition) throws {
        try remove(definition.identifier)
        let initial = definition.initial
        let values: [SQLValue] = [
            definition.identifier.sqlValue, definition.ordinal.sqlValue, initial.number.sqlValue,
            initial.date.microseconds.sqlValue, Int64(initial.state.rawValue).sqlValue,
            Int64(definition.history.rawValue).sqlValue, initial.number.sqlValue,
        ]
        try connection.execute(
            """
            INSERT INTO conditions (identifier, ordinal, added_number, added_time, assumed, history, revival,
                fixes, sigmas, cushion, maximum_speed, weakest_signal, exit_seconds, exit_attoseconds,
                gone_seconds, gone_attoseconds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: values + Self.columns(of: definition.policy))
        for row in PartColumns.rows(of: definition.condition, identifier: definition.identifier) {
            try connection.execute(
                "INSERT INTO parts (\(PartColumns.list)) VALUES (\(PartColumns.placeholders))", arguments: row
            )
        }
    }

    private static func columns(of policy: ConditionPolicy) -> [SQLValue] {
        let exit = policy.exitAfter.components
        let gone = policy.goneAfter.components
        return [
            policy.fixes.sqlValue, policy.sigmas.sqlValue, policy.cushion.sqlValue,
            policy.maximumSpeed.sqlValue, policy.weakestSignal.map(Int64.init).sqlValue,
            exit.seconds.sqlValue, exit.attoseconds.sqlValue,
            gone.seconds.sqlValue, gone.attoseconds.sqlValue,
        ]
    }

    private func change(_ event: Monitor.Event, keeping length: Int) throws {
        try connection.execute(
            "INSERT INTO changes (\(EventColumns.list)) VALUES (\(EventColumns.placeholders))",
            arguments: EventColumns.values(of: event))
        try connection.execute(
            """
            DELETE FROM changes WHERE identifier = ?1 AND number <= (
                SELECT number FROM changes WHERE identifier = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            event.identifier, length)
    }

    /// Deletes a reader's unacknowledged event, without scanning the acknowledged ones.
    static let release = "DELETE FROM given WHERE reader = ? AND is_acknowledged = 0"

    private func move(_ reader: String, to cursor: Int64, holding outstanding: Monitor.Event?) throws {
        try connection.execute(
            """
            INSERT INTO readers (name, cursor) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor
            """,
            reader, cursor)
        try connection.execute(Self.release, reader)
        if let outstanding { try keep(outstanding, of: reader, isAcknowledged: false) }
    }

    private func keep(_ event: Monitor.Event, of reader: String, isAcknowledged: Bool) throws {
        try connection.execute(
            """
            INSERT OR REPLACE INTO given (\(EventColumns.list), reader, is_acknowledged)
            VALUES (\(EventColumns.placeholders), ?, ?)
            """,
            arguments: EventColumns.values(of: event) + [reader.sqlValue, isAcknowledged.sqlValue])
    }
}
