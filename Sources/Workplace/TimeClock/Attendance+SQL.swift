import Attendance
import Essentials
import JSON
import SQLite

/// What ``StoreRow/decodedDecision()`` reads.
private let decisionColumns =
    "id, spot, kind, observed_at, received_at, source, reason, settles_at, due_at, site"

/// What ``StoreRow/decodedPunch()`` reads.
private let punchColumns = "id, person, kind, at, device_at, site, zone, reminder, source, door, starts_break"

/// The kind of a decision that the time alone led to, beside those of crossings.
private let kindOfTime = "time"

extension ReadTransaction {
    /// A person's setting of reminders; `nil` before the person has chosen.
    func reminderSetting(of person: PersonID) throws -> ReminderSetting? {
        let sql = "SELECT is_on, since, wishes FROM reminder_settings WHERE person = ?"
        return try connection.first(sql, person.rawValue) { row in
            let text = try row.optionalText(2)
            let wishes = try text.map { text in
                try row.decoded(from: "reminder_settings", id: person.rawValue) { _ in
                    ReminderWishes(stored: text)
                }
            }
            return ReminderSetting(
                isOn: try row.bool(0), since: try row.timestamp(1), wishes: wishes ?? ReminderWishes())
        }
    }

    /// The departure of a person that is held back, with the time at which it reminds; `nil` without one.
    func heldDeparture(of person: PersonID) throws -> ReminderDecision? {
        let sql = """
            SELECT \(decisionColumns) FROM reminder_decisions
            WHERE person = ? AND settles_at IS NOT NULL AND due_at IS NULL
            """
        return try connection.first(sql, person.rawValue) { try $0.decodedDecision() }
    }

