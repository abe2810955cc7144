import Essentials
import SQLite

private let pairingColumns = """
    device_digest, user_code, purpose, address, program, created_at, state, owner_kind, owner, asked_at, interval
    """
/// Stands in the place of an owner's kind for a gateway, which has no session.
private let gatewayKind = "gateway"

extension ReadTransaction {
    /// The pairing of a device code.
    func pairing(deviceDigest: [UInt8]) throws -> Pairing? {
        try connection.first("SELECT \(pairingColumns) FROM pairings WHERE device_digest = ?", deviceDigest) {
            row in try row.decoded(from: "pairings", id: nil) { try $0.pairing() }
        }
    }

    /// The pairing of a code that a person typed.
    func pairing(_ code: UserCode) throws -> Pairing? {
        try connection.first("SELECT \(pairingColumns) FROM pairings WHERE user_code = ?", code.letters) {
            row in
            try row.decoded(from: "pairings", id: nil) { try $0.pairing() }
        }
    }

    /// How many pairings wait that an address asked for.
    func waitingPairings(from address: String, at time: Timestamp) throws -> Int {
        let sql = "SELECT COUNT(*) FROM pairings WHERE address = ? AND created_at > ?"
        let start = time.advanced(by: .zero - Pairing.lifetime).millisecondsSinceEpoch
        return try connection.first(sql, address, start) { try $0.int(0) } ?? 0
    }
}

extension WriteTransaction {
    /// Stores a pairing, new or changed.
    func put(_ pairing: Pairing) throws {
        let owner = pairing.owner?.columns
        try connection.execute(
            """
            INSERT INTO pairings (\(pairingColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (device_digest) DO UPDATE SET state = excluded.state, owner_kind = excluded.owner_kind,
                owner = excluded.owner, asked_at = excluded.asked_at, interval = excluded.interval
            """, pairing.deviceDigest, pairing.userCode.letters, pairing.purpose.rawValue,
            pairing.origin.address, pairing.origin.program, pairing.createdAt.millisecondsSinceEpoch,
            pairing.state.rawValue, SQLValue.text(owner?.kind ?? pairing.gateway.map { _ in gatewayKind }),
            SQLValue.text(owner?.id ?? pairing.gateway?.rawValue),
            SQLValue.time(pairing.askedAt), pairing.interval)
    }

    /// Removes a pairing that was used.
    func removePairing(deviceDigest: [UInt8]) throws {
        try connection.execute("DELETE FROM pairings WHERE device_digest = ?", deviceDigest)
    }

    /// Removes the pairings that have expired by an instant.
    func removePairings(expiredBy time: Timestamp) throws {
        let start = time.advanced(by: .zero - Pairing.lifetime).millisecondsSinceEpoch
        try connection.execute("DELETE FROM pairings WHERE created_at <= ?", start)
    }
}

extension StoreRow {
    fileprivate func pairing() throws -> Pairing? {
        guard let code = UserCode(try text(1)), let purpose = Pairing.Purpose(rawValue: try text(2)),
            let state = Pairing.State(rawValue: try text(6))
        else { return nil }
        var owner: Session.Owner?
        var gateway: GatewayID?
        if let kind = try optionalText(7), let id = try optionalText(8) {
            if kind == gatewayKind {
                gateway = GatewayID(id)
            } else {
                owner = Session.Owner(kind: kind, id: id)
            }
        }
        return Pairing(
            deviceDigest: try blob(0), userCode: code, purpose: purpose,
            origin: ClientOrigin(address: try text(3), program: try text(4)), createdAt: try timestamp(5),
            state: state, owner: owner, gateway: gateway, askedAt: try optionalTimestamp(9),
            interval: try int(10))
    }
}

extension SQLiteSchema {
    /// Screens and terminals that wait for a person's approval.
    static let pairings = """
        CREATE TABLE pairings (
            device_digest BLOB PRIMARY KEY,
            user_code TEXT NOT NULL UNIQUE,
            purpose TEXT NOT NULL,
            address TEXT NOT NULL,
            program TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            state TEXT NOT NULL,
            owner_kind TEXT,
            owner TEXT,
            asked_at INTEGER,
            interval INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension RestoredCopy {
    /// Ends all pairings that wait for an approval, because some may have been used after the backup.
    static let pairings = "DELETE FROM pairings"
}
