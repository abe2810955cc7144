import Essentials
import Pictures
import SQLite

extension ReadTransaction {
    /// A photo in the smallest size of at least a length, or in its largest one; `nil` when there is none.
    func picture(_ name: PictureID, side: Int) throws -> [UInt8]? {
        let sql = """
            SELECT content FROM picture_sizes WHERE picture = ?1
            ORDER BY side < ?2, CASE WHEN side < ?2 THEN -side ELSE side END LIMIT 1
            """
        return try connection.first(sql, name.rawValue, side) { try $0.blob(0) }
    }
}

extension WriteTransaction {
    /// Stores a photo; one that is there already stays, and is kept as if it were new.
    func addPicture(_ name: PictureID, _ sizes: [ReducedPicture.Size], at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO pictures (name, added_at, is_published) VALUES (?, ?, 0)
            ON CONFLICT (name) DO UPDATE SET added_at = excluded.added_at
            """, name.rawValue, time.millisecondsSinceEpoch)
        for size in sizes {
            try connection.execute(
                """
                INSERT INTO picture_sizes (picture, side, width, height, content) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (picture, side) DO NOTHING
                """, name.rawValue, size.side, size.width, size.height, size.webP)
        }
    }

    /// Removes a photo that was added before a time, and that no draft and no campus file since names.
    ///
    /// One photo at a time, because campus files are searched for its name. A photo that was published is needed for a
    /// return to that revision, and never looked for again.
    func removeUnusedPicture(addedBefore time: Timestamp) throws {
        let unnamed = """
            SELECT name, added_at FROM pictures WHERE is_published = 0 AND added_at < ?
                AND NOT EXISTS (SELECT 1 FROM part_drafts WHERE instr(document, CAST(name AS BLOB)) > 0)
            ORDER BY added_at LIMIT 1
            """
        let found = try connection.first(unnamed, time.millisecondsSinceEpoch) {
            (name: try $0.text(0), addedAt: try $0.int64(1))
        }
        guard let found else { return }
        let named = """
            SELECT 1 FROM campus_revisions WHERE instr(document, CAST(?1 AS BLOB)) > 0 AND number >=
                COALESCE((SELECT number FROM campus_revisions WHERE imported_at <= ?2 ORDER BY number DESC LIMIT 1), 0)
            LIMIT 1
            """
        let isNamed = try connection.first(named, found.name, found.addedAt) { try $0.int(0) } != nil
        if isNamed {
            try connection.execute("UPDATE pictures SET is_published = 1 WHERE name = ?", found.name)
        } else {
            try connection.execute("DELETE FROM picture_sizes WHERE picture = ?", found.name)
            try connection.execute("DELETE FROM pictures WHERE name = ?", found.name)
        }
    }
}

extension SQLiteSchema {
    /// Photos of dishes, named after their content, in the sizes that pages show.
    static let pictures = """
        CREATE TABLE pictures (
            name TEXT PRIMARY KEY,
            added_at INTEGER NOT NULL,
            is_published INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unpublished_pictures ON pictures (added_at) WHERE is_published = 0;
        CREATE TABLE picture_sizes (
            picture TEXT NOT NULL,
            side INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (picture, side)
        ) STRICT;
        """
}
