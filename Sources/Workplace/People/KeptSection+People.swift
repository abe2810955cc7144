import Essentials
import SQLite

extension KeptSection {
    /// How the person signs in.
    static let accounts = KeptSection(
        "sign-in", .account, [("name", .text), ("passwordChangedAt", .time), ("linkEndsAt", .time)],
        sql: """
            SELECT accounts.name AS name, passwords.changed_at AS passwordChangedAt,
                (SELECT max(expires_at) FROM invitations WHERE invitations.person = ?1) AS linkEndsAt
            FROM accounts LEFT JOIN passwords USING (person) WHERE accounts.person = ?1
            """)

    /// The language and the formats that the person chose.
    static let preferences = KeptSection(
        "preferences", .untilRemoved, [("preferences", .json), ("changedAt", .time)],
        sql: "SELECT document AS preferences, changed_at AS changedAt FROM preferences WHERE person = ?1")

    /// Where the person is signed in.
    static let sessions = KeptSection(
        "sessions", .untilTime, by: "expiresAt",
        [
            ("method", .text), ("program", .text), ("address", .text), ("openedAt", .time), ("usedAt", .time),
            ("expiresAt", .time),
        ],
        sql: """
            SELECT method, program, address, opened_at AS openedAt, used_at AS usedAt, expires_at AS expiresAt
            FROM sessions WHERE owner_kind = 'person' AND owner = ?1 ORDER BY opened_at DESC
            """)

    /// The person's passkeys.
    static let passkeys = KeptSection(
        "passkeys", .untilRemoved, by: "addedAt", [("name", .text), ("addedAt", .time), ("usedAt", .time)],
        sql: """
            SELECT name, added_at AS addedAt, used_at AS usedAt FROM passkeys WHERE person = ?1
            ORDER BY added_at
            """)

    /// The recovery codes that are left; the database has their digests only.
    static let recoveryCodes = KeptSection(
        "recovery-codes", .untilRemoved, by: "madeAt", [("madeAt", .time)],
        sql: "SELECT made_at AS madeAt FROM recovery_codes WHERE person = ?1 ORDER BY made_at")

    /// The badge with which the person pays at kiosks; of its PIN the database has a slow hash only.
    static let kioskBadge = KeptSection(
        "kiosk-badge", .untilRemoved, by: "setAt",
        [("number", .text), ("setAt", .time), ("blockedAt", .time)],
        sql: """
            SELECT number, set_at AS setAt, blocked_at AS blockedAt FROM kiosk_badges WHERE person = ?1
            """)

    /// By whom the identity provider knows the person.
    static let identities = KeptSection(
        "identities", .account, by: "addedAt",
        [("issuer", .text), ("subject", .text), ("rolesOfGroups", .text), ("addedAt", .time)],
        sql: """
            SELECT issuer, subject, group_grants AS rolesOfGroups, added_at AS addedAt FROM identities
            WHERE person = ?1 ORDER BY added_at
            """)

    /// Codes with which the person lets a device in.
    static let pairings = KeptSection(
        "pairings", .lasting(Pairing.lifetime), by: "createdAt",
        [
            ("purpose", .text), ("program", .text), ("address", .text), ("state", .text),
            ("createdAt", .time),
        ],
        sql: """
            SELECT purpose, program, address, state, created_at AS createdAt FROM pairings
            WHERE owner_kind = 'person' AND owner = ?1 ORDER BY created_at
            """)

    /// Screens that the person paired.
    static let screens = KeptSection(
        "screens", .account, by: "pairedAt", staysAfterErasure: true,
        [
            ("name", .text), ("role", .text), ("cafe", .text), ("entrance", .text), ("pairedAt", .time),
            ("revokedAt", .time),
        ],
        sql: """
            SELECT name, role, cafe, entrance, paired_at AS pairedAt, revoked_at AS revokedAt FROM screens
            WHERE paired_by = ?1 ORDER BY paired_at
            """)

    /// What the security log has about the person; addresses of other people stay hidden.
    static let securityLog = KeptSection(
        "security-log", .lasting(SecurityEvent.retention), by: "at", staysAfterErasure: true,
        [
            ("number", .number), ("at", .time), ("kind", .text), ("actor", .text), ("subject", .text),
            ("address", .text), ("detail", .text),
        ],
        sql: """
            SELECT number, at, kind, actor, subject, CASE WHEN actor = 'person:' || ?1 THEN address END AS address,
                detail
            FROM security_log WHERE actor = 'person:' || ?1 OR subject = 'person:' || ?1 ORDER BY number DESC
            """)
}

extension WriteTransaction {
    /// Removes every way in of a person.
    ///
    /// These are sessions, sign-in name, password, passkeys, recovery codes, identities at the provider, links, codes of
    /// devices, and the badge for kiosks.
    ///
    /// - Returns: The digests of the tokens whose sessions ended.
    func removeWaysIn(of person: PersonID) throws -> [[UInt8]] {
        for table in [
            "accounts", "passwords", "passkeys", "recovery_codes", "identities", "invitations",
            "kiosk_badges",
        ] {
            try connection.execute("DELETE FROM \(table) WHERE person = ?", person.rawValue)
        }
        try connection.execute(
            "DELETE FROM pairings WHERE owner_kind = 'person' AND owner = ?", person.rawValue)
        return try deleteSessions(of: .person(person), except: nil)
    }
}
