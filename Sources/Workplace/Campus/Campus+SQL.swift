import Essentials
import SQLite

extension ReadTransaction {
    /// The campus file in force; `nil` before the first import.
    func campusRevision() throws -> CampusRevision? {
        try connection.first("SELECT number, document FROM campus_revisions ORDER BY number DESC LIMIT 1") {
            row in
            try row.decoded(from: "campus_revisions", id: nil) {
                CampusRevision(number: try $0.int64(0), document: try $0.blob(1))
            }
        }
    }

    /// The number of the campus revision in force; 0 before the first import.
    func campusRevisionNumber() throws -> Int64 {
        try connection.first("SELECT number FROM campus_revisions ORDER BY number DESC LIMIT 1") {
            try $0.int64(0)
        } ?? 0
    }
}

extension WriteTransaction {
    /// Puts a campus file in force.
    ///
    /// - Parameters:
    ///   - campusDocument: The file's bytes.
    ///   - time: When.
    ///   - person: Who publishes it from a page; `nil` for an import by the operator.
    /// - Returns: The number of the new revision.
    /// - Throws: The store's own error.
    func append(
        campusDocument: [UInt8], at time: Timestamp, by person: PersonID? = nil
    ) throws -> Int64 {
        try connection.insert(
            "INSERT INTO campus_revisions (document, imported_at, published_by) VALUES (?, ?, ?)",
            numbered: """
                INSERT INTO campus_revisions (number, document, imported_at, published_by) VALUES (?, ?, ?, ?)
                """,
            arguments: [.blob(campusDocument), .time(time), .text(person?.rawValue)])
    }
}

extension SQLiteSchema {
    /// Imported campus files.
    static let campus = """
        CREATE TABLE campus_revisions (
            number INTEGER PRIMARY KEY,
            document BLOB NOT NULL,
            imported_at INTEGER NOT NULL
        ) STRICT;
        """
}
