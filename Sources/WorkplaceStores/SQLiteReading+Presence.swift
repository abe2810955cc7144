import Conditions
import Essentials
import SQLite
import Workplace

extension SQLiteReading {
    func followingSince(of person: PersonID) throws -> Timestamp? {
        try connection.first("SELECT since FROM following WHERE person = ?", person.rawValue) { row in
            try row.decoded(from: .following, id: nil) { try $0.timestamp(0) }
        }
    }

    func presenceEvents(of person: PersonID, after time: Timestamp) throws -> [PresenceEvent] {
        let sql = """
            SELECT device, number, spot, state, at, received_at FROM presence_events
            WHERE person = ? AND received_at > ? ORDER BY device, number
            """
        return try connection.all(sql, person.rawValue, time.millisecondsSinceEpoch) { row in
            try row.decoded(from: .presence, id: nil) { try $0.presenceEvent(of: person) }
        }
    }

    func gatewayKey(digest: [UInt8]) throws -> GatewayKey? {
        let sql = "SELECT digest, gateway, issued_at, revoked_at FROM gateway_keys WHERE digest = ?"
        return try connection.first(sql, digest) { row in
            try row.decoded(from: .gatewayKeys, id: nil) { try $0.gatewayKey() }
        }
    }

    func gatewayKeys() throws -> [GatewayKey] {
        let sql = """
            SELECT digest, gateway, issued_at, revoked_at FROM gateway_keys ORDER BY gateway, issued_at, digest
            """
        return try connection.all(sql) { row in
            try row.decoded(from: .gatewayKeys, id: nil) { try $0.gatewayKey() }
        }
    }
}

extension Row {
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
            revokedAt: try optionalTimestamp(3))
    }
}
