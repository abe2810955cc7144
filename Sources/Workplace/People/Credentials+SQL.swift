import Essentials
import SQLite

extension ReadTransaction {
    /// The person of a sign-in name, with the hash of their password if they have one.
    func account(named name: SignInName) throws -> (person: PersonID, hash: String?)? {
        let sql = """
            SELECT accounts.person, passwords.hash FROM accounts
            LEFT JOIN passwords ON passwords.person = accounts.person WHERE accounts.name = ?
            """
        return try connection.first(sql, name.text) { row in
            (try row.decoded(from: "accounts", id: nil) { PersonID(try $0.text(0)) }, try row.optionalText(1))
        }
    }

    /// The sign-in name of a person; `nil` for a person without an account.
    func signInName(of person: PersonID) throws -> SignInName? {
        try connection.first("SELECT name FROM accounts WHERE person = ?", person.rawValue) {
            SignInName(try $0.text(0))
        } ?? nil
    }

    /// The hash of a person's password.
    func passwordHash(of person: PersonID) throws -> String? {
        try connection.first("SELECT hash FROM passwords WHERE person = ?", person.rawValue) {
            try $0.text(0)
        }
    }

    /// The people who have a way to sign in: a password or a passkey.
    func peopleWithWayIn() throws -> Set<PersonID> {
        let sql = "SELECT person FROM passwords UNION SELECT person FROM passkeys"
        let people = try connection.all(sql) { PersonID(try $0.text(0)) }
        return Set(people.compactMap(\.self))
    }

    /// The sign-in names of all people who have one.
    func signInNames() throws -> [PersonID: SignInName] {
        let rows = try connection.all("SELECT person, name FROM accounts") { row in
            (PersonID(try row.text(0)), SignInName(try row.text(1)))
        }
        return Dictionary(
            rows.compactMap { person, name in
                guard let person, let name else { return nil }
                return (person, name)
            }
        ) { first, _ in first }
    }

    /// The invitation of a link's token, also when it has expired.
    func invitation(tokenDigest: [UInt8]) throws -> Invitation? {
        let sql = "SELECT person, expires_at FROM invitations WHERE token_digest = ?"
        return try connection.first(sql, tokenDigest) { row in
            try row.decoded(from: "invitations", id: nil) { row in
                guard let person = PersonID(try row.text(0)) else { return nil }
                return Invitation(person: person, expiresAt: try row.timestamp(1))
            }
        }
    }

    /// The people who have an invitation that has not expired.
    func invitedPeople(at time: Timestamp) throws -> Set<PersonID> {
        let sql = "SELECT person FROM invitations WHERE expires_at > ?"
        let people = try connection.all(sql, time.millisecondsSinceEpoch) { PersonID(try $0.text(0)) }
        return Set(people.compactMap(\.self))
    }
}

extension WriteTransaction {
    /// Gives a person a sign-in name in place of the one they had.
    func setSignInName(of person: PersonID, to name: SignInName) throws {
        try connection.execute(
            """
            INSERT INTO accounts (person, name) VALUES (?, ?)
            ON CONFLICT (person) DO UPDATE SET name = excluded.name
            """, person.rawValue, name.text)
    }

    /// Gives a person a password in place of the one they had.
    func setPassword(of person: PersonID, hash: String, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO passwords (person, hash, changed_at) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at
            """, person.rawValue, hash, time.millisecondsSinceEpoch)
    }

    /// Stores an invitation in place of those that the person has.
    func insert(_ invitation: Invitation, tokenDigest: [UInt8]) throws {
        try removeInvitations(of: invitation.person)
        try connection.execute(
            "INSERT INTO invitations (token_digest, person, expires_at) VALUES (?, ?, ?)", tokenDigest,
            invitation.person.rawValue, invitation.expiresAt.millisecondsSinceEpoch)
    }

    /// Removes a person's invitations.
    func removeInvitations(of person: PersonID) throws {
        try connection.execute("DELETE FROM invitations WHERE person = ?", person.rawValue)
    }

    /// Removes the invitations that have expired by an instant.
    func removeInvitations(expiredBy time: Timestamp) throws {
        try connection.execute("DELETE FROM invitations WHERE expires_at <= ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// How people sign in: names, hashes of passwords, and links that set a password.
    static let credentials = """
        CREATE TABLE accounts (
            person TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE passwords (
            person TEXT PRIMARY KEY,
            hash TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE invitations (
            token_digest BLOB PRIMARY KEY,
            person TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension RestoredCopy {
    /// Ends all links that set a password, because some may have been used after the backup.
    static let invitations = "DELETE FROM invitations"
}
