import Essentials
import SQLite
import WebAuthn

private let passkeyColumns = """
    credential, person, public_key, signature_count, is_backup_eligible, is_backed_up, transports, model, name,
    added_at, used_at
    """

extension ReadTransaction {
    /// A person's passkeys, the oldest first.
    func passkeys(of person: PersonID) throws -> [StoredPasskey] {
        let sql = "SELECT \(passkeyColumns) FROM passkeys WHERE person = ? ORDER BY added_at, credential"
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: "passkeys", id: nil) { try $0.storedPasskey() }
        }
    }

    /// The passkey with an identifier.
    func passkey(_ id: CredentialID) throws -> StoredPasskey? {
        try connection.first("SELECT \(passkeyColumns) FROM passkeys WHERE credential = ?", id.bytes) { row in
            try row.decoded(from: "passkeys", id: nil) { try $0.storedPasskey() }
        }
    }
}

extension WriteTransaction {
    /// Stores a passkey, new or used.
    func put(_ stored: StoredPasskey) throws {
        let key = stored.passkey
        try connection.execute(
            """
            INSERT INTO passkeys (\(passkeyColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (credential) DO UPDATE SET signature_count = excluded.signature_count,
                is_backed_up = excluded.is_backed_up, used_at = excluded.used_at
            """, key.id.bytes, stored.person.rawValue, key.publicKey.bytes, Int64(key.signatureCount),
            key.isBackupEligible, key.isBackedUp, key.transports.map(\.rawValue).joined(separator: " "),
            key.authenticatorModel, stored.name, stored.addedAt.millisecondsSinceEpoch,
            SQLValue.time(stored.usedAt))
    }

    /// Gives a passkey another name.
    func renamePasskey(_ id: CredentialID, to name: String) throws {
        try connection.execute("UPDATE passkeys SET name = ? WHERE credential = ?", name, id.bytes)
    }

    /// Removes a passkey.
    func removePasskey(_ id: CredentialID) throws {
        try connection.execute("DELETE FROM passkeys WHERE credential = ?", id.bytes)
    }
}

extension StoreRow {
    fileprivate func storedPasskey() throws -> StoredPasskey? {
        guard let id = CredentialID(try blob(0)), let person = PersonID(try text(1)),
            let count = UInt32(exactly: try int64(3))
        else { return nil }
        let passkey = Passkey(
            id: id, user: UserHandle(of: person), publicKey: try CredentialPublicKey(try blob(2)),
            signatureCount: count, isBackupEligible: try bool(4), isBackedUp: try bool(5),
            transports: try text(6).split(separator: " ").compactMap { Transport(rawValue: String($0)) },
            authenticatorModel: try blob(7))
        return StoredPasskey(
            passkey: passkey, person: person, name: try text(8), addedAt: try timestamp(9),
            usedAt: try optionalTimestamp(10))
    }
}

extension SQLiteSchema {
    /// The public keys of people's passkeys.
    static let passkeys = """
        CREATE TABLE passkeys (
            credential BLOB PRIMARY KEY,
            person TEXT NOT NULL,
            public_key BLOB NOT NULL,
            signature_count INTEGER NOT NULL,
            is_backup_eligible INTEGER NOT NULL,
            is_backed_up INTEGER NOT NULL,
            transports TEXT NOT NULL,
            model BLOB NOT NULL,
            name TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkeys_by_person ON passkeys (person);
        """
}
