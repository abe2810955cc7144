import Essentials
import SQLite

extension KeptSection {
    /// The person's punches.
    static let punches = KeptSection(
        "punches", .law, by: "at", staysAfterErasure: true,
        [
            ("id", .text), ("kind", .text), ("at", .time), ("deviceAt", .time), ("site", .text),
            ("zone", .text), ("reminder", .text), ("source", .text), ("door", .text),
            ("startsBreak", .flag),
        ],
        sql: """
            SELECT id, kind, at, device_at AS deviceAt, site, zone, reminder, source, door, starts_break AS startsBreak
            FROM punches WHERE person = ?1
            ORDER BY number
            """)

    /// What the person asked about their days, and what was decided; and what they decided about the days of others.
    static let dayCorrections = KeptSection(
        "day-corrections", .law, by: "at", staysAfterErasure: true,
        [
            ("id", .text), ("act", .text), ("person", .text), ("day", .day), ("at", .time), ("by", .text),
            ("site", .text), ("zone", .text), ("marks", .json), ("reason", .text),
        ],
        sql: """
            SELECT id, act, person, day, at, actor AS by, site, zone, marks, reason FROM day_corrections
            WHERE person = ?1 OR actor = ?1 AND act <> 'import' ORDER BY number
            """)

    /// For whom the person stood in as an approver, and who stood in for them.
    static let approvalDelegations = KeptSection(
        "approval-delegations", .law, by: "givenAt", staysAfterErasure: true,
        [
            ("approver", .text), ("delegate", .text), ("firstDay", .day), ("lastDay", .day),
            ("givenAt", .time),
            ("endedAt", .time), ("endedBy", .text),
        ],
        sql: """
            SELECT approver, delegate, first_day AS firstDay, last_day AS lastDay, given_at AS givenAt,
                ended_at AS endedAt, ended_by AS endedBy
            FROM approval_delegations WHERE approver = ?1 OR delegate = ?1 ORDER BY number
            """)

    /// What counted of the person's months when they were closed, and what the person did about closed months.
    static let closedMonths = KeptSection(
        "closed-months", .law, by: "at", staysAfterErasure: true,
        [
            ("act", .text), ("month", .day), ("site", .text), ("at", .time), ("by", .text), ("reason", .text),
            ("days", .json),
        ],
        sql: """
            SELECT act, month, site, at, by, reason, days FROM (
                SELECT period.number AS number, act, period.month AS month, site, at, actor AS by, reason, content AS days
                FROM closed_months AS kept JOIN attendance_periods AS period ON period.id = kept.closing AND act = 'close'
                WHERE person = ?1
                UNION ALL SELECT number, act, month, site, at, actor, reason, NULL FROM attendance_periods
                WHERE actor = ?1
                    AND NOT (act = 'close' AND EXISTS (SELECT 1 FROM closed_months WHERE closing = id AND person = ?1))
            ) AS results ORDER BY number
            """)

    /// Whether the person wants to be reminded at the door, when they work, and where that stands.
    static let reminderSettings = KeptSection(
        "reminder-settings", .account,
        [
            ("isOn", .flag), ("since", .time), ("wishes", .text), ("asksAt", .time),
            ("lastArrival", .time), ("lastDeparture", .time),
        ],
        sql: """
            SELECT is_on AS isOn, since, wishes, asks_at AS asksAt, last_arrival AS lastArrival, last_departure AS lastDeparture
            FROM reminder_settings LEFT JOIN reminder_states USING (person) WHERE person = ?1
            """)

    /// The person's departure that is recorded when the day changes.
    static let provisionalExits = KeptSection(
        "provisional-exits", .account, by: "leftAt",
        [("entrance", .text), ("leftAt", .time), ("settlesAt", .time)],
        sql: """
            SELECT entrance, left_at AS leftAt, settles_at AS settlesAt FROM provisional_exits WHERE person = ?1
            """)

    /// The person's crossings of entrances, and why they were reminded or not.
    static let crossings = KeptSection(
        "crossings", .lasting(ReminderSetting.crossingRetention), by: "receivedAt",
        [
            ("spot", .text), ("site", .text), ("kind", .text), ("observedAt", .time), ("receivedAt", .time),
            ("source", .text), ("reason", .text), ("backAt", .time), ("shownAt", .time),
        ],
        sql: """
            SELECT spot, site, kind, observed_at AS observedAt, received_at AS receivedAt, source, reason,
                back_at AS backAt, shown_at AS shownAt
            FROM reminder_decisions WHERE person = ?1 ORDER BY number
            """)
}

extension WriteTransaction {
    /// Removes a person's reminder data and the address of their calendar; punches stay.
    func removeReminders(of person: PersonID) throws {
        for table in [
            "reminder_settings", "reminder_states", "reminder_decisions", "provisional_exits",
            "calendar_addresses",
        ] {
            try connection.execute("DELETE FROM \(table) WHERE person = ?", person.rawValue)
        }
    }
}
