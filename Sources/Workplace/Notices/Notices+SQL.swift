import Essentials
import JSON
import SQLite

extension ReadTransaction {
    /// A person's notices, the last first; withdrawn ones are not among them.
    func notices(of person: PersonID, limit: Int) throws -> [Notice] {
        let sql = """
            SELECT id, person, kind, subject, version, at, read_at FROM notices
            WHERE person = ? AND withdrawn_at IS NULL ORDER BY at DESC, number DESC LIMIT ?
            """
        return try connection.all(sql, person.rawValue, limit) { try $0.decodedNotice() }
    }

    /// How many of a person's notices are not read.
    func unreadNoticeCount(of person: PersonID) throws -> Int {
        let sql = """
            SELECT count(*) FROM notices WHERE person = ? AND read_at IS NULL AND withdrawn_at IS NULL
            """
        return try connection.first(sql, person.rawValue) { try $0.int(0) } ?? 0
    }

    /// A notice; `nil` when it is withdrawn or unknown.
    func notice(_ id: NoticeID) throws -> Notice? {
        let sql = """
            SELECT id, person, kind, subject, version, at, read_at FROM notices
            WHERE id = ? AND withdrawn_at IS NULL
            """
        return try connection.first(sql, id.rawValue) { try $0.decodedNotice() }
    }

    /// A person's notice with a tag; `nil` when it is withdrawn or there was none.
    func notice(tagged tag: String, of person: PersonID) throws -> Notice? {
        let sql = """
            SELECT id, person, kind, subject, version, at, read_at FROM notices
            WHERE person = ? AND tag = ? AND withdrawn_at IS NULL
            """
        return try connection.first(sql, person.rawValue, tag) { try $0.decodedNotice() }
    }

    /// How notices reach a person.
    func noticeSettings(of person: PersonID) throws -> NoticeSettings {
        try connection.first("SELECT document FROM notice_settings WHERE person = ?", person.rawValue) {
            row in
            try row.decoded(from: "notice_settings", id: nil) { NoticeSettings(stored: try $0.text(0)) }
        } ?? NoticeSettings()
    }
}

extension StoreRow {
    /// A notice of the columns `id, person, kind, subject, version, at, read_at`.
    fileprivate func decodedNotice() throws -> Notice {
        try decoded(from: "notices", id: try text(0)) { row -> Notice? in
            guard let id = NoticeID(try row.text(0)), let person = PersonID(try row.text(1)),
                let kind = NoticeKind(rawValue: try row.text(2)),
                let subject = NoticeSubject(stored: try row.text(3))
            else { return nil }
            return Notice(
                id: id, person: person, kind: kind, subject: subject, version: try row.int(4),
                time: try row.timestamp(5), readAt: try row.optionalTimestamp(6))
        }
    }
}

extension WriteTransaction {
    /// Stores a notice in place of the one with the same tag.
    func put(_ notice: Notice) throws {
        try connection.execute(
            """
            INSERT INTO notices (id, person, kind, tag, subject, version, at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (person, tag) DO UPDATE SET
                kind = excluded.kind, subject = excluded.subject, version = excluded.version, at = excluded.at,
                read_at = NULL, withdrawn_at = NULL
            """, notice.id.rawValue, notice.person.rawValue, notice.kind.rawValue, notice.subject.tag,
            notice.subject.stored, notice.version, notice.time.millisecondsSinceEpoch)
    }

    /// The identifier and the version of the notice with a tag, also when it is withdrawn.
    func lastNotice(tagged tag: String, of person: PersonID) throws -> (id: NoticeID, version: Int)? {
        let sql = "SELECT id, version FROM notices WHERE person = ? AND tag = ?"
        return try connection.first(sql, person.rawValue, tag) { row in
            try row.decoded(from: "notices", id: try row.text(0)) { row in
                guard let id = NoticeID(try row.text(0)) else { return nil }
                return (id, try row.int(1))
            }
        }
    }

    /// Withdraws a notice, so that it is neither shown nor sent any more.
    ///
    /// - Returns: Whether there was one.
    func withdrawNotice(tagged tag: String, of person: PersonID, at time: Timestamp) throws -> Bool {
        try connection.execute(
            """
            UPDATE notices SET withdrawn_at = ? WHERE person = ? AND tag = ? AND withdrawn_at IS NULL
            """, time.millisecondsSinceEpoch, person.rawValue, tag)
        return try connection.changedRows > 0
    }

