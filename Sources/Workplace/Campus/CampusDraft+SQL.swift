import Essentials
import JSON
import Ordering
import SQLite

/// A draft as the store has it.
struct StoredCampusDraft: Hashable, Sendable {
    /// The bytes of the part; `nil` without unpublished changes.
    let document: [UInt8]?
    let base: Int64
    let version: Int
    let change: CampusDraft.Change?
}

extension ReadTransaction {
    /// The draft of a part; version 0 before its first change.
    func draft(of part: CampusPart) throws -> StoredCampusDraft {
        let sql = "SELECT document, base, version, changed_by, changed_at FROM part_drafts WHERE part = ?"
        return try connection.first(sql, part.key) { row in
            let document = try row.optionalBlob(0)
            let change = CampusDraft.Change(
                person: try row.optionalText(3).flatMap { PersonID($0) }, time: try row.timestamp(4))
            return StoredCampusDraft(
                document: document, base: try row.int64(1), version: try row.int(2),
                change: document == nil ? nil : change)
        } ?? StoredCampusDraft(document: nil, base: 0, version: 0, change: nil)
    }

    /// A campus file by its number; `nil` when there is none.
    func campusRevision(_ number: Int64) throws -> CampusRevision? {
        try connection.first("SELECT number, document FROM campus_revisions WHERE number = ?", number) {
            row in
            try row.decoded(from: "campus_revisions", id: nil) {
                CampusRevision(number: try $0.int64(0), document: try $0.blob(1))
            }
        }
    }

    /// The publications of a part, the latest first.
    func revisions(of part: CampusPart, limit: Int) throws -> [PartRevision] {
        let sql = """
            SELECT revision, imported_at, published_by, origin FROM part_revisions
            JOIN campus_revisions ON number = revision
            WHERE part = ? ORDER BY revision DESC LIMIT ?
            """
        return try connection.all(sql, part.key, limit) { row in
            try row.decoded(from: "part_revisions", id: part.key) { row in
                guard let origin = PartRevision.Origin(rawValue: try row.text(3)) else { return nil }
                return PartRevision(
                    number: try row.int64(0), time: try row.timestamp(1),
                    person: try row.optionalText(2).flatMap { PersonID($0) }, origin: origin)
            }
        }
    }

}

extension WriteTransaction {
    /// Stores a draft, or `nil` when its changes are published or discarded.
    ///
    /// The row stays with its version, so that a page with an old draft is never taken for one with the next.
    func setDraft(
        _ document: [UInt8]?, base: Int64, of part: CampusPart, version: Int, by person: PersonID,
        at time: Timestamp
    ) throws {
        try connection.execute(
            """
            INSERT INTO part_drafts (part, document, base, version, changed_by, changed_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (part) DO UPDATE SET document = excluded.document, base = excluded.base,
                version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at
            """, part.key, document.map { SQLValue.blob($0) } ?? .null, base, version, person.rawValue,
            time.millisecondsSinceEpoch)
    }

    /// Records which parts a campus revision changes.
    ///
    /// - Parameters:
    ///   - revision: The new revision.
    ///   - document: Its file.
    ///   - previous: The revision before; `nil` at the first.
    ///   - origin: How it comes.
    /// - Throws: The store's own error.
    func recordRevisions(
        _ revision: Int64, document: JSONValue, after previous: CampusRevision?, origin: PartRevision.Origin
    ) throws {
        let known = try previous.map { try JSONValue(parsing: $0.document) }
        for part in CampusPart.all(in: document) {
            let before = known.flatMap { part.document(in: $0) }
            if before == part.document(in: document) { continue }
            if let previous, before != nil, try revisions(of: part, limit: 1).isEmpty {
                // It came before this list was kept.
                try insert(previous.number, of: part, origin: .imported)
            }
            try insert(revision, of: part, origin: before == nil ? .imported : origin)
        }
    }

    private func insert(_ revision: Int64, of part: CampusPart, origin: PartRevision.Origin) throws {
        try connection.execute(
            "INSERT INTO part_revisions (part, revision, origin) VALUES (?, ?, ?)", part.key, revision,
            origin.rawValue)
    }
}

extension SQLiteSchema {
    /// Drafts of cafés, and which revisions of the campus brought a café another part.
    static let cafeDrafts = """
        ALTER TABLE campus_revisions ADD COLUMN published_by TEXT;
        CREATE TABLE cafe_drafts (
            cafe TEXT PRIMARY KEY,
            document BLOB,
            base INTEGER NOT NULL,
            version INTEGER NOT NULL,
            changed_by TEXT,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE cafe_revisions (
            cafe TEXT NOT NULL,
            revision INTEGER NOT NULL,
            origin TEXT NOT NULL CHECK (origin = 'imported' OR origin = 'published' OR origin = 'returned'),
            PRIMARY KEY (cafe, revision)
        ) STRICT, WITHOUT ROWID;
        """

    /// Drafts of sites beside those of cafés: both are parts of the campus file.
    static let partDrafts = """
        ALTER TABLE cafe_drafts RENAME TO part_drafts;
        ALTER TABLE part_drafts RENAME COLUMN cafe TO part;
        UPDATE part_drafts SET part = 'cafe/' || part;
        ALTER TABLE cafe_revisions RENAME TO part_revisions;
        ALTER TABLE part_revisions RENAME COLUMN cafe TO part;
        UPDATE part_revisions SET part = 'cafe/' || part;
        """
}
