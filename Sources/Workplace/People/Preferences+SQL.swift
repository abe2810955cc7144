import Essentials
import JSON
import SQLite

extension ReadTransaction {
    /// A person's preferences.
    func preferences(of person: PersonID) throws -> Preferences {
        try connection.first("SELECT document FROM preferences WHERE person = ?", person.rawValue) { row in
            try row.decoded(from: "preferences", id: nil) { Preferences(try $0.text(0)) }
        } ?? Preferences()
    }
}

extension WriteTransaction {
    /// Stores a person's preferences; without a choice nothing is kept.
    func set(_ preferences: Preferences, of person: PersonID, at time: Timestamp) throws {
        guard !preferences.members.members.isEmpty else { return try removePreferences(of: person) }
        let document = String(decoding: preferences.document.bytes, as: UTF8.self)
        try connection.execute(
            """
            INSERT INTO preferences (person, document, changed_at) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at
            """, person.rawValue, document, time.millisecondsSinceEpoch)
    }

    /// Removes a person's preferences.
    func removePreferences(of person: PersonID) throws {
        try connection.execute("DELETE FROM preferences WHERE person = ?", person.rawValue)
    }
}

extension SQLiteSchema {
    /// What people chose for their pages, as JSON.
    static let preferences = """
        CREATE TABLE preferences (
            person TEXT PRIMARY KEY NOT NULL,
            document TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
