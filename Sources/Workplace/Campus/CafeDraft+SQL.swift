import Essentials
import JSON
import Ordering
import SQLite

/// A draft as the store has it.
struct StoredCafeDraft: Hashable, Sendable {
    /// The bytes of the part; `nil` without unpublished changes.
    let document: [UInt8]?
    let base: Int64
    let version: Int
    let change: CafeDraft.Change?
}

extension ReadTransaction {
    /// The draft of a café; version 0 before its first change.
    func cafeDraft(of cafe: CafeID) throws -> StoredCafeDraft {
        let sql = "SELECT document, base, version, changed_by, changed_at FROM cafe_drafts WHERE cafe = ?"
        return try connection.first(sql, cafe.rawValue) { row in
            let document = try row.optionalBlob(0)
            let change = CafeDraft.Change(
                person: try row.optionalText(3).flatMap { PersonID($0) }, time: try row.timestamp(4))
            return StoredCafeDraft(
                document: document, base: try row.int64(1), version: try row.int(2),
                change: document == nil ? nil : change)
        } ?? StoredCafeDraft(document: nil, base: 0, version: 0, change: nil)
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

    /// The parts that a café had, the latest first.
    func cafeRevisions(of cafe: CafeID, limit: Int) throws -> [CafeRevision] {
        let sql = """
            SELECT revision, imported_at, published_by, origin FROM cafe_revisions
            JOIN campus_revisions ON number = revision
            WHERE cafe = ? ORDER BY revision DESC LIMIT ?
            """
        return try connection.all(sql, cafe.rawValue, limit) { row in
            try row.decoded(from: "cafe_revisions", id: cafe.rawValue) { row in
                guard let origin = CafeRevision.Origin(rawValue: try row.text(3)) else { return nil }
                return CafeRevision(
                    number: try row.int64(0), time: try row.timestamp(1),
                    person: try row.optionalText(2).flatMap { PersonID($0) }, origin: origin)
            }
        }
    }

    /// Whether a campus revision brought a café another part.
    func hasCafeRevision(_ number: Int64, of cafe: CafeID) throws -> Bool {
        let sql = "SELECT 1 FROM cafe_revisions WHERE cafe = ? AND revision = ?"
        return try connection.first(sql, cafe.rawValue, number) { try $0.int(0) } != nil
    }
}

extension WriteTransaction {
    /// Stores a café's draft, or `nil` when its changes are published or discarded.
    ///
    /// The row stays with its version, so that a page with an old draft is never taken for one with the next.
    func setCafeDraft(
        _ document: [UInt8]?, base: Int64, of cafe: CafeID, version: Int, by person: PersonID,
        at time: Timestamp
    ) throws {
        try connection.execute(
            """
            INSERT INTO cafe_drafts (cafe, document, base, version, changed_by, changed_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (cafe) DO UPDATE SET document = excluded.document, base = excluded.base,
                version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at
            """, cafe.rawValue, document.map { SQLValue.blob($0) } ?? .null, base, version, person.rawValue,
            time.millisecondsSinceEpoch)
    }

    /// Records which cafés get another part with a campus revision.
    ///
    /// - Parameters:
    ///   - revision: The new revision.
    ///   - document: Its file.
    ///   - previous: The revision before; `nil` at the first.
    ///   - origin: How it comes.
    /// - Throws: The store's own error.
    func recordCafeRevisions(
        _ revision: Int64, document: JSONValue, after previous: CampusRevision?, origin: CafeRevision.Origin
    ) throws {
        let known = try previous.map { try JSONValue(parsing: $0.document) }
        for cafe in CafePart.cafes(in: document) {
            let before = known.flatMap { CafePart.part(of: cafe, in: $0) }
            if before == CafePart.part(of: cafe, in: document) { continue }
            if let previous, before != nil, try cafeRevisions(of: cafe, limit: 1).isEmpty {
                // It came before this list was kept.
                try insert(previous.number, of: cafe, origin: .imported)
            }
            try insert(revision, of: cafe, origin: before == nil ? .imported : origin)
        }
    }

    private func insert(_ revision: Int64, of cafe: CafeID, origin: CafeRevision.Origin) throws {
        try connection.execute(
            "INSERT INTO cafe_revisions (cafe, revision, origin) VALUES (?, ?, ?)", cafe.rawValue, revision,
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
}