    /// Marks a notice as read.
    func markRead(_ notice: NoticeID, of person: PersonID, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE notices SET read_at = ? WHERE id = ? AND person = ? AND read_at IS NULL",
            time.millisecondsSinceEpoch, notice.rawValue, person.rawValue)
    }

    /// Marks a person's notices up to an instant as read.
    func markAllRead(of person: PersonID, upTo last: Timestamp, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE notices SET read_at = ? WHERE person = ? AND read_at IS NULL AND at <= ?",
            time.millisecondsSinceEpoch, person.rawValue, last.millisecondsSinceEpoch)
    }

    /// Stores how notices reach a person.
    func set(_ settings: NoticeSettings, of person: PersonID, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO notice_settings (person, document, changed_at) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at
            """, person.rawValue, String(decoding: settings.document.bytes, as: UTF8.self),
            time.millisecondsSinceEpoch)
    }

    /// Removes old notices.
    func removeNotices(before time: Timestamp) throws {
        try connection.execute("DELETE FROM notices WHERE at < ?", time.millisecondsSinceEpoch)
        try connection.execute(
            "DELETE FROM removed_browsers WHERE removed_at < ?", time.millisecondsSinceEpoch)
    }

    /// Removes what is kept of a person's notices and channels.
    func removeNotices(of person: PersonID) throws {
        for table in [
            "notices", "notice_settings", "notice_channels", "notice_deliveries", "removed_browsers",
        ] {
            try connection.execute("DELETE FROM \(table) WHERE person = ?", person.rawValue)
        }
        // Events for webhooks name the person by identifier.
        try connection.execute(
            "DELETE FROM webhook_deliveries WHERE json_extract(data, '$.person') = ?", person.rawValue)
    }
}

extension SQLiteSchema {
    /// Notices, settings, channels, and deliveries that wait or have ended.
    static let notices = """
        -- One row for one meaning: a later notice with the same tag takes the place of the earlier one.
        CREATE TABLE notices (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            kind TEXT NOT NULL,
            tag TEXT NOT NULL,
            subject TEXT NOT NULL,
            version INTEGER NOT NULL,
            at INTEGER NOT NULL,
            read_at INTEGER,
            withdrawn_at INTEGER,
            UNIQUE (person, tag)
        ) STRICT;
        CREATE INDEX notices_of_person ON notices (person, at, number);
        CREATE INDEX notices_by_age ON notices (at);

        CREATE TABLE notice_settings (
            person TEXT PRIMARY KEY NOT NULL,
            document TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notice_channels (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            kind TEXT NOT NULL,
            -- The URL or the e-mail address, and what else the kind needs, as JSON.
            address TEXT NOT NULL,
            secret TEXT NOT NULL,
            label TEXT NOT NULL,
            since INTEGER NOT NULL,
            proof_at INTEGER,
            failure TEXT,
            UNIQUE (person, kind, address)
        ) STRICT;
        CREATE INDEX notice_channels_by_address ON notice_channels (kind, address);

        -- Browsers that a person removed from another device: they must not register again by themselves.
        CREATE TABLE removed_browsers (
            person TEXT NOT NULL,
            digest TEXT NOT NULL,
            removed_at INTEGER NOT NULL,
            PRIMARY KEY (person, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX removed_browsers_by_age ON removed_browsers (removed_at);

        -- A row without a channel is a notice whose channels are not chosen yet. A row without a due time has ended.
        CREATE TABLE notice_deliveries (
            number INTEGER PRIMARY KEY,
            person TEXT NOT NULL,
            notice TEXT NOT NULL,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL,
            step TEXT,
            channel TEXT,
            host TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            began_at INTEGER NOT NULL,
            due_at INTEGER,
            ended_at INTEGER,
            outcome TEXT
        ) STRICT;
        CREATE INDEX notice_deliveries_due ON notice_deliveries (host, due_at, number) WHERE due_at IS NOT NULL;
        CREATE INDEX notice_deliveries_of_notice ON notice_deliveries (notice, version);
        CREATE INDEX notice_deliveries_of_person ON notice_deliveries (person);
        CREATE INDEX notice_deliveries_by_end ON notice_deliveries (ended_at) WHERE ended_at IS NOT NULL;

        -- The key with which this server signs its pushes; browsers that subscribed to another one are lost.
        CREATE TABLE push_keys (
            number INTEGER PRIMARY KEY,
            private_key BLOB NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT;
        """
}

extension NoticeSettings {
    /// Reads stored settings; `nil` for any other text.
    fileprivate init?(stored text: String) {
        let settings: NoticeSettings?
        do { settings = try JSONValue(parsing: Array(text.utf8)).read { NoticeSettings($0) } } catch {
            return nil
        }
        guard let settings else { return nil }
        self = settings
    }
}
