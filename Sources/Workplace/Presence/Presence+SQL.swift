import Conditions
import Essentials
import SQLite

extension ReadTransaction {
    /// The start of a person's consent to be followed by their page; `nil` without consent.
    func followingSince(of person: PersonID) throws -> Timestamp? {
        try connection.first("SELECT since FROM following WHERE person = ?", person.rawValue) { row in
            try row.decoded(from: "following", id: nil) { try $0.timestamp(0) }
        }
    }

    /// A person's events of presence received after an instant, by source and number.
    func presenceEvents(of person: PersonID, after time: Timestamp) throws -> [PresenceEvent] {
        let sql = """
            SELECT device, number, spot, state, at, received_at FROM presence_events
            WHERE person = ? AND received_at > ? ORDER BY device, number
            """
        return try connection.all(sql, person.rawValue, time.millisecondsSinceEpoch) { row in
            try row.decoded(from: "presence_events", id: nil) { try $0.presenceEvent(of: person) }
        }
    }

    /// The gateway's key with a digest, also when it has been revoked.
    func gatewayKey(digest: [UInt8]) throws -> GatewayKey? {
        let sql = "SELECT digest, gateway, issued_at, revoked_at, heard_at FROM gateway_keys WHERE digest = ?"
        return try connection.first(sql, digest) { row in
            try row.decoded(from: "gateway_keys", id: nil) { try $0.gatewayKey() }
        }
    }

    /// All keys of gateways, by gateway and the time of their issue.
    func gatewayKeys() throws -> [GatewayKey] {
        let sql = """
            SELECT digest, gateway, issued_at, revoked_at, heard_at FROM gateway_keys
            ORDER BY gateway, issued_at, digest
            """
        return try connection.all(sql) { row in
            try row.decoded(from: "gateway_keys", id: nil) { try $0.gatewayKey() }
        }
    }
}

extension StoreRow {
    fileprivate func presenceEvent(of person: PersonID) throws -> PresenceEvent? {
        let device = try text(0)
        guard let spot = SpotID(try text(2)), let state = UInt8(exactly: try int64(3)),
            let state = ConditionState(rawValue: state)
        else { return nil }
        return PresenceEvent(
            person: person, source: device.isEmpty ? .badge : .device(device), number: try int64(1),
            spot: spot,
            state: state, time: try timestamp(4), receivedAt: try timestamp(5))
    }

    fileprivate func gatewayKey() throws -> GatewayKey? {
        guard let gateway = GatewayID(try text(1)) else { return nil }
        return GatewayKey(
            digest: try blob(0), gateway: gateway, issuedAt: try timestamp(2),
            revokedAt: try optionalTimestamp(3), heardAt: try optionalTimestamp(4))
    }
}

extension WriteTransaction {
    /// Stores the start of a person's consent to be followed by their page; `nil` withdraws it.
    func setFollowing(of person: PersonID, since time: Timestamp?) throws {
        guard let time else {
            return try connection.execute("DELETE FROM following WHERE person = ?", person.rawValue)
        }
        try connection.execute(
            """
            INSERT INTO following (person, since) VALUES (?, ?)
            ON CONFLICT (person) DO UPDATE SET since = excluded.since
            """, person.rawValue, time.millisecondsSinceEpoch)
    }

    /// Inserts an event of presence, unless one of the same source and number exists.
    func insert(_ event: PresenceEvent) throws {
        let device =
            switch event.source {
            case .badge: ""
            case .device(let name): name
            }
        try connection.execute(
            """
            INSERT INTO presence_events (person, device, number, spot, state, at, received_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, device, number) DO NOTHING
            """, event.person.rawValue, device, event.number, event.spot.rawValue, Int(event.state.rawValue),
            event.time.millisecondsSinceEpoch, event.receivedAt.millisecondsSinceEpoch)
    }

    // Entries of the feed stay, because a gap would hide a change from a reader who resumes; only their
    // bodies are blanked.
    /// Erases a person's events of presence, and their bodies in the feed.
    func erasePresence(of person: PersonID) throws {
        try connection.execute("DELETE FROM presence_events WHERE person = ?", person.rawValue)
        try connection.execute(
            "UPDATE feed SET body = '{}' WHERE topic = ? AND kind = ?", FeedTopic.person(person).text,
            FeedChange.presenceKind)
    }

    /// Erases the events of a person's presence at some spots.
    func erasePresence(of person: PersonID, at spots: [SpotID]) throws {
        for spot in spots {
            try connection.execute(
                "DELETE FROM presence_events WHERE person = ? AND spot = ?", person.rawValue, spot.rawValue)
        }
    }

    /// Erases the events that one of a person's devices reported.
    func erasePresence(of person: PersonID, from device: String) throws {
        try connection.execute(
            "DELETE FROM presence_events WHERE person = ? AND device = ?", person.rawValue, device)
    }

    /// Deletes events of presence received before an instant.
    func removePresenceEvents(before time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM presence_events WHERE received_at < ?", time.millisecondsSinceEpoch)
    }

    /// Inserts a gateway's new key.
    func insert(_ key: GatewayKey) throws {
        try connection.execute(
            "INSERT INTO gateway_keys (digest, gateway, issued_at, revoked_at) VALUES (?, ?, ?, ?)",
            key.digest,
            key.gateway.rawValue, key.issuedAt.millisecondsSinceEpoch, key.revokedAt?.millisecondsSinceEpoch)
    }

    /// Notes that a gateway's valid key was shown.
    func noteKey(of gateway: GatewayID, heardAt time: Timestamp) throws {
        try connection.execute(
            "UPDATE gateway_keys SET heard_at = ? WHERE gateway = ? AND revoked_at IS NULL",
            time.millisecondsSinceEpoch, gateway.rawValue)
    }

    /// Revokes a gateway's valid keys.
    func revokeKeys(of gateway: GatewayID, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE gateway_keys SET revoked_at = ? WHERE gateway = ? AND revoked_at IS NULL",
            time.millisecondsSinceEpoch, gateway.rawValue)
    }
}

extension SQLiteSchema {
    /// When each gateway was last heard, so that a restart does not make all of them unheard.
    static let gatewaysHeard = "ALTER TABLE gateway_keys ADD COLUMN heard_at INTEGER"

    /// Consent and keys, until they are withdrawn; events, for a day.
    static let presence = """
        CREATE TABLE following (
            person TEXT PRIMARY KEY NOT NULL,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Events of the person's badge have an empty device.
        CREATE TABLE presence_events (
            person TEXT NOT NULL,
            device TEXT NOT NULL,
            number INTEGER NOT NULL,
            spot TEXT NOT NULL,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
            at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            PRIMARY KEY (person, device, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX presence_events_by_age ON presence_events (received_at);

        CREATE TABLE gateway_keys (
            digest BLOB PRIMARY KEY NOT NULL,
            gateway TEXT NOT NULL,
            issued_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;
        """
}
