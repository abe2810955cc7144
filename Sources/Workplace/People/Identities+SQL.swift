import Essentials
import OpenIDConnect
import SQLite

extension ReadTransaction {
    /// The person of an identity, and which of their grants came from groups.
    func person(of identity: ExternalIdentity) throws -> (person: PersonID, fromGroups: Set<RoleGrant>)? {
        let sql = "SELECT person, group_grants FROM identities WHERE issuer = ? AND subject = ?"
        return try connection.first(sql, identity.issuer, identity.subject) { row in
            try row.decoded(from: "identities", id: nil) { row in
                let texts = try row.text(1).split(separator: " ")
                let grants = texts.compactMap { RoleGrant(String($0)) }
                guard let person = PersonID(try row.text(0)), grants.count == texts.count else { return nil }
                return (person, Set(grants))
            }
        }
    }

    /// The people who sign in with a provider.
    func peopleWithIdentity() throws -> Set<PersonID> {
        let people = try connection.all("SELECT DISTINCT person FROM identities") {
            PersonID(try $0.text(0))
        }
        return Set(people.compactMap(\.self))
    }

    /// The sessions that a provider's logout ends.
    ///
    /// A session whose name at the provider is unknown ends with every logout of its person.
    func sessions(endedBy logout: LogoutToken) throws -> [(digest: [UInt8], owner: Session.Owner?)] {
        let sql = """
            SELECT token_digest, owner_kind, owner FROM sessions
            WHERE provider_issuer = ?1 AND (?2 IS NULL OR provider_subject = ?2)
                AND (?3 IS NULL OR provider_session = ?3 OR (provider_session IS NULL AND ?2 IS NOT NULL))
            """
        return try connection.all(
            sql, logout.issuer, SQLValue.text(logout.subject), SQLValue.text(logout.sessionID)
        ) { row in
            (try row.blob(0), Session.Owner(kind: try row.text(1), id: try row.text(2)))
        }
    }
}

extension WriteTransaction {
    /// Ties an identity to a person, and notes which of their grants came from groups.
    func put(
        _ identity: ExternalIdentity, of person: PersonID, fromGroups: Set<RoleGrant>, at time: Timestamp
    ) throws {
        try connection.execute(
            """
            INSERT INTO identities (issuer, subject, person, group_grants, added_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (issuer, subject) DO UPDATE SET group_grants = excluded.group_grants
            """, identity.issuer, identity.subject, person.rawValue, fromGroups.text,
            time.millisecondsSinceEpoch)
    }

    /// Remembers a provider's logout until it expires.
    ///
    /// - Returns: Whether it is new.
    func spend(_ logout: LogoutToken) throws -> Bool {
        let sql = "SELECT 1 FROM provider_logouts WHERE issuer = ? AND token_id = ?"
        let isKnown = try connection.first(sql, logout.issuer, logout.tokenID) { _ in true } ?? false
        guard !isKnown else { return false }
        try connection.execute(
            "INSERT INTO provider_logouts (issuer, token_id, expires_at) VALUES (?, ?, ?)", logout.issuer,
            logout.tokenID, logout.expiry.secondsSinceEpoch)
        return true
    }

    /// Forgets the logouts of providers that have expired by an instant.
    func removeProviderLogouts(expiredBy time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM provider_logouts WHERE expires_at < ?", time.millisecondsSinceEpoch / 1_000)
    }
}

extension SQLiteSchema {
    /// Who people are at providers, logouts that have come, and to which session at a provider a session belongs.
    static let identities = """
        CREATE TABLE identities (
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            person TEXT NOT NULL,
            group_grants TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identities_by_person ON identities (person);
        CREATE TABLE provider_logouts (
            issuer TEXT NOT NULL,
            token_id TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, token_id)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE sessions ADD COLUMN provider_issuer TEXT;
        ALTER TABLE sessions ADD COLUMN provider_subject TEXT;
        ALTER TABLE sessions ADD COLUMN provider_session TEXT;
        CREATE INDEX sessions_by_identity ON sessions (provider_issuer, provider_subject)
            WHERE provider_issuer IS NOT NULL;
        """
}
