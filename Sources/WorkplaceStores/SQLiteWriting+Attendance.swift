import Attendance
import Essentials
import SQLite
import Workplace

extension SQLiteWriting {
    func set(_ setting: ReminderSetting, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO reminder_settings (person, is_on, since) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET is_on = excluded.is_on, since = excluded.since
            """, person.rawValue, setting.isOn, setting.since.millisecondsSinceEpoch)
    }

    func set(_ machine: ReminderStateMachine, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO reminder_states (person, last_arrival, last_departure) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET
                last_arrival = excluded.last_arrival, last_departure = excluded.last_departure
            """, person.rawValue, machine.lastArrival?.millisecondsSinceEpoch,
            machine.lastDeparture?.millisecondsSinceEpoch)
    }

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

    func insert(_ punch: Punch, key: PunchKey) throws {
        try connection.execute(
            """
            INSERT INTO punches (id, person, kind, at, device_at, site, zone, reminder, key, fingerprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, punch.id.rawValue, punch.person.rawValue, punch.kind.rawValue,
            punch.time.millisecondsSinceEpoch, punch.deviceTime?.millisecondsSinceEpoch, punch.site.rawValue,
            punch.zone.identifier, punch.reminder?.rawValue, key.text, key.fingerprint)
    }

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
