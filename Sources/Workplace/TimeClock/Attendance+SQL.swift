import Attendance
import Essentials
import SQLite

extension ReadTransaction {
    /// A person's setting of reminders; `nil` before the person has chosen.
    func reminderSetting(of person: PersonID) throws -> ReminderSetting? {
        let sql = "SELECT is_on, since FROM reminder_settings WHERE person = ?"
        return try connection.first(sql, person.rawValue) {
            ReminderSetting(isOn: try $0.bool(0), since: try $0.timestamp(1))
        }
    }

    /// The state of a person's reminders.
    func reminderMachine(of person: PersonID) throws -> ReminderStateMachine {
        let sql = "SELECT last_arrival, last_departure FROM reminder_states WHERE person = ?"
        return try connection.first(sql, person.rawValue) {
            ReminderStateMachine(
                lastArrival: try $0.optionalTimestamp(0), lastDeparture: try $0.optionalTimestamp(1))
        } ?? ReminderStateMachine()
    }

    /// The decisions on a person's crossings, the last received first.
    func reminderDecisions(of person: PersonID, limit: Int) throws -> [ReminderDecision] {
        let sql = """
            SELECT id, spot, kind, observed_at, received_at, source, reason FROM reminder_decisions
            WHERE person = ? ORDER BY received_at DESC, number DESC LIMIT ?
            """
        return try connection.all(sql, person.rawValue, limit) { try $0.decodedDecision() }
    }

    /// One of a person's decisions; `nil` when it is unknown or expired.
    func reminderDecision(_ id: ReminderID, of person: PersonID) throws -> ReminderDecision? {
        let sql = """
            SELECT id, spot, kind, observed_at, received_at, source, reason FROM reminder_decisions
            WHERE id = ? AND person = ?
            """
        return try connection.first(sql, id.rawValue, person.rawValue) { try $0.decodedDecision() }
    }

    /// A person's last punch.
    func lastPunch(of person: PersonID) throws -> Punch? {
        let sql = """
            SELECT id, person, kind, at, device_at, site, zone, reminder FROM punches
            WHERE person = ? ORDER BY number DESC LIMIT 1
            """
        return try connection.first(sql, person.rawValue) { try $0.decodedPunch() }
    }

    /// A person's punches between two instants, in order.
    func punches(of person: PersonID, from start: Timestamp, before end: Timestamp) throws -> [Punch] {
        let sql = """
            SELECT id, person, kind, at, device_at, site, zone, reminder FROM punches
            WHERE person = ? AND at >= ? AND at < ? ORDER BY number
            """
        return try connection.all(
            sql, person.rawValue, start.millisecondsSinceEpoch, end.millisecondsSinceEpoch
        ) { try $0.decodedPunch() }
    }

    /// The punch that a person's idempotency key recorded.
    func punch(of person: PersonID, key: String) throws -> (punch: Punch, key: PunchKey)? {
        let sql = """
            SELECT id, person, kind, at, device_at, site, zone, reminder, fingerprint FROM punches
            WHERE person = ? AND key = ?
            """
        return try connection.first(sql, person.rawValue, key) {
            (try $0.decodedPunch(), PunchKey(text: key, fingerprint: try $0.blob(8)))
        }
    }
}

extension Row {
    fileprivate func decodedDecision() throws -> ReminderDecision {
        try decoded(from: "reminder_decisions", id: try text(0)) { try $0.decision() }
    }

    private func decision() throws -> ReminderDecision? {
        guard let id = ReminderID(try text(0)), let spot = SpotID(try text(1)),
            let kind = Crossing.Kind(rawValue: try text(2)), let source = CrossingSourceID(try text(5)),
            let reason = ReminderReason(rawValue: try text(6))
        else { return nil }
        let crossing = Crossing(
            entrance: spot, kind: kind, observedAt: try timestamp(3), receivedAt: try timestamp(4),
            source: source)
        return ReminderDecision(id: id, crossing: crossing, reason: reason)
    }

    fileprivate func decodedPunch() throws -> Punch {
        try decoded(from: "punches", id: try text(0)) { try $0.punch() }
    }

