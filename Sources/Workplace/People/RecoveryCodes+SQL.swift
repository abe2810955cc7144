import Essentials
import SQLite

extension ReadTransaction {
    /// What is left of a person's recovery codes.
    func recoveryCodes(of person: PersonID) throws -> RecoveryService.Rest {
        let sql = "SELECT made_at FROM recovery_codes WHERE person = ?"
        let times = try connection.all(sql, person.rawValue) { try $0.timestamp(0) }
        return RecoveryService.Rest(count: times.count, madeAt: times.first)
    }
}

extension WriteTransaction {
    /// Stores a person's recovery codes in place of those that they had.
    func setRecoveryCodes(of person: PersonID, digests: [[UInt8]], at time: Timestamp) throws {
        try connection.execute("DELETE FROM recovery_codes WHERE person = ?", person.rawValue)
        for digest in digests {
            try connection.execute(
                "INSERT INTO recovery_codes (digest, person, made_at) VALUES (?, ?, ?)", digest,
                person.rawValue, time.millisecondsSinceEpoch)
        }
    }

    /// Removes a recovery code.
    ///
    /// - Returns: Whether the person had it.
    func useRecoveryCode(of person: PersonID, digest: [UInt8]) throws -> Bool {
        let sql = "DELETE FROM recovery_codes WHERE digest = ? AND person = ? RETURNING 1"
        return try connection.first(sql, digest, person.rawValue) { _ in true } ?? false
    }
}

extension SQLiteSchema {
    /// The digests of recovery codes that have not been used.
    static let recoveryCodes = """
        CREATE TABLE recovery_codes (
            digest BLOB PRIMARY KEY,
            person TEXT NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
        """
}

extension RestoredCopy {
    /// Ends all recovery codes, because some may have been used after the backup.
    static let recoveryCodes = "DELETE FROM recovery_codes"
}
