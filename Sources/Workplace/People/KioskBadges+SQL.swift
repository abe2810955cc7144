import Essentials
import SQLite

private let badgeColumns = "person, number, set_at, blocked_at"

extension ReadTransaction {
    /// A person's badge for kiosks.
    func kioskBadge(of person: PersonID) throws -> KioskBadge? {
        let sql = "SELECT \(badgeColumns) FROM kiosk_badges WHERE person = ?"
        return try connection.first(sql, person.rawValue) { row in
            try row.decoded(from: "kiosk_badges", id: person.rawValue) { try $0.kioskBadge() }
        }
    }

    /// The badge of a number, with the hash of its PIN.
    func kioskBadge(numbered number: String) throws -> (badge: KioskBadge, hash: String)? {
        let sql = "SELECT \(badgeColumns), pin_hash FROM kiosk_badges WHERE number = ?"
        return try connection.first(sql, number) { row in
            (try row.decoded(from: "kiosk_badges", id: nil) { try $0.kioskBadge() }, try row.text(4))
        }
    }
}

extension WriteTransaction {
    /// Stores a badge in place of the one that its person had.
    func put(_ badge: KioskBadge, hash: String) throws {
        try connection.execute(
            "DELETE FROM kiosk_badges WHERE person = ? OR number = ?", badge.person.rawValue, badge.number)
        try connection.execute(
            """
            INSERT INTO kiosk_badges (\(badgeColumns), pin_hash) VALUES (?, ?, ?, ?, ?)
            """, badge.person.rawValue, badge.number, badge.setAt.millisecondsSinceEpoch,
            badge.blockedAt?.millisecondsSinceEpoch, hash)
    }

    /// Updates since when a badge is blocked.
    func updateBlock(of badge: KioskBadge) throws {
        try connection.execute(
            "UPDATE kiosk_badges SET blocked_at = ? WHERE person = ?",
            badge.blockedAt?.millisecondsSinceEpoch, badge.person.rawValue)
    }

    /// Removes a person's badge.
    func removeKioskBadge(of person: PersonID) throws {
        try connection.execute("DELETE FROM kiosk_badges WHERE person = ?", person.rawValue)
    }
}

extension StoreRow {
    fileprivate func kioskBadge() throws -> KioskBadge? {
        guard let person = PersonID(try text(0)) else { return nil }
        return KioskBadge(
            person: person, number: try text(1), setAt: try timestamp(2), blockedAt: try optionalTimestamp(3))
    }
}

extension SQLiteSchema {
    /// Badges with which people pay at kiosks.
    static let kioskBadges = """
        -- A number is what a reader types; the PIN is there as a slow salted hash only.
        CREATE TABLE kiosk_badges (
            person TEXT PRIMARY KEY NOT NULL,
            number TEXT NOT NULL UNIQUE,
            set_at INTEGER NOT NULL,
            blocked_at INTEGER,
            pin_hash TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension RestoredCopy {
    /// Blocks all badges for kiosks, because some may have been lost and blocked after the backup.
    static let kioskBadges = """
        UPDATE kiosk_badges SET blocked_at = unixepoch() * 1000 WHERE blocked_at IS NULL
        """
}
