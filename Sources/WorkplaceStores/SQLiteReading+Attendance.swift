import Attendance
import Essentials
import SQLite
import Workplace

extension SQLiteReading {
    func reminderSetting(of person: PersonID) throws -> ReminderSetting? {
        let sql = "SELECT is_on, since FROM reminder_settings WHERE person = ?"
        return try connection.first(sql, person.rawValue) {
            ReminderSetting(isOn: try $0.bool(0), since: try $0.timestamp(1))
        }
    }

    func reminderMachine(of person: PersonID) throws -> ReminderStateMachine {
        let sql = "SELECT last_arrival, last_departure FROM reminder_states WHERE person = ?"
        return try connection.first(sql, person.rawValue) {
            ReminderStateMachine(
                lastArrival: try $0.optionalTimestamp(0), lastDeparture: try $0.optionalTimestamp(1))
        } ?? ReminderStateMachine()
    }

    func reminderDecisions(of person: PersonID, limit: Int) throws -> [ReminderDecision] {
        let sql = """
            SELECT id, spot, kind, observed_at, received_at, source, reason FROM reminder_decisions
            WHERE person = ? ORDER BY received_at DESC, number DESC LIMIT ?
            """
        return try connection.all(sql, person.rawValue, limit) { try $0.decodedDecision() }
    }

    func reminderDecision(_ id: ReminderID, of person: PersonID) throws -> ReminderDecision? {
        let sql = """
            SELECT id, spot, kind, observed_at, received_at, source, reason FROM reminder_decisions
            WHERE id = ? AND person = ?
            """
        return try connection.first(sql, id.rawValue, person.rawValue) { try $0.decodedDecision() }
    }

    func lastPunch(of person: PersonID) throws -> Punch? {
        let sql = """
            SELECT id, person, kind, at, device_at, site, zone, reminder FROM punches
            WHERE person = ? ORDER BY number DESC LIMIT 1
            """
        return try connection.first(sql, person.rawValue) { try $0.decodedPunch() }
    }

    func punches(of person: PersonID, from start: Timestamp, before end: Timestamp) throws -> [Punch] {
        let sql = """
            SELECT id, person, kind, at, device_at, site, zone, reminder FROM punches
            WHERE person = ? AND at >= ? AND at < ? ORDER BY number
            """
        return try connection.all(
            sql, person.rawValue, start.millisecondsSinceEpoch, end.millisecondsSinceEpoch
        ) { try $0.decodedPunch() }
    }

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
        try decoded(from: .decisions, id: try text(0)) { try $0.decision() }
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
        try decoded(from: .punches, id: try text(0)) { try $0.punch() }
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
