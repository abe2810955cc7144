import Essentials
import SQLite

extension WriteTransaction {
    /// Stores that somebody read data about some people; looks at one's own data are left out.
    ///
    /// - Parameters:
    ///   - look: Who read what, and when.
    ///   - people: Whose data it was.
    /// - Throws: The store's own error.
    func insert(_ look: DataLook, at people: some Sequence<PersonID>) throws {
        for person in people where person != look.viewer { try insert(look, at: person.rawValue) }
    }

    /// Stores that somebody read data about everybody.
    func insertLookAtEverybody(_ look: DataLook) throws { try insert(look, at: "") }

    private func insert(_ look: DataLook, at person: String) throws {
        let time = look.time.millisecondsSinceEpoch
        try connection.execute(
            """
            INSERT INTO data_looks (person, viewer, what, hour, first_at, last_at, times)
            VALUES (?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (person, viewer, what, hour) DO UPDATE SET
                last_at = max(data_looks.last_at, excluded.last_at), times = data_looks.times + 1
            """, person, look.viewer.rawValue, look.subject.rawValue, time / 3_600_000, time, time)
    }

    /// Removes the looks at one person's data.
    func removeDataLooks(at person: PersonID) throws {
        try connection.execute("DELETE FROM data_looks WHERE person = ?", person.rawValue)
    }

    /// Removes the looks before an instant.
    func removeDataLooks(before time: Timestamp) throws {
        try connection.execute("DELETE FROM data_looks WHERE last_at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Who read data about whom; a look at everybody's has an empty person.
    static let dataLooks = """
        CREATE TABLE data_looks (
            person TEXT NOT NULL,
            viewer TEXT NOT NULL,
            what TEXT NOT NULL,
            hour INTEGER NOT NULL,
            first_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            times INTEGER NOT NULL,
            PRIMARY KEY (person, viewer, what, hour)
        ) STRICT, WITHOUT ROWID;
        """
}
