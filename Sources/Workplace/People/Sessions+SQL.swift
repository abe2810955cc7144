import Essentials
import OpenIDConnect
import SQLite

extension ReadTransaction {
    /// The session with a token's digest, also when it has expired.
    func session(tokenDigest: [UInt8]) throws -> Session? {
        try connection.first("SELECT \(sessionColumns) FROM sessions WHERE token_digest = ?", tokenDigest) {
            row in try row.decoded(from: "sessions", id: nil) { try $0.session() }
        }
    }

    /// The sessions of an owner that have not expired, the latest first, each with the time of its last request.
    func sessions(of owner: Session.Owner, at time: Timestamp) throws -> [(
        session: Session, usedAt: Timestamp
    )] {
        let sql = """
            SELECT \(sessionColumns), used_at FROM sessions
            WHERE owner_kind = ? AND owner = ? AND expires_at > ? ORDER BY opened_at DESC, token_digest
            """
        let (kind, id) = owner.columns
        return try connection.all(sql, kind, id, time.millisecondsSinceEpoch) { row in
            let session = try row.decoded(from: "sessions", id: nil) { try $0.session() }
            return (session, try row.timestamp(13))
        }
    }

    /// Whether a person has a session that was opened from an address.
    func hasSession(of person: PersonID, from address: String) throws -> Bool {
        let sql = "SELECT 1 FROM sessions WHERE owner_kind = 'person' AND owner = ? AND address = ? LIMIT 1"
        return try connection.first(sql, person.rawValue, address) { _ in true } ?? false
    }
}

private let sessionColumns = """
    token_digest, owner_kind, owner, anti_forgery_token, opened_at, expires_at, method, proved_at, address, program,
    provider_issuer, provider_subject, provider_session
    """

extension WriteTransaction {
    /// Inserts a new session.
    func insert(_ session: Session) throws {
        let (kind, owner) = session.owner.columns
        try connection.execute(
            """
            INSERT INTO sessions (token_digest, owner_kind, owner, anti_forgery_token, opened_at, expires_at,
                method, proved_at, address, program, provider_issuer, provider_subject, provider_session, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, session.tokenDigest, kind, owner, session.antiForgeryToken,
            session.openedAt.millisecondsSinceEpoch, session.expiresAt.millisecondsSinceEpoch,
            session.method.rawValue, session.provedAt.millisecondsSinceEpoch, session.origin.address,
            session.origin.program, SQLValue.text(session.provider?.identity.issuer),
            SQLValue.text(session.provider?.identity.subject), SQLValue.text(session.provider?.sessionID),
            session.openedAt.millisecondsSinceEpoch)
    }

    /// Notes that the owner of a session showed who they are once more.
    func setProof(of tokenDigest: [UInt8], at time: Timestamp) throws {
        try connection.execute(
            "UPDATE sessions SET proved_at = ? WHERE token_digest = ?", time.millisecondsSinceEpoch,
            tokenDigest)
    }

    /// Notes when a session sent its last request.
    func setUse(of tokenDigest: [UInt8], at time: Timestamp) throws {
        try connection.execute(
            "UPDATE sessions SET used_at = ? WHERE token_digest = ?", time.millisecondsSinceEpoch, tokenDigest
        )
    }

    /// Deletes a session, if it exists.
    func deleteSession(tokenDigest: [UInt8]) throws {
        connection.notifyOfEndedSessions()
        try connection.execute("DELETE FROM sessions WHERE token_digest = ?", tokenDigest)
    }

    /// Deletes the sessions of an owner, but for one that may stay.
    ///
    /// - Returns: The digests of the tokens of those that are deleted.
    func deleteSessions(of owner: Session.Owner, except kept: [UInt8]?) throws -> [[UInt8]] {
        let (kind, id) = owner.columns
        let sql = "SELECT token_digest FROM sessions WHERE owner_kind = ? AND owner = ?"
        let digests = try connection.all(sql, kind, id) { try $0.blob(0) }.filter { $0 != kept }
        for digest in digests { try deleteSession(tokenDigest: digest) }
        return digests
    }

    /// Deletes the sessions that have expired by an instant.
    func removeSessions(expiredBy time: Timestamp) throws {
        try connection.execute("DELETE FROM sessions WHERE expires_at <= ?", time.millisecondsSinceEpoch)
    }
}

extension Session.Owner {
    /// The kind and the identifier as columns of a table.
    var columns: (kind: String, id: String) {
        switch self {
        case .person(let person): ("person", person.rawValue)
        case .device(let device): ("device", device.rawValue)
        }
    }

    /// Reads the columns; `nil` for an unknown kind and a malformed identifier.
    init?(kind: String, id: String) {
        switch kind {
        case "person":
            guard let person = PersonID(id) else { return nil }
            self = .person(person)
        case "device":
            guard let device = DeviceID(id) else { return nil }
            self = .device(device)
        default: return nil
        }
    }
}

extension StoreRow {
    fileprivate func session() throws -> Session? {
        guard let owner = Session.Owner(kind: try text(1), id: try text(2)),
            let method = Session.Method(rawValue: try text(6))
        else { return nil }
        return Session(
            tokenDigest: try blob(0), owner: owner, antiForgeryToken: try text(3), openedAt: try timestamp(4),
            expiresAt: try timestamp(5), method: method, provedAt: try timestamp(7),
            origin: ClientOrigin(address: try text(8), program: try text(9)),
            provider: try providerSession())
    }

    private func providerSession() throws -> ProviderSession? {
        guard let issuer = try optionalText(10), let subject = try optionalText(11) else { return nil }
        return ProviderSession(
            identity: ExternalIdentity(issuer: issuer, subject: subject), sessionID: try optionalText(12))
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

    /// When, how and where a session was opened.
    ///
    /// Earlier sessions were all opened in the demo.
    static let sessionOrigins = """
        ALTER TABLE sessions ADD COLUMN opened_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'demo';
        ALTER TABLE sessions ADD COLUMN proved_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
        ALTER TABLE sessions ADD COLUMN program TEXT NOT NULL DEFAULT '';
        CREATE INDEX sessions_by_owner ON sessions (owner_kind, owner);
        """
}

extension RestoredCopy {
    /// Ends all sessions: some may have been ended after the backup.
    static let sessions = "DELETE FROM sessions"
}
