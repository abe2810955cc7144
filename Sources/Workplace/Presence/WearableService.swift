public import Beacons
public import Essentials
import Synchronization

/// Says whose badges and phones gateways may hear.
public final class WearableService: Sendable {
    /// How many wearables a person has at most.
    public static let perPerson = 8

    private let store: any WorkplaceStore
    private let campuses: CampusRegistry
    private let now: @Sendable () -> Timestamp
    private let changes = Mutex(1)

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where wearables are stored.
    ///   - campuses: The people, and the badges of the campus file.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// Counts changes, so that a reader of all wearables knows when to read them again.
    var revision: Int { changes.withLock { $0 } }

    /// Says that wearables changed.
    func noteChange() { changes.withLock { $0 += 1 } }

    /// The wearables of all people.
    func all() async throws -> [Wearable] { try await store.read { try $0.wearables() } }

    /// A person with the badges and phones by which gateways hear them.
    public struct Wearer: Sendable {
        /// Names the person.
        public let id: PersonID
        /// The person; `nil` for somebody who has left the campus and still has a wearable.
        public let person: Person?
        /// The badge that the campus file gives the person; only another campus file takes it away.
        public let badge: BeaconIdentity?
        /// The badges and phones that were assigned, in that order.
        public let wearables: [Wearable]
    }

    /// All people in the order of their names; suspended people only while they have a wearable.
    ///
    /// People who have left the campus come last, by identifier, while they have a wearable.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func wearers() async throws -> [Wearer] {
        let campus = try campuses.inForce()
        let assigned = Dictionary(grouping: try await all(), by: \.person)
        let present = campus.people
            .filter { !$0.isSuspended || assigned[$0.id] != nil }
            .sorted { ($0.name.lowercased(), $0.id.rawValue) < ($1.name.lowercased(), $1.id.rawValue) }
            .map {
                Wearer(
                    id: $0.id, person: $0, badge: campus.badge(of: $0), wearables: assigned[$0.id] ?? [])
            }
        let left = assigned.filter { campus.person($0.key) == nil }
            .sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Wearer(id: $0.key, person: nil, badge: nil, wearables: $0.value) }
        return present + left
    }

    /// A person with their wearables.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)``, or the store's own error.
    public func wearer(_ id: PersonID) async throws -> Wearer {
        let campus = try campuses.inForce()
        guard let person = campus.person(id) else { throw WorkplaceRefusal.unknownPerson(id) }
        return Wearer(
            id: id, person: person, badge: campus.badge(of: person),
            wearables: try await store.read { try $0.wearables(of: id) })
    }

    /// The wearables of a person, also of one who has left the campus.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)`` when the campus has no such person and nobody of that
    ///   identifier has a wearable, or the store's own error.
    public func wearables(of person: PersonID) async throws -> [Wearable] {
        let wearables = try await store.read { try $0.wearables(of: person) }
        if wearables.isEmpty { try check(person) }
        return wearables
    }

    /// Assigns a wearable to a person; gateways' next reports count for it.
    ///
    /// - Throws: ``WearableRefusal``, ``WorkplaceRefusal/unknownPerson(_:)``, or the store's own error.
    public func assign(
        _ identity: Wearable.Identity, label: String, to person: PersonID, by actor: Person,
        from address: String
    ) async throws -> Wearable {
        try check(person)
        let campus = try campuses.inForce()
        if case .beacon(let beacon) = identity,
            campus.wearer(of: beacon) != nil || campus.spot(markedBy: beacon) != nil
        {
            throw WearableRefusal.taken
        }
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let wearable = Wearable(
            id: WearableID(at: time, using: &generator), person: person, identity: identity, label: label,
            assignedAt: time)
        try await store.write { transaction in
            guard try !transaction.isAssigned(identity) else { throw WearableRefusal.taken }
            guard try transaction.wearables(of: person).count < Self.perPerson else {
                throw WearableRefusal.tooMany(Self.perPerson)
            }
            try transaction.insert(wearable)
            try transaction.log(
                SecurityEvent(
                    at: time, .wearableAssigned, by: .person(actor.id), to: .person(person), from: address,
                    detail: identity.kind))
        }
        noteChange()
        return wearable
    }

    /// Takes a wearable away, such as a lost badge; gateways' next reports count for nobody.
    ///
    /// The person may have left the campus. The wearable can be assigned to somebody else afterwards.
    ///
    /// - Throws: ``WearableRefusal/unknownWearable``, ``WorkplaceRefusal/unknownPerson(_:)``, or the store's own
    ///   error.
    public func remove(
        _ id: WearableID, of person: PersonID, by actor: Person, from address: String
    ) async throws {
        let time = now()
        try await store.write { transaction in
            guard let wearable = try transaction.wearables(of: person).first(where: { $0.id == id }) else {
                try self.check(person)
                throw WearableRefusal.unknownWearable
            }
            try transaction.removeWearable(id, of: person)
            try transaction.log(
                SecurityEvent(
                    at: time, .wearableRemoved, by: .person(actor.id), to: .person(person), from: address,
                    detail: wearable.identity.kind))
        }
        noteChange()
    }

    private func check(_ person: PersonID) throws {
        guard try campuses.inForce().person(person) != nil else {
            throw WorkplaceRefusal.unknownPerson(person)
        }
    }
}
