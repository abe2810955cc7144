import Essentials
import SQLite

extension KeptSection {
    /// What the person's pages were told in the last day.
    static let notices = KeptSection(
        "notices", .lasting(FeedEntry.retention), by: "at",
        [("number", .number), ("kind", .text), ("body", .json), ("at", .time)],
        sql: """
            SELECT number, kind, body, at FROM feed WHERE topic = 'person/' || ?1 ORDER BY number
            """)
}

extension WriteTransaction {
    // Entries stay, because a gap would hide a change from a reader who resumes.
    /// Blanks what the person's pages were told.
    func blankNotices(of person: PersonID) throws {
        try connection.execute(
            "UPDATE feed SET body = '{}' WHERE topic = ?", FeedTopic.person(person).text)
    }
}
