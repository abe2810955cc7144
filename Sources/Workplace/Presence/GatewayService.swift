public import Essentials

/// Issues, checks and revokes the keys of gateways.
///
/// Each check reads the store, so that a key that another process has revoked is refused from the next
/// request on.
public struct GatewayService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the keys' digests.
    ///   - campuses: The campus with its gateways.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// Stores the digest of a gateway's new key.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownGateway(_:)``, ``GatewayRefusal/keyInUse(_:)`` while the gateway has
    ///   a valid key, or the store's own error.
    public func issue(_ digest: [UInt8], to gateway: GatewayID) async throws {
        guard try campuses.inForce().gateway(gateway) != nil else {
            throw WorkplaceRefusal.unknownGateway(gateway)
        }
        let time = now()
        try await store.write { transaction in
            guard try !transaction.gatewayKeys().contains(where: { $0.isValid(for: gateway) }) else {
                throw GatewayRefusal.keyInUse(gateway)
            }
            try transaction.insert(GatewayKey(digest: digest, gateway: gateway, issuedAt: time))
        }
    }

    /// Stores the digest of a gateway's new key and revokes the key that it has, because it was paired again.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownGateway(_:)``, or the store's own error.
    public func replaceKey(of gateway: GatewayID, by digest: [UInt8]) async throws {
        guard try campuses.inForce().gateway(gateway) != nil else {
            throw WorkplaceRefusal.unknownGateway(gateway)
        }
        let time = now()
        try await store.write { transaction in
            try transaction.revokeKeys(of: gateway, at: time)
            try transaction.insert(GatewayKey(digest: digest, gateway: gateway, issuedAt: time))
        }
    }

    /// Revokes the key of a gateway for a person who manages it; does nothing without a valid key.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownGateway(_:)``, ``WorkplaceRefusal/forbidden`` for a gateway that the person does not
    ///   manage, or the store's own error.
    public func revoke(_ gateway: GatewayID, by person: Person, from address: String) async throws {
        let campus = try campuses.inForce()
        guard let found = campus.gateway(gateway) else { throw WorkplaceRefusal.unknownGateway(gateway) }
        guard Principal.person(person).mayManage(found, on: campus) else { throw WorkplaceRefusal.forbidden }
        let time = now()
        try await store.write { transaction in
            guard try transaction.gatewayKeys().contains(where: { $0.isValid(for: gateway) }) else { return }
            try transaction.revokeKeys(of: gateway, at: time)
            try transaction.log(
                SecurityEvent(
                    at: time, .gatewayRevoked, by: .person(person.id), from: address,
                    detail: gateway.rawValue))
        }
    }

    /// Revokes the key of a gateway, also of a gateway that the campus no longer has.
    ///
    /// - Throws: ``GatewayRefusal/noKey(_:)`` when the gateway has no valid key, or the store's own error.
    public func revoke(_ gateway: GatewayID) async throws {
        let time = now()
        try await store.write { transaction in
            guard try transaction.gatewayKeys().contains(where: { $0.isValid(for: gateway) }) else {
                throw GatewayRefusal.noKey(gateway)
            }
            try transaction.revokeKeys(of: gateway, at: time)
        }
    }

    /// All keys that were ever issued, by gateway and time.
    ///
    /// - Throws: The store's own error.
    public func keys() async throws -> [GatewayKey] { try await store.read { try $0.gatewayKeys() } }

    /// Finds the gateway that owns a key, and checks that it is the gateway that the request names.
    ///
    /// - Throws: ``GatewayRefusal/keyMissing``, ``GatewayRefusal/keyRevoked``, ``GatewayRefusal/keyOfAnother``,
    ///   ``WorkplaceRefusal/unknownGateway(_:)``, or the store's own error.
    public func admit(_ digest: [UInt8], as gateway: GatewayID) async throws -> Gateway {
        guard let key = try await store.read({ try $0.gatewayKey(digest: digest) }) else {
            throw GatewayRefusal.keyMissing
        }
        guard key.revokedAt == nil else { throw GatewayRefusal.keyRevoked }
        guard key.gateway == gateway else { throw GatewayRefusal.keyOfAnother }
        guard let gateway = try campuses.inForce().gateway(gateway) else {
            throw WorkplaceRefusal.unknownGateway(gateway)
        }
        return gateway
    }
}

extension GatewayKey {
    fileprivate func isValid(for gateway: GatewayID) -> Bool { self.gateway == gateway && revokedAt == nil }
}
