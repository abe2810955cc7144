import Beacons
import Essentials
import SQLite

private let wearableColumns = "id, person, kind, identity, label, assigned_at"

extension ReadTransaction {
    /// All wearables, or those of one person, in the order in which they were assigned.
    func wearables(of person: PersonID? = nil) throws -> [Wearable] {
        let condition = person == nil ? "" : "WHERE person = ?"
        let sql = "SELECT \(wearableColumns) FROM wearables \(condition) ORDER BY assigned_at, id"
        func read(_ row: borrowing StoreRow) throws -> Wearable {
            try row.decoded(from: "wearables", id: nil) { try $0.wearable() }
        }
        guard let person else { return try connection.all(sql) { try read($0) } }
        return try connection.all(sql, person.rawValue) { try read($0) }
    }

    /// Whether an identity is assigned to somebody.
    func isAssigned(_ identity: Wearable.Identity) throws -> Bool {
        // The time of a counter's zero is no part of an EID beacon's identity.
        let sql = "SELECT 1 FROM wearables WHERE kind = ? AND substr(identity, 1, 20) = substr(?, 1, 20)"
        return try connection.first(sql, identity.kind, identity.storedKey) { _ in true } ?? false
    }
}

extension WriteTransaction {
    /// Stores a wearable.
    func insert(_ wearable: Wearable) throws {
        try connection.execute(
            """
            INSERT INTO wearables (\(wearableColumns), shown) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, wearable.id.rawValue, wearable.person.rawValue, wearable.identity.kind,
            wearable.identity.stored, wearable.label, wearable.assignedAt.millisecondsSinceEpoch,
            wearable.identity.shown)
    }

    /// Removes a wearable of a person, with its key.
    func removeWearable(_ id: WearableID, of person: PersonID) throws {
        try connection.execute(
            "DELETE FROM wearables WHERE id = ? AND person = ?", id.rawValue, person.rawValue)
    }

    /// Removes all wearables of a person.
    func removeWearables(of person: PersonID) throws {
        try connection.execute("DELETE FROM wearables WHERE person = ?", person.rawValue)
    }
}

extension StoreRow {
    fileprivate func wearable() throws -> Wearable? {
        guard let id = WearableID(try text(0)), let person = PersonID(try text(1)),
            let identity = Wearable.Identity(kind: try text(2), stored: try blob(3))
        else { return nil }
        return Wearable(
            id: id, person: person, identity: identity, label: try text(4), assignedAt: try timestamp(5))
    }
}

extension Wearable.Identity {
    /// The bytes that are stored, most significant first.
    fileprivate var stored: [UInt8] {
        switch self {
        case .ephemeral(let key, let zero):
            storedKey + [key.rotationExponent]
                + Self.bytes(of: UInt64(bitPattern: zero.millisecondsSinceEpoch))
        default: storedKey
        }
    }

    /// The part by which two wearables are the same.
    fileprivate var storedKey: [UInt8] {
        switch self {
        case .beacon(let beacon):
            Self.bytes(of: beacon.uuid.high) + Self.bytes(of: beacon.uuid.low)
                + [beacon.major, beacon.minor].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .eddystone(let bytes): bytes
        case .ephemeral(let key, _): key.identityKey.bytes
        case .phone(let key): key.bytes
        }
    }

    fileprivate init?(kind: String, stored: [UInt8]) {
        switch (kind, stored.count) {
        case ("beacon", 20):
            let uuid = ProximityUUID(high: Self.number(stored[0..<8]), low: Self.number(stored[8..<16]))
            self = .beacon(
                BeaconIdentity(
                    uuid: uuid, major: UInt16(Self.number(stored[16..<18])),
                    minor: UInt16(Self.number(stored[18..<20]))))
        case ("eddystone", 16): self = .eddystone(stored)
        case ("ephemeral", 25):
            guard
                let key = EphemeralBeaconKey(
                    identityKey: CipherBlock(stored[0..<16]), rotationExponent: stored[16])
            else { return nil }
            let zero = Timestamp(millisecondsSinceEpoch: Int64(bitPattern: Self.number(stored[17..<25])))
            self = .ephemeral(key, zero: zero)
        case ("phone", 16): self = .phone(CipherBlock(stored))
        default: return nil
        }
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension SQLiteSchema {
    /// Badges and phones of people.
    ///
    /// Keys are not encrypted: a reader of the database could read a key beside it too (decision 88).
    static let wearables = """
        CREATE TABLE wearables (
            id TEXT PRIMARY KEY NOT NULL,
            person TEXT NOT NULL,
            kind TEXT NOT NULL,
            identity BLOB NOT NULL,
            label TEXT NOT NULL,
            assigned_at INTEGER NOT NULL,
            -- What people may see: never a key.
            shown TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX wearables_by_person ON wearables (person);
        CREATE UNIQUE INDEX wearables_by_identity ON wearables (kind, identity);
        """
}
