import Beacons
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

    /// The wearables of a person.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownPerson(_:)``, or the store's own error.
    public func wearables(of person: PersonID) async throws -> [Wearable] {
        try check(person)
        return try await store.read { try $0.wearables(of: person) }
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
    /// - Throws: ``WearableRefusal/unknownWearable``, ``WorkplaceRefusal/unknownPerson(_:)``, or the store's own
    ///   error.
    public func remove(
        _ id: WearableID, of person: PersonID, by actor: Person, from address: String
    ) async throws {
        try check(person)
        let time = now()
        try await store.write { transaction in
            guard let wearable = try transaction.wearables(of: person).first(where: { $0.id == id }) else {
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
