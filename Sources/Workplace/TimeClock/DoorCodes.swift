import Cryptography
public import Essentials
import SQLite

/// Makes the codes that tablets at entrances show, and takes what phones scan.
public struct DoorCodes: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// The present code of a tablet.
    public struct Shown: Sendable {
        /// The code.
        public let code: DoorCode
        /// The site to which the entrance leads.
        public let site: Site
        /// The entrance.
        public let entrance: Spot
        /// The present time.
        public let now: Timestamp
    }

    /// A scan that was taken.
    public struct Taken: Sendable {
        /// The scan.
        public let scan: DoorScan
        /// The site to which the entrance leads.
        public let site: Site
        /// The entrance.
        public let entrance: Spot
    }

    /// The code that a tablet shows now.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownEntrance(_:)`` when the campus has lost the entrance, or the store's own error.
    public func code(of screen: EntranceScreen) async throws -> Shown {
        let time = now()
        guard let (site, spot) = try campuses.inForce().entrance(screen.entrance) else {
            throw WorkplaceRefusal.unknownEntrance(screen.entrance)
        }
        let code = DoorCode(of: screen.id, at: time, key: try await key())
        return Shown(code: code, site: site, entrance: spot, now: time)
    }

    /// Takes a code that somebody scanned.
    ///
    /// - Returns: The scan, with which the person can clock in or out.
    /// - Throws: ``DoorCodeRefusal``, or the store's own error.
    public func take(_ text: String) async throws -> Taken {
        let time = now()
        let key = try await key()
        let code = try DoorCode(scanned: text, at: time, key: key)
        let campus = try campuses.inForce()
        // A tablet that was taken out of use since shows nothing that counts.
        guard let spot = campus.device(code.screen)?.place.entrance,
            let (site, entrance) = campus.entrance(spot)
        else { throw DoorCodeRefusal.unknown }
        return Taken(scan: DoorScan(of: spot, at: time, key: key), site: site, entrance: entrance)
    }

    private func key() async throws -> [UInt8] {
        if let key = try await store.read({ try $0.doorKey() }) { return key }
        let time = now()
        return try await store.write { transaction in
            if let key = try transaction.doorKey() { return key }
            let key = try SecureRandom.bytes(32)
            try transaction.setDoorKey(key, at: time)
            return key
        }
    }
}

extension ReadTransaction {
    /// The key that signs codes and scans; `nil` before the first one.
    func doorKey() throws -> [UInt8]? {
        try connection.first("SELECT secret FROM door_keys ORDER BY number DESC LIMIT 1") { try $0.blob(0) }
    }

    /// Reads a scan that a punch names, and finds its entrance.
    ///
    /// - Throws: ``DoorCodeRefusal``, or the store's own error.
    func doorScan(_ text: String, at time: Timestamp, on campus: Campus) throws -> (
        scan: DoorScan, site: Site
    ) {
        guard let key = try doorKey() else { throw DoorCodeRefusal.unknown }
        let scan = try DoorScan(text, at: time, key: key)
        guard let site = campus.entrance(scan.entrance)?.site else { throw DoorCodeRefusal.unknown }
        return (scan, site)
    }
}

extension WriteTransaction {
    /// Stores the key that signs codes and scans.
    func setDoorKey(_ key: [UInt8], at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO door_keys (secret, made_at) VALUES (?, ?)", key, time.millisecondsSinceEpoch)
    }
}
