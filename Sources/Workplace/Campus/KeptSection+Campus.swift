extension KeptSection {
    /// What the person published of cafés, and the drafts that they changed last.
    static let cafeChanges = KeptSection(
        "cafe-changes", .account, by: "at", staysAfterErasure: true,
        [("what", .text), ("cafe", .text), ("revision", .number), ("at", .time)],
        sql: """
            SELECT origin AS what, cafe, revision, imported_at AS at FROM campus_revisions
                JOIN cafe_revisions ON revision = number WHERE published_by = ?1
            UNION ALL SELECT 'draft', cafe, NULL, changed_at FROM cafe_drafts WHERE changed_by = ?1
            ORDER BY 4
            """)
}
