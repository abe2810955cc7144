extension KeptSection {
    /// What the person published of cafés and sites, and the drafts that they changed last.
    static let cafeChanges = KeptSection(
        "cafe-changes", .account, by: "at", staysAfterErasure: true,
        [("what", .text), ("part", .text), ("revision", .number), ("at", .time)],
        sql: """
            SELECT origin AS what, part, revision, imported_at AS at FROM campus_revisions
                JOIN part_revisions ON revision = number WHERE published_by = ?1
            UNION ALL SELECT 'draft', part, NULL, changed_at FROM part_drafts WHERE changed_by = ?1
            ORDER BY 4
            """)
}
