import Essentials
import Ordering
import SQLite

extension ReadTransaction {
    /// The announced practices, the earliest first.
    func dataAnnouncements() throws -> [DataAnnouncement] {
        let sql =
            "SELECT practice, holds_from, announced_at FROM data_announcements ORDER BY holds_from, practice"
        return try connection.all(sql) { row in
            try row.decoded(from: "data_announcements", id: try row.text(0)) { row in
                guard let practice = DataPractice(try row.text(0)) else { return nil }
                return DataAnnouncement(
                    practice: practice, holdsFrom: try row.timestamp(1), announcedAt: try row.timestamp(2))
            }
        }
    }

    /// For how many days names stay with orders; `nil` before a server has stored it.
    func nameDays() throws -> Int? { try connection.first("SELECT days FROM name_days") { try $0.int(0) } }

    /// For how many days names stay with orders now, given the configured number.
    ///
    /// A longer configured time applies only after its announcement has become due.
    func nameDays(configured days: Int, at time: Timestamp) throws -> Int {
        guard let known = try nameDays(), known < days else { return days }
        let announced = try dataAnnouncements().first { $0.practice == .keepsNames(days: days) }
        return announced.map { $0.holdsFrom <= time ? days : known } ?? known
    }

    /// The people whom practices affect.
    fileprivate func people(
        affectedBy practices: some Sequence<DataPractice>, on campus: Campus
    ) throws -> Set<PersonID> {
        let present = Set(campus.people.lazy.filter { !$0.isSuspended }.map(\.id))
        var affected: Set<PersonID> = []
        for practice in practices {
            switch practice.purpose {
            case .following: affected.formUnion(try persons("SELECT person FROM following"))
            case .reminders:
                affected.formUnion(try persons("SELECT person FROM reminder_settings WHERE is_on = 1"))
            case nil: return present
            }
        }
        return affected.intersection(present)
    }

    private func persons(_ sql: String) throws -> [PersonID] {
        try connection.all(sql) { PersonID(try $0.text(0)) }.compactMap { $0 }
    }
}

extension WriteTransaction {
    /// Announces practices to the affected people; a practice that was announced before keeps its time.
    ///
    /// Without affected people nothing is stored, because later ones would not have heard of it.
    ///
    /// - Returns: The time from which all of them may be in force; the present time when they affect nobody.
    func announce(
        _ practices: Set<DataPractice>, on campus: Campus, at time: Timestamp
    ) throws -> Timestamp {
        let known = Dictionary(
            uniqueKeysWithValues: try dataAnnouncements().map { ($0.practice, $0.holdsFrom) })
        let added = practices.subtracting(known.keys)
        let affected = try people(affectedBy: added, on: campus)
        let before = practices.compactMap { known[$0] }.reduce(time, max)
        guard !affected.isEmpty else { return before }
        let holdsFrom = time.advanced(by: DataAnnouncementService.lead)
        for practice in added {
            try connection.execute(
                "INSERT INTO data_announcements (practice, holds_from, announced_at) VALUES (?, ?, ?)",
                practice.description, holdsFrom.millisecondsSinceEpoch, time.millisecondsSinceEpoch)
        }
        for person in affected.sorted(by: { $0.rawValue < $1.rawValue }) {
            try notify(person, .collectionChanges, about: .dataCollection(from: holdsFrom), at: time)
        }
        return max(before, holdsFrom)
    }

    /// Tells a person who turns a purpose on what is announced about it, so that they consent to that too.
    func tellAnnounced(_ purpose: DataPractice.Purpose, to person: PersonID, at time: Timestamp) throws {
        let announced = try dataAnnouncements().filter { $0.practice.purpose == purpose }
        guard let holdsFrom = announced.map(\.holdsFrom).min() else { return }
        try notify(person, .collectionChanges, about: .dataCollection(from: max(holdsFrom, time)), at: time)
    }

    /// Refuses a campus with practices that were not announced early enough.
    ///
    /// - Parameters:
    ///   - campus: The new campus.
    ///   - previous: The campus in force; `nil` for the first campus, which needs no announcement.
    ///   - isToldOtherwise: Whether people were informed in another way.
    ///   - time: The present time.
    /// - Throws: ``DataAnnouncementRefusal``, or the store's own error.
    func requireAnnouncement(
        of campus: Campus, after previous: Campus?, isToldOtherwise: Bool, at time: Timestamp
    ) throws {
        guard let previous else { return }
        let present = previous.dataPractices
        let practices = campus.dataPractices
        let added = practices.filter { practice in !present.contains { practice.isCovered(by: $0) } }
        guard !added.isEmpty else { return }
        let announced = Dictionary(
            uniqueKeysWithValues: try dataAnnouncements().map { ($0.practice, $0.holdsFrom) })
        let waiting = added.filter { practice in announced[practice].map { $0 > time } ?? true }
        let affected =
            waiting.isEmpty
            ? [] : try people(affectedBy: waiting, on: campus.changed(by: try directory()))
        guard isToldOtherwise || affected.isEmpty else {
            let times = waiting.map { announced[$0] }
            throw DataAnnouncementRefusal.unannounced(
                practices: waiting.sorted { $0.description < $1.description }, people: affected.count,
                holdsFrom: times.contains(nil) ? nil : times.compactMap { $0 }.max())
        }
        // The practices are in force from now on. If one is removed and added again, it must be announced again.
        for practice in added { try removeDataAnnouncement(of: practice) }
    }

    /// Removes an announcement whose practice is in force or was given up.
    func removeDataAnnouncement(of practice: DataPractice) throws {
        try connection.execute(
            "DELETE FROM data_announcements WHERE practice = ?", practice.description)
    }

    /// Removes announcements that have expired.
    func removeDataAnnouncements(before time: Timestamp) throws {
        // A longer time for names takes effect without a publication, so its announcement does not expire.
        try connection.execute(
            "DELETE FROM data_announcements WHERE holds_from < ? AND practice NOT LIKE 'keeps-names/%'",
            time.millisecondsSinceEpoch)
    }

    /// Sets for how many days names stay with orders.
    func setNameDays(_ days: Int) throws {
        try connection.execute(
            "INSERT INTO name_days (id, days) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET days = excluded.days",
            days)
    }
}

extension SQLiteSchema {
    /// The announced practices, and for how long names stay with orders.
    static let dataAnnouncements = """
        CREATE TABLE data_announcements (
            practice TEXT PRIMARY KEY,
            holds_from INTEGER NOT NULL,
            announced_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE name_days (id INTEGER PRIMARY KEY CHECK (id = 1), days INTEGER NOT NULL) STRICT;
        """
}
