import Attendance
import Essentials
import SQLite

// Places that record arrivals and departures by themselves (W15).
extension AttendanceService {
    /// Records what follows from a decision on a crossing, where the place records by itself.
    ///
    /// - Throws: The store's own error.
    static func record(
        _ decision: ReminderDecision, of person: PersonID, at time: Timestamp, on campus: Campus,
        in transaction: WriteTransaction
    ) throws {
        guard let crossing = decision.crossing else { return }
        try cancelExit(of: person, by: crossing, at: time, on: campus, in: transaction)
        guard let site = campus.entrance(crossing.entrance)?.site else { return }
        switch decision.reason {
        case .recorded:
            let punchTime = min(crossing.observedAt, time)
            try insert(
                .in, of: person, at: punchTime, site, crossing.entrance, decision.id, on: campus,
                in: transaction)
        case .provisional:
            guard let automatic = site.automaticPunching else { return }
            let exit = ProvisionalExit(
                crossing, decision: decision.id, dayChangeHour: automatic.dayChangeHour, zone: site.zone)
            try transaction.set(exit, of: person)
            try transaction.announceChange(to: person, at: time)
        default: return
        }
    }

    /// Forgets a departure that waits for the change of the day, when a crossing shows that the person is back.
    static func cancelExit(
        of person: PersonID, by crossing: Crossing, at time: Timestamp, on campus: Campus,
        in transaction: WriteTransaction
    ) throws {
        guard let exit = try transaction.provisionalExit(of: person), exit.isCancelled(by: crossing) else {
            return
        }
        try transaction.removeProvisionalExit(of: person)
        try transaction.announceChange(to: person, at: time)
    }

    /// Records a departure whose day has changed without a return.
    static func settleExit(
        of person: PersonID, at time: Timestamp, on campus: Campus, in transaction: WriteTransaction
    ) throws {
        guard let exit = try transaction.provisionalExit(of: person), exit.settlesAt <= time else { return }
        try transaction.removeProvisionalExit(of: person)
        let last = try transaction.lastPunch(of: person)
        guard let punchTime = exit.punchTime(after: last, at: time) else { return }
        let entrance = exit.departure.entrance
        // The campus may have lost the entrance since.
        let known = campus.entrance(entrance)?.site ?? last.flatMap { campus.site($0.site) }
        guard let site = known else { return }
        try insert(
            .out, of: person, at: punchTime, site, entrance, exit.decision, on: campus, in: transaction)
    }

    private static func insert(
        _ kind: PunchKind, of person: PersonID, at time: Timestamp, _ site: Site, _ entrance: SpotID,
        _ decision: ReminderID, on campus: Campus, in transaction: WriteTransaction
    ) throws {
        var generator = SystemRandomNumberGenerator()
        let punch = Punch(
            id: PunchID(at: time, using: &generator), person: person, kind: kind, time: time, deviceTime: nil,
            site: site.id, zone: site.zone, reminder: nil, source: .automatic(entrance))
        // Each decision records once.
        try transaction.insert(punch, key: PunchKey(text: "automatic \(decision)", fingerprint: []))
        try transaction.announce(punch)
        if let setting = try transaction.reminderSetting(of: person) {
            try plan(setting, of: person, at: time, on: campus, in: transaction)
        }
    }
}

extension ReadTransaction {
    /// The departure of a person that is recorded when the day changes; `nil` without one.
    func provisionalExit(of person: PersonID) throws -> ProvisionalExit? {
        let sql =
            "SELECT decision, entrance, left_at, source, settles_at FROM provisional_exits WHERE person = ?"
        return try connection.first(sql, person.rawValue) { row in
            try row.decoded(from: "provisional_exits", id: person.rawValue) { row in
                guard let decision = ReminderID(try row.text(0)), let entrance = SpotID(try row.text(1)),
                    let source = CrossingSourceID(try row.text(3))
                else { return nil }
                let time = try row.timestamp(2)
                let departure = Crossing(
                    entrance: entrance, kind: .exited, observedAt: time, receivedAt: time, source: source)
                return ProvisionalExit(departure, decision: decision, settlesAt: try row.timestamp(4))
            }
        }
    }
}

extension WriteTransaction {
    fileprivate func set(_ exit: ProvisionalExit, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO provisional_exits (person, decision, entrance, left_at, source, settles_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET decision = excluded.decision, entrance = excluded.entrance,
                left_at = excluded.left_at, source = excluded.source, settles_at = excluded.settles_at
            """, person.rawValue, exit.decision.rawValue, exit.departure.entrance.rawValue,
            exit.departure.observedAt.millisecondsSinceEpoch, exit.departure.source.rawValue,
            exit.settlesAt.millisecondsSinceEpoch)
    }

    /// Removes a departure that waits for the change of the day; a punch by hand and a return do.
    func removeProvisionalExit(of person: PersonID) throws {
        try connection.execute("DELETE FROM provisional_exits WHERE person = ?", person.rawValue)
    }
}

extension SQLiteSchema {
    /// Departures that are recorded when the day changes.
    static let provisionalExits = """
        CREATE TABLE provisional_exits (
            person TEXT PRIMARY KEY NOT NULL,
            decision TEXT NOT NULL,
            entrance TEXT NOT NULL,
            left_at INTEGER NOT NULL,
            source TEXT NOT NULL,
            settles_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX provisional_exits_settling ON provisional_exits (settles_at);
        """
}
