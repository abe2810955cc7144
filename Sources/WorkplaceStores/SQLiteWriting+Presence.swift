import Conditions
import Essentials
import SQLite
import Workplace

extension SQLiteWriting {
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

    // Entries of the feed stay in their places, because a gap would hide a change from a reader who resumes; what they
    // say goes.
    func erasePresence(of person: PersonID) throws {
        try connection.execute("DELETE FROM presence_events WHERE person = ?", person.rawValue)
        try connection.execute(
            "UPDATE feed SET body = '{}' WHERE topic = ? AND kind = ?", FeedTopic.person(person).text,
            FeedChange.presenceKind)
    }

    func erasePresence(of person: PersonID, at spots: [SpotID]) throws {
        for spot in spots {
            try connection.execute(
                "DELETE FROM presence_events WHERE person = ? AND spot = ?", person.rawValue, spot.rawValue)
        }
    }

    func erasePresence(of person: PersonID, from device: String) throws {
        try connection.execute(
            "DELETE FROM presence_events WHERE person = ? AND device = ?", person.rawValue, device)
    }

    func removePresenceEvents(before time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM presence_events WHERE received_at < ?", time.millisecondsSinceEpoch)
    }

    func insert(_ key: GatewayKey) throws {
        try connection.execute(
            "INSERT INTO gateway_keys (digest, gateway, issued_at, revoked_at) VALUES (?, ?, ?, ?)",
            key.digest,
            key.gateway.rawValue, key.issuedAt.millisecondsSinceEpoch, key.revokedAt?.millisecondsSinceEpoch)
    }

    func revokeKeys(of gateway: GatewayID, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE gateway_keys SET revoked_at = ? WHERE gateway = ? AND revoked_at IS NULL",
            time.millisecondsSinceEpoch, gateway.rawValue)
    }
}
