import Essentials
import SQLite

extension ReadTransaction {
    /// The session with a token's digest, also when it has expired.
    func session(tokenDigest: [UInt8]) throws -> Session? {
        let sql =
            "SELECT owner_kind, owner, anti_forgery_token, expires_at FROM sessions WHERE token_digest = ?"
        return try connection.first(sql, tokenDigest) { row in
            try row.decoded(from: "sessions", id: nil) { try $0.session(tokenDigest: tokenDigest) }
        }
    }
}

extension WriteTransaction {
    /// Inserts a new session.
    func insert(_ session: Session) throws {
        let (kind, owner) =
            switch session.owner {
            case .person(let person): ("person", person.rawValue)
            case .device(let device): ("device", device.rawValue)
            }
        try connection.execute(
            """
            INSERT INTO sessions (token_digest, owner_kind, owner, anti_forgery_token, expires_at)
            VALUES (?, ?, ?, ?, ?)
            """, session.tokenDigest, kind, owner, session.antiForgeryToken,
            session.expiresAt.millisecondsSinceEpoch)
    }

    /// Deletes a session, if it exists.
    func deleteSession(tokenDigest: [UInt8]) throws {
        try connection.execute("DELETE FROM sessions WHERE token_digest = ?", tokenDigest)
    }

    /// Deletes the sessions that have expired by an instant.
    func removeSessions(expiredBy time: Timestamp) throws {
        try connection.execute("DELETE FROM sessions WHERE expires_at <= ?", time.millisecondsSinceEpoch)
    }
}

extension Row {
    fileprivate func session(tokenDigest: [UInt8]) throws -> Session? {
        guard let owner = try sessionOwner() else { return nil }
        return Session(
            tokenDigest: tokenDigest, owner: owner, antiForgeryToken: try text(2), expiresAt: try timestamp(3)
        )
    }

    private func sessionOwner() throws -> Session.Owner? {
        switch try text(0) {
        case "person": PersonID(try text(1)).map(Session.Owner.person)
        case "device": DeviceID(try text(1)).map(Session.Owner.device)
        default: nil
        }
    }
}

extension SQLiteSchema {
    /// Sessions of people and devices.
    static let sessions = """
        CREATE TABLE sessions (
            token_digest BLOB PRIMARY KEY,
            owner_kind TEXT NOT NULL CHECK (owner_kind IN ('person', 'device')),
            owner TEXT NOT NULL,
            anti_forgery_token TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
