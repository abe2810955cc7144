import Essentials
import SQLite

extension ReadTransaction {
    /// The people and screens that pages changed.
    func directory() throws -> Directory {
        Directory(
            number: try directoryNumber(), people: try directoryEntries(), screens: try pairedScreens(),
            delegations: try approvalDelegations())
    }

    /// How often the directory has changed.
    func directoryNumber() throws -> Int64 {
        try connection.first("SELECT number FROM directory_changes") { try $0.int64(0) } ?? 0
    }

    private func directoryEntries() throws -> [Directory.Entry] {
        let sql = "SELECT person, name, grants, language, locale, is_suspended FROM people ORDER BY person"
        return try connection.all(sql) { row in
            try row.decoded(from: "people", id: nil) { try $0.directoryEntry() }
        }
    }

    private func pairedScreens() throws -> [PairedScreen] {
        let sql = """
            SELECT device, name, role, cafe, entrance, paired_by, paired_at, exit_code FROM screens
            WHERE revoked_at IS NULL ORDER BY device
            """
        return try connection.all(sql) { row in
            try row.decoded(from: "screens", id: try row.text(0)) { try $0.pairedScreen() }
        }
    }
}

extension WriteTransaction {
    /// Stores a person as a page left them.
    func put(_ entry: Directory.Entry, at time: Timestamp) throws {
        let grants = entry.grants.sorted().map(\.description).joined(separator: " ")
        try connection.execute(
            """
            INSERT INTO people (person, name, grants, language, locale, is_suspended, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET name = excluded.name, grants = excluded.grants,
                language = excluded.language, locale = excluded.locale,
                is_suspended = excluded.is_suspended, changed_at = excluded.changed_at
            """, entry.person.rawValue, entry.name, grants, entry.language.description,
            entry.locale.description, entry.isSuspended, time.millisecondsSinceEpoch)
        try countDirectoryChange()
    }

    /// Stores a paired screen.
    func insert(_ screen: PairedScreen) throws {
        try connection.execute(
            """
            INSERT INTO screens (device, name, role, cafe, entrance, paired_by, paired_at, exit_code)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, screen.id.rawValue, screen.name, screen.role.rawValue, screen.place.cafe?.rawValue,
            screen.place.entrance?.rawValue, screen.pairedBy.rawValue, screen.pairedAt.millisecondsSinceEpoch,
            screen.exitCode)
        try countDirectoryChange()
    }

    /// Takes a paired screen out of use.
    func revokeScreen(_ device: DeviceID, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE screens SET revoked_at = ? WHERE device = ? AND revoked_at IS NULL",
            time.millisecondsSinceEpoch, device.rawValue)
        try countDirectoryChange()
    }

    func countDirectoryChange() throws {
        try connection.execute("UPDATE directory_changes SET number = number + 1")
    }
}

extension StoreRow {
    fileprivate func directoryEntry() throws -> Directory.Entry? {
        let texts = try text(2).split(separator: " ")
        let grants = texts.compactMap { RoleGrant(String($0)) }
        guard let person = PersonID(try text(0)), grants.count == texts.count,
            let language = LanguageTag(try text(3)), let locale = LanguageTag(try text(4))
        else { return nil }
        return Directory.Entry(
            person: person, name: try text(1), grants: Set(grants), language: language, locale: locale,
            isSuspended: try bool(5))
    }

    fileprivate func pairedScreen() throws -> PairedScreen? {
        guard let id = DeviceID(try text(0)), let role = Role(rawValue: try text(2)),
            let place = try screenPlace(), let person = PersonID(try text(5))
        else { return nil }
        return PairedScreen(
            id: id, name: try text(1), role: role, place: place, pairedBy: person, pairedAt: try timestamp(6),
            exitCode: try optionalText(7))
    }

    private func screenPlace() throws -> ScreenPlace? {
        if let cafe = try optionalText(3) { return CafeID(cafe).map(ScreenPlace.cafe) }
        return try optionalText(4).flatMap { SpotID($0) }.map(ScreenPlace.entrance)
    }
}

extension SQLiteSchema {
    /// People and screens that pages changed, and how often they did.
    static let directory = """
        CREATE TABLE people (
            person TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            grants TEXT NOT NULL,
            language TEXT NOT NULL,
            locale TEXT NOT NULL,
            is_suspended INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE screens (
            device TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL,
            cafe TEXT NOT NULL,
            paired_by TEXT NOT NULL,
            paired_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE directory_changes (number INTEGER NOT NULL) STRICT;
        INSERT INTO directory_changes (number) VALUES (0);
        """

    /// Screens at entrances.
    ///
    /// Tablets that were paired as entrance tablets of a café did nothing yet; they show their code again. SQLite cannot drop
    /// a NOT NULL of a column, so the table is made again.
    static let screensAtEntrances = """
        ALTER TABLE screens RENAME TO screens_before;
        CREATE TABLE screens (
            device TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL,
            cafe TEXT,
            entrance TEXT,
            paired_by TEXT NOT NULL,
            paired_at INTEGER NOT NULL,
            revoked_at INTEGER,
            exit_code TEXT,
            CHECK ((cafe IS NULL) = (entrance IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO screens (device, name, role, cafe, paired_by, paired_at, revoked_at, exit_code)
        SELECT device, name, role, cafe, paired_by, paired_at, revoked_at, exit_code FROM screens_before
        WHERE role <> 'entrance';
        DROP TABLE screens_before;
        UPDATE directory_changes SET number = number + 1;
        """
}
