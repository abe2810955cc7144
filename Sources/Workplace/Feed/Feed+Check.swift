import SQLite

extension DatabaseCheck {
    /// No number is missing among the entries of the feed, except those that a later entry superseded.
    static let feed = DatabaseCheck(name: "feed") { connection in
        let lastGap = """
            SELECT number FROM feed AS entry
            WHERE number < (SELECT max(number) FROM feed)
            AND NOT EXISTS (SELECT 1 FROM feed WHERE number = entry.number + 1)
            ORDER BY number DESC LIMIT 1
            """
        let kinds = SupersedingChange.allCases.map { "kind = '\($0.rawValue)'" }.joined(separator: " OR ")
        let laterOne = "SELECT 1 FROM feed WHERE number > ? AND (\(kinds)) LIMIT 1"
        // An entry supersedes only earlier ones, so the last of them is after every gap.
        if let number = try connection.first(lastGap, row: { try $0.int64(0) }),
            try connection.first(laterOne, number, row: { _ in }) == nil
        {
            return .damaged("the entry after number \(number) is missing")
        }
        let count = try connection.first("SELECT count(*) FROM feed") { try $0.int(0) } ?? 0
        return .sound(count == 1 ? "1 entry" : "\(count) entries")
    }
}