    private func punch() throws -> Punch? {
        guard let id = PunchID(try text(0)), let person = PersonID(try text(1)),
            let kind = PunchKind(rawValue: try text(2)), let site = SiteID(try text(5)),
            let zone = Zone(try text(6))
        else { return nil }
        let reminder = try optionalText(7)
        if let reminder, ReminderID(reminder) == nil { return nil }
        return Punch(
            id: id, person: person, kind: kind, time: try timestamp(3), deviceTime: try optionalTimestamp(4),
            site: site, zone: zone, reminder: reminder.flatMap { ReminderID($0) })
    }
}

extension WriteTransaction {
    /// Stores a person's setting of reminders.
    func set(_ setting: ReminderSetting, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO reminder_settings (person, is_on, since) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET is_on = excluded.is_on, since = excluded.since
            """, person.rawValue, setting.isOn, setting.since.millisecondsSinceEpoch)
    }

    /// Stores the state of a person's reminders.
    func set(_ machine: ReminderStateMachine, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO reminder_states (person, last_arrival, last_departure) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET
                last_arrival = excluded.last_arrival, last_departure = excluded.last_departure
            """, person.rawValue, machine.lastArrival?.millisecondsSinceEpoch,
            machine.lastDeparture?.millisecondsSinceEpoch)
    }

    /// Inserts a decision; its identifier must be new.
    func insert(_ decision: ReminderDecision, of person: PersonID) throws {
        let crossing = decision.crossing
        try connection.execute(
            """
            INSERT INTO reminder_decisions
                (id, person, spot, kind, observed_at, received_at, source, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, decision.id.rawValue, person.rawValue, crossing.entrance.rawValue, crossing.kind.rawValue,
            crossing.observedAt.millisecondsSinceEpoch, crossing.receivedAt.millisecondsSinceEpoch,
            crossing.source.rawValue, decision.reason.rawValue)
    }

    /// Inserts a punch, which is never changed or deleted; the pair of person and key must be new.
    func insert(_ punch: Punch, key: PunchKey) throws {
        try connection.execute(
            """
            INSERT INTO punches (id, person, kind, at, device_at, site, zone, reminder, key, fingerprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, punch.id.rawValue, punch.person.rawValue, punch.kind.rawValue,
            punch.time.millisecondsSinceEpoch, punch.deviceTime?.millisecondsSinceEpoch, punch.site.rawValue,
            punch.zone.identifier, punch.reminder?.rawValue, key.text, key.fingerprint)
    }

    /// Deletes decisions on reports that were received before an instant, and earlier times of arrivals and departures.
    func removeCrossings(before time: Timestamp) throws {
        let limit = time.millisecondsSinceEpoch
        try connection.execute("DELETE FROM reminder_decisions WHERE received_at < ?", limit)
        try connection.execute(
            "UPDATE reminder_states SET last_arrival = NULL WHERE last_arrival < ?", limit)
        try connection.execute(
            "UPDATE reminder_states SET last_departure = NULL WHERE last_departure < ?", limit)
        try connection.execute(
            "DELETE FROM reminder_states WHERE last_arrival IS NULL AND last_departure IS NULL")
    }
}

extension SQLiteSchema {
    /// Punches, for good; reminders, for a day.
    static let attendance = """
        -- Punches are numbered in the order in which they were recorded, because a clock can be set back.
        CREATE TABLE punches (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('in', 'out')),
            at INTEGER NOT NULL,
            device_at INTEGER,
            site TEXT NOT NULL,
            zone TEXT NOT NULL,
            reminder TEXT,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            UNIQUE (person, key)
        ) STRICT;
        CREATE INDEX punches_of_person ON punches (person, number);
        CREATE TRIGGER punches_no_update BEFORE UPDATE ON punches
        BEGIN SELECT RAISE(ABORT, 'punches are append-only'); END;
        CREATE TRIGGER punches_no_delete BEFORE DELETE ON punches
        BEGIN SELECT RAISE(ABORT, 'punches are append-only'); END;

        CREATE TABLE reminder_settings (
            person TEXT PRIMARY KEY NOT NULL,
            is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reminder_states (
            person TEXT PRIMARY KEY NOT NULL,
            last_arrival INTEGER,
            last_departure INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reminder_decisions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            spot TEXT NOT NULL,
            kind TEXT NOT NULL,
            observed_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            source TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reminder_decisions_of_person ON reminder_decisions (person, received_at, number);
        CREATE INDEX reminder_decisions_by_age ON reminder_decisions (received_at);
        """
}