    /// The reminders that a person has seen in the last day.
    func shownReminders(of person: PersonID) throws -> [ShownReminder] {
        let sql = """
            SELECT \(decisionColumns), shown_at FROM reminder_decisions
            WHERE person = ? AND shown_at IS NOT NULL
            """
        return try connection.all(sql, person.rawValue) { row in
            ShownReminder(try row.decodedDecision().proposal, at: try row.timestamp(10))
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

    /// What is known of a person's crossings.
    func door(of person: PersonID) throws -> DoorStateMachine {
        let waiting = try connection.all(
            """
            SELECT \(decisionColumns)
            FROM reminder_decisions WHERE person = ? AND due_at IS NOT NULL AND settles_at IS NOT NULL
            """, person.rawValue
        ) { row in
            try row.decodedDecision().crossing.map {
                DoorStateMachine.Waiting($0, due: try row.timestamp(8), settles: try row.timestamp(7))
            }
        }.compactMap(\.self)
        let returns = try connection.all(
            "SELECT observed_at, back_at FROM reminder_decisions WHERE person = ? AND back_at IS NOT NULL",
            person.rawValue
        ) { DoorStateMachine.Return(left: try $0.timestamp(0), back: try $0.timestamp(1)) }
        return DoorStateMachine(
            reminders: try reminderMachine(of: person), waiting: waiting, returns: returns)
    }

    /// What is known of a person's crossings, punches and reminders.
    func reminders(of person: PersonID) throws -> PersonReminders {
        let held = try heldDeparture(of: person).flatMap { decision in
            decision.crossing.flatMap { crossing in
                decision.remindsAt.map { PersonReminders.Held(crossing, until: $0) }
            }
        }
        // Who has left is not asked, but recorded.
        let hasLeft = try provisionalExit(of: person) != nil
        let asksAt = try connection.first(
            "SELECT asks_at FROM reminder_settings WHERE person = ?", person.rawValue
        ) { try $0.optionalTimestamp(0) }
        return PersonReminders(
            door: try door(of: person), held: held, shown: try shownReminders(of: person),
            last: try lastPunch(of: person), asksAt: hasLeft ? nil : asksAt ?? nil)
    }

    /// The decision about a departure that waits or is held back; `nil` when it is decided.
    func undecidedDeparture(_ crossing: Crossing, of person: PersonID) throws -> ReminderID? {
        let sql = """
            SELECT id FROM reminder_decisions WHERE person = ? AND settles_at IS NOT NULL AND kind = 'exit'
                AND spot = ? AND observed_at = ? AND source = ?
            """
        return try connection.first(
            sql, person.rawValue, crossing.entrance.rawValue, crossing.observedAt.millisecondsSinceEpoch,
            crossing.source.rawValue
        ) { try $0.decoded(from: "reminder_decisions", id: try $0.text(0)) { ReminderID(try $0.text(0)) } }
    }

    /// The people of whom something is to be decided by a time.
    func people(withRemindersDueBy time: Timestamp) throws -> [PersonID] {
        let sql = """
            SELECT person FROM reminder_decisions WHERE settles_at <= ?1
            UNION SELECT person FROM reminder_settings WHERE asks_at <= ?1
            UNION SELECT person FROM provisional_exits WHERE settles_at <= ?1
            """
        return try connection.all(sql, time.millisecondsSinceEpoch) {
            try $0.decoded(from: "reminder_decisions", id: try $0.text(0)) { PersonID(try $0.text(0)) }
        }
    }

    /// When something is next to be decided of anybody.
    func nextReminderDue() throws -> Timestamp? {
        let queries = [
            "SELECT settles_at FROM reminder_decisions WHERE settles_at IS NOT NULL ORDER BY settles_at LIMIT 1",
            "SELECT asks_at FROM reminder_settings WHERE asks_at IS NOT NULL ORDER BY asks_at LIMIT 1",
            "SELECT settles_at FROM provisional_exits ORDER BY settles_at LIMIT 1",
        ]
        return try queries.compactMap { try connection.first($0) { try $0.timestamp(0) } }.min()
    }

    /// The decisions on a person's crossings, the last received first.
    func reminderDecisions(of person: PersonID, limit: Int) throws -> [ReminderDecision] {
        let sql = """
            SELECT \(decisionColumns) FROM reminder_decisions
            WHERE person = ? ORDER BY received_at DESC, number DESC LIMIT ?
            """
        return try connection.all(sql, person.rawValue, limit) { try $0.decodedDecision() }
    }

    /// One of a person's decisions; `nil` when it is unknown or expired.
    func reminderDecision(_ id: ReminderID, of person: PersonID) throws -> ReminderDecision? {
        let sql = """
            SELECT \(decisionColumns) FROM reminder_decisions
            WHERE id = ? AND person = ?
            """
        return try connection.first(sql, id.rawValue, person.rawValue) { try $0.decodedDecision() }
    }

    /// A person's last punch.
    func lastPunch(of person: PersonID) throws -> Punch? {
        let sql = """
            SELECT \(punchColumns) FROM punches
            WHERE person = ? ORDER BY number DESC LIMIT 1
            """
        return try connection.first(sql, person.rawValue) { try $0.decodedPunch() }
    }

    /// A person's last punch before an instant.
    func lastPunch(of person: PersonID, before time: Timestamp) throws -> Punch? {
        let sql = """
            SELECT \(punchColumns) FROM punches
            WHERE person = ? AND at < ? ORDER BY number DESC LIMIT 1
            """
        return try connection.first(sql, person.rawValue, time.millisecondsSinceEpoch) {
            try $0.decodedPunch()
        }
    }

    /// A person's punches between two instants, in order.
    func punches(of person: PersonID, from start: Timestamp, before end: Timestamp) throws -> [Punch] {
        let sql = """
            SELECT \(punchColumns) FROM punches
            WHERE person = ? AND at >= ? AND at < ? ORDER BY number
            """
        return try connection.all(
            sql, person.rawValue, start.millisecondsSinceEpoch, end.millisecondsSinceEpoch
        ) { try $0.decodedPunch() }
    }

    /// The punch that a person's idempotency key recorded.
    func punch(of person: PersonID, key: String) throws -> (punch: Punch, key: PunchKey)? {
        let sql = """
            SELECT \(punchColumns), fingerprint FROM punches
            WHERE person = ? AND key = ?
            """
        return try connection.first(sql, person.rawValue, key) {
            (try $0.decodedPunch(), PunchKey(text: key, fingerprint: try $0.blob(11)))
        }
    }
}

extension StoreRow {
    fileprivate func decodedDecision() throws -> ReminderDecision {
        try decoded(from: "reminder_decisions", id: try text(0)) { try $0.decision() }
    }

    private func decision() throws -> ReminderDecision? {
        guard let id = ReminderID(try text(0)), let reason = ReminderReason(rawValue: try text(6)),
            let cause = try cause()
        else { return nil }
        // A departure that waits in the doorway is not held back: it may not be one.
        let isHeld = try optionalTimestamp(8) == nil
        return ReminderDecision(
            id: id, cause: cause, reason: reason, remindsAt: isHeld ? try optionalTimestamp(7) : nil)
    }

    private func cause() throws -> ReminderCause? {
        if let site = try optionalText(9) {
            let time = try timestamp(3)
            return SiteID(site).map { .time(time, site: $0) }
        }
        guard let spot = try optionalText(1).flatMap({ SpotID($0) }),
            let kind = Crossing.Kind(rawValue: try text(2)),
            let source = try optionalText(5).flatMap({ CrossingSourceID($0) })
        else { return nil }
        return .crossing(
            Crossing(
                entrance: spot, kind: kind, observedAt: try timestamp(3), receivedAt: try timestamp(4),
                source: source))
    }

    fileprivate func decodedPunch() throws -> Punch {
        try decoded(from: "punches", id: try text(0)) { try $0.punch() }
    }

    private func punch() throws -> Punch? {
        guard let id = PunchID(try text(0)), let person = PersonID(try text(1)),
            let kind = PunchKind(rawValue: try text(2)), let site = SiteID(try text(5)),
            let zone = Zone(try text(6)), let source = try punchSource()
        else { return nil }
        let reminder = try optionalText(7)
        if let reminder, ReminderID(reminder) == nil { return nil }
        return Punch(
            id: id, person: person, kind: kind, time: try timestamp(3), deviceTime: try optionalTimestamp(4),
            site: site, zone: zone, reminder: reminder.flatMap { ReminderID($0) }, source: source,
            startsBreak: try bool(10))
    }

    private func punchSource() throws -> PunchSource? {
        switch try text(8) {
        case "person": .person
        case "program": .program
        case "offline": .offline
        case "door-code": try optionalText(9).flatMap { SpotID($0) }.map { .doorCode($0) }
        case "badge": try optionalText(9).flatMap { SpotID($0) }.map { .badge($0) }
        case "automatic": try optionalText(9).flatMap { SpotID($0) }.map { .automatic($0) }
        default: nil
        }
    }
}

extension WriteTransaction {
    /// Stores a person's setting of reminders.
    func set(_ setting: ReminderSetting, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO reminder_settings (person, is_on, since, wishes) VALUES (?, ?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET
                is_on = excluded.is_on, since = excluded.since, wishes = excluded.wishes
            """, person.rawValue, setting.isOn, setting.since.millisecondsSinceEpoch,
            String(decoding: setting.wishes.document.bytes, as: UTF8.self))
    }

    /// Stores when a person who has a setting is asked to clock out by the time alone.
    func set(asksAt time: Timestamp?, of person: PersonID) throws {
        try connection.execute(
            "UPDATE reminder_settings SET asks_at = ? WHERE person = ?", time?.millisecondsSinceEpoch,
            person.rawValue)
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

    /// Stores a decision; it may replace that on a departure that waited.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - waiting: The times of a departure that waits; `nil` for any other crossing.
    ///   - back: When the person returned, for a departure that does not count; `nil` for any other crossing.
    ///   - shown: When the person was reminded; `nil` without a reminder.
    ///   - person: The person who crossed.
    /// - Throws: The store's own error.
    func store(
        _ decision: ReminderDecision, waiting: (due: Timestamp, settles: Timestamp)? = nil,
        back: Timestamp? = nil, shown: Timestamp? = nil, of person: PersonID
    ) throws {
        let crossing = decision.crossing
        let site: SiteID? = if case .time(_, let site) = decision.cause { site } else { nil }
        try connection.execute(
            """
            INSERT INTO reminder_decisions
                (id, person, spot, site, kind, observed_at, received_at, source, reason, due_at, settles_at, back_at,
                shown_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, due_at = excluded.due_at,
                settles_at = excluded.settles_at, back_at = excluded.back_at, shown_at = excluded.shown_at
            """, decision.id.rawValue, person.rawValue, crossing?.entrance.rawValue, site?.rawValue,
            crossing?.kind.rawValue ?? kindOfTime, decision.cause.time.millisecondsSinceEpoch,
            decision.cause.knownAt.millisecondsSinceEpoch, crossing?.source.rawValue,
            decision.reason.rawValue, waiting?.due.millisecondsSinceEpoch,
            (waiting?.settles ?? decision.remindsAt)?.millisecondsSinceEpoch, back?.millisecondsSinceEpoch,
            shown?.millisecondsSinceEpoch)
    }

    /// Removes a decision.
    func removeDecision(_ id: ReminderID) throws {
        try connection.execute("DELETE FROM reminder_decisions WHERE id = ?", id.rawValue)
    }

    /// Removes a person's departures that wait or are held back, and the times of their returns and reminders.
    func forgetOutings(of person: PersonID) throws {
        try connection.execute(
            "DELETE FROM reminder_decisions WHERE person = ? AND settles_at IS NOT NULL", person.rawValue)
        try connection.execute(
            "UPDATE reminder_decisions SET back_at = NULL, shown_at = NULL WHERE person = ?",
            person.rawValue)
        try removeProvisionalExit(of: person)
    }

    /// Inserts a punch, which is never changed or deleted; the pair of person and key must be new.
    func insert(_ punch: Punch, key: PunchKey) throws {
        try connection.execute(
            """
            INSERT INTO punches (id, person, kind, at, device_at, site, zone, reminder, source, door, starts_break, key, fingerprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, punch.id.rawValue, punch.person.rawValue, punch.kind.rawValue,
            punch.time.millisecondsSinceEpoch, punch.deviceTime?.millisecondsSinceEpoch, punch.site.rawValue,
            punch.zone.identifier, punch.reminder?.rawValue, punch.source.word,
            punch.source.door?.rawValue, punch.startsBreak, key.text, key.fingerprint)
        try linkAttendance()
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

    /// When a departure that waits is decided on, and when the person was back from one that does not count.
    static let departuresDue = """
        ALTER TABLE reminder_decisions ADD COLUMN due_at INTEGER;
        ALTER TABLE reminder_decisions ADD COLUMN settles_at INTEGER;
        ALTER TABLE reminder_decisions ADD COLUMN back_at INTEGER;
        CREATE INDEX reminder_decisions_settling ON reminder_decisions (settles_at)
            WHERE settles_at IS NOT NULL;
        """

    /// What people say of their reminders, and when they were reminded.
    static let remindersByRule = """
        ALTER TABLE reminder_settings ADD COLUMN wishes TEXT;
        ALTER TABLE reminder_decisions ADD COLUMN shown_at INTEGER;
        """

    /// When people are asked to clock out by the time alone, and decisions without a crossing.
    ///
    /// SQLite cannot drop a NOT NULL of a column, so the table is made again.
    static let remindersByTime = """
        ALTER TABLE reminder_settings ADD COLUMN asks_at INTEGER;
        CREATE INDEX reminder_settings_asking ON reminder_settings (asks_at) WHERE asks_at IS NOT NULL;

        ALTER TABLE reminder_decisions RENAME TO reminder_decisions_before;
        DROP INDEX reminder_decisions_of_person;
        DROP INDEX reminder_decisions_by_age;
        DROP INDEX reminder_decisions_settling;
        CREATE TABLE reminder_decisions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            spot TEXT,
            site TEXT,
            kind TEXT NOT NULL,
            observed_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            source TEXT,
            reason TEXT NOT NULL,
            due_at INTEGER,
            settles_at INTEGER,
            back_at INTEGER,
            shown_at INTEGER,
            CHECK ((spot IS NULL) = (site IS NOT NULL) AND (spot IS NULL) = (source IS NULL))
        ) STRICT;
        INSERT INTO reminder_decisions
            (number, id, person, spot, kind, observed_at, received_at, source, reason, due_at, settles_at, back_at,
            shown_at)
        SELECT number, id, person, spot, kind, observed_at, received_at, source, reason, due_at, settles_at, back_at,
            shown_at
        FROM reminder_decisions_before;
        DROP TABLE reminder_decisions_before;
        CREATE INDEX reminder_decisions_of_person ON reminder_decisions (person, received_at, number);
        CREATE INDEX reminder_decisions_by_age ON reminder_decisions (received_at);
        CREATE INDEX reminder_decisions_settling ON reminder_decisions (settles_at)
            WHERE settles_at IS NOT NULL;
        """

    /// How punches were made, and the key that signs the codes of entrances.
    static let doorCodes = """
        ALTER TABLE punches ADD COLUMN source TEXT NOT NULL DEFAULT 'person';
        ALTER TABLE punches ADD COLUMN door TEXT;
        CREATE TABLE door_keys (
            number INTEGER PRIMARY KEY,
            secret BLOB NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT;
        """
}
