import SQLite

/// Checks one thing that must always hold in the file of a workplace.
///
/// Each slice declares the checks of its own tables in a file `…+Check.swift`; ``DatabaseVerification`` sets the order.
struct DatabaseCheck: Sendable {
    /// What a check found.
    enum Outcome: Hashable, Sendable {
        /// Everything is as it must be; with what was looked at.
        case sound(String)
        /// Something is wrong; with the first place. The sentence names no person.
        case damaged(String)
    }

    /// What is checked, in one word.
    let name: String
    /// Looks at the file; SQLite's errors are damage too.
    let run: @Sendable (StoreConnection) throws -> Outcome
}

extension DatabaseCheck {
    /// Every page, every index and every constraint of the file, by SQLite's own check.
    static let file = DatabaseCheck(name: "file") { connection in
        let found = try connection.first("PRAGMA integrity_check(1)") { try $0.text(0) } ?? "nothing"
        guard found != "ok" else {
            let pages = try connection.first("PRAGMA page_count") { try $0.int(0) } ?? 0
            return .sound("\(pages) pages")
        }
        // SQLite may put a heading in front of the place.
        let lines = found.split(separator: "\n").filter { !$0.hasPrefix("***") }
        return .damaged(lines.first.map(String.init) ?? found)
    }

    /// The version of the schema, which says whether this program can read the file.
    static let schema = DatabaseCheck(name: "schema") { connection in
        let newest = SQLiteSchema.migrations.last?.version ?? 0
        let found = try connection.schemaVersion()
        guard found > 0 else { return .damaged("the file is a database, but not one of Vicinity") }
        guard found <= newest else {
            return .damaged("version \(found), but this program knows only versions up to \(newest)")
        }
        return .sound(found == newest ? "version \(found)" : "version \(found); serving makes it \(newest)")
    }

    /// Rows that refer to rows of other tables.
    static let references = DatabaseCheck(name: "references") { connection in
        let broken = try connection.first("PRAGMA foreign_key_check") { (try $0.text(0), try $0.text(2)) }
        guard let (table, parent) = broken else { return .sound("no row refers to a missing one") }
        return .damaged("a row of \(table) refers to a missing row of \(parent)")
    }
}
