import Attendance
import Essentials
import SQLite

extension PunchRequest {
    /// How long ago the device recorded the punch; `nil` for a punch that counts at the server's time.
    ///
    /// It is the difference of two readings of the device's clock, so that a wrong clock cancels out.
    ///
    /// - Throws: ``OfflinePunchRefusal/age``.
    var age: Duration? {
        get throws(OfflinePunchRefusal) {
            guard let offline, let deviceTime else { return nil }
            let age = deviceTime.duration(to: offline.sentAt)
            guard age >= .zero, age <= OfflinePunch.keptAtMost else { throw .age }
            return age > OfflinePunch.immediate ? age : nil
        }
    }
}

extension WriteTransaction {
    /// Checks that an offline punch is newer than the device's and the person's recorded punches, and that its month is open.
    func check(_ request: PunchRequest, at time: Timestamp, after last: Punch?, on campus: Campus) throws {
        guard let offline = request.offline else { return }
        let known = try connection.first(
            """
            SELECT max(offline.counter) FROM offline_punches AS offline JOIN punches ON punches.id = offline.punch
            WHERE offline.device = ? AND punches.person = ?
            """, offline.device, request.person.rawValue
        ) { try $0.optionalInt64(0) }
        if let known = known ?? nil, offline.counter <= known {
            throw OfflinePunchRefusal.counter(last: known)
        }
        if let last, time <= last.time { throw OfflinePunchRefusal.order(last: last.time) }
        let place = try AttendanceMonth.place(of: request.person, on: campus, in: self)
        let month = CalendarMonth(
            of: WorkDay.date(at: time, in: place.zone, starting: campus.dayStarts(at: place.site)))
        let sites = [request.site, place.site].compactMap(\.self)
        let closings = try closings(of: month)
        if try closedDays(of: request.person, month) != nil || sites.contains(where: { closings[$0] != nil })
        {
            throw OfflinePunchRefusal.closed
        }
    }

    /// Inserts what the device sent with an offline punch; the row never changes.
    func insert(_ offline: OfflinePunch, of punch: Punch, receivedAt: Timestamp) throws {
        try connection.execute(
            "INSERT INTO offline_punches (punch, device, counter, sent_at, received_at) VALUES (?, ?, ?, ?, ?)",
            punch.id.rawValue, offline.device, offline.counter, offline.sentAt.millisecondsSinceEpoch,
            receivedAt.millisecondsSinceEpoch)
        try linkAttendance()
    }
}

extension KeptSection {
    /// What the person's devices sent with offline punches.
    static let offlinePunches = KeptSection(
        "offline-punches", .law, by: "receivedAt", staysAfterErasure: true,
        [
            ("punch", .text), ("device", .text), ("counter", .number), ("sentAt", .time),
            ("receivedAt", .time),
        ],
        sql: """
            SELECT offline.punch, offline.device, offline.counter, offline.sent_at AS sentAt, offline.received_at AS receivedAt
            FROM offline_punches AS offline JOIN punches ON punches.id = offline.punch WHERE punches.person = ?1
            ORDER BY offline.number
            """)
}

extension SQLiteSchema {
    /// What devices sent with offline punches; the chain of hashes covers the rows.
    static let offlinePunches = """
        CREATE TABLE offline_punches (
            number INTEGER PRIMARY KEY,
            punch TEXT NOT NULL UNIQUE,
            device TEXT NOT NULL,
            counter INTEGER NOT NULL,
            sent_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX offline_punches_by_device ON offline_punches (device, counter);
        CREATE TRIGGER offline_punches_no_update BEFORE UPDATE ON offline_punches
        BEGIN SELECT RAISE(ABORT, 'punches are append-only'); END;
        CREATE TRIGGER offline_punches_no_delete BEFORE DELETE ON offline_punches
        BEGIN SELECT RAISE(ABORT, 'punches are append-only'); END;
        """
}
