public import Essentials
public import JSON
public import Ordering

/// Lets the managers of a café change its menu, hours and rules as a draft, publish it, and return to an earlier part.
///
/// A publication is a new campus revision in which only the café's part differs, so that pages and files go one way: the
/// campus file has one check, and the revision in force can be exported, edited and imported at any time.
public struct CafeDraftService: Sendable {
    /// The largest part that is stored, in bytes.
    public static let maximumByteCount = 1 << 20
    /// How many revisions of a café are listed.
    public static let revisionsAtMost = 100
    /// How often a publication begins again because another café was published meanwhile.
    private static let attemptsAtMost = 5

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let imports: CampusImport
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of drafts and campus files.
    ///   - campuses: The campus in force.
    ///   - imports: Puts campus files in force.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, imports: CampusImport,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.imports = imports
        self.now = now
    }

    /// The draft of a café.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func draft(of cafe: CafeID) async throws -> CafeDraft {
        try await state(of: cafe).draft(with: nil)
    }

    /// The café as its draft describes it, for a preview.
    ///
    /// - Throws: ``CafeDraftRefusal/mistakes(_:)``, ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func preview(of cafe: CafeID) async throws -> Cafe {
        let state = try await state(of: cafe)
        let check = try state.check(state.document)
        guard let campus = check.campus, let found = campus.cafe(cafe) else {
            throw CafeDraftRefusal.mistakes(check.mistakes)
        }
        return found
    }

    /// Stores a draft, also one with mistakes.
    ///
    /// - Parameters:
    ///   - document: The café's part with the changes.
    ///   - base: The number of the campus revision that the changes take into account.
    ///   - cafe: The café.
    ///   - version: The version of the draft that the changes are about.
    ///   - person: Who changes it.
    /// - Returns: The draft with its next version.
    /// - Throws: ``CafeDraftRefusal/stale(version:)`` when somebody changed it meanwhile,
    ///   ``CafeDraftRefusal/unknownRevision(_:)`` for a base that never was, ``WorkplaceRefusal/unknownCafe(_:)``, or the
    ///   store's own error.
    public func save(
        _ document: JSONValue, base: Int64, of cafe: CafeID, expecting version: Int, by person: PersonID
    ) async throws -> CafeDraft {
        let time = now()
        let state = try await store.write { transaction in
            let state = try State(of: cafe, in: transaction)
            guard state.stored.version == version else {
                throw CafeDraftRefusal.stale(version: state.stored.version)
            }
            guard base > 0, base <= state.revision.number, try transaction.campusRevision(base) != nil else {
                throw CafeDraftRefusal.unknownRevision(base)
            }
            try transaction.setCafeDraft(
                document == state.inForce ? nil : document.bytes, base: base, of: cafe, version: version + 1,
                by: person, at: time)
            return try State(of: cafe, in: transaction)
        }
        return try state.draft(with: document)
    }

    /// Takes a café's unpublished changes away.
    ///
    /// - Throws: ``CafeDraftRefusal/stale(version:)``, ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func discard(of cafe: CafeID, expecting version: Int, by person: PersonID) async throws {
        let time = now()
        try await store.write { transaction in
            let state = try State(of: cafe, in: transaction)
            guard state.stored.version == version else {
                throw CafeDraftRefusal.stale(version: state.stored.version)
            }
            try transaction.setCafeDraft(
                nil, base: state.revision.number, of: cafe, version: version + 1, by: person, at: time)
        }
    }

    /// Puts a draft in force, and tells open menus.
    ///
    /// Orders that were placed keep their names, prices and taxes.
    ///
    /// - Parameters:
    ///   - cafe: The café.
    ///   - version: The version of the draft that was seen.
    ///   - person: Who publishes it.
    /// - Returns: The number of the new campus revision.
    /// - Throws: ``CafeDraftRefusal``, ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func publish(
        draftOf cafe: CafeID, expecting version: Int, by person: PersonID
    ) async throws -> Int64 {
        try await publish(cafe, origin: .published, by: person) { state, _ in
            guard state.stored.version == version else {
                throw CafeDraftRefusal.stale(version: state.stored.version)
            }
            guard state.stored.document != nil else { throw CafeDraftRefusal.unchanged }
            guard !state.isOutdated else { throw CafeDraftRefusal.outdated(revision: state.revision.number) }
            return try state.document
        }
    }

    /// Puts an earlier part of a café in force again; a draft stays as it is.
    ///
    /// - Parameters:
    ///   - number: The number of the campus revision that brought the part.
    ///   - cafe: The café.
    ///   - seen: The number of the campus revision in force that the person saw.
    ///   - person: Who returns to it.
    /// - Returns: The number of the new campus revision.
    /// - Throws: ``CafeDraftRefusal``, ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func `return`(
        to number: Int64, of cafe: CafeID, seen: Int64, by person: PersonID
    ) async throws -> Int64 {
        try await publish(cafe, origin: .returned, by: person) { state, reading in
            guard let part = try Self.part(of: cafe, at: number, in: reading) else {
                throw CafeDraftRefusal.unknownRevision(number)
            }
            guard try Self.part(of: cafe, at: seen, in: reading) == state.inForce else {
                throw CafeDraftRefusal.outdated(revision: state.revision.number)
            }
            guard part != state.inForce else { throw CafeDraftRefusal.unchanged }
            return part
        }
    }

    /// The parts that a café had, the latest first; ``CafeDraftService/revisionsAtMost`` of them.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func revisions(of cafe: CafeID) async throws -> [CafeRevision] {
        try await store.read { reading in
            _ = try State(of: cafe, in: reading)
            return try reading.cafeRevisions(of: cafe, limit: Self.revisionsAtMost)
        }
    }

    /// A part that a café had with a campus revision.
    ///
    /// - Throws: ``CafeDraftRefusal/unknownRevision(_:)``, ``WorkplaceRefusal/unknownCafe(_:)``, or the store's own error.
    public func part(of cafe: CafeID, at number: Int64) async throws -> JSONValue {
        try await store.read { reading in
            guard let part = try Self.part(of: cafe, at: number, in: reading) else {
                throw CafeDraftRefusal.unknownRevision(number)
            }
            return part
        }
    }

    // MARK: - One state

    /// What is stored about a café's part at one moment.
    private struct State: Sendable {
        let cafe: CafeID
        let revision: CampusRevision
        let campus: JSONValue
        let inForce: JSONValue
        let stored: StoredCafeDraft
        let isOutdated: Bool

        init(of cafe: CafeID, in reading: ReadTransaction) throws {
            guard let revision = try reading.campusRevision() else { throw WorkplaceRefusal.noCampus }
            self.cafe = cafe
            self.revision = revision
            campus = try JSONValue(parsing: revision.document)
            guard let part = CafePart.part(of: cafe, in: campus) else {
                throw WorkplaceRefusal.unknownCafe(cafe)
            }
            inForce = part
            stored = try reading.cafeDraft(of: cafe)
            isOutdated =
                stored.document == nil || stored.base == revision.number
                ? false : try CafeDraftService.part(of: cafe, at: stored.base, in: reading) != part
        }

        var document: JSONValue {
            get throws { try stored.document.map { try JSONValue(parsing: $0) } ?? inForce }
        }

        func check(_ document: JSONValue) throws -> CafePart.Check {
            guard let check = CafePart.check(document, of: cafe, in: campus) else {
                throw WorkplaceRefusal.unknownCafe(cafe)
            }
            return check
        }

        /// The draft; a document that is known need not be parsed again.
        func draft(with known: JSONValue?) throws -> CafeDraft {
            let document = try known ?? self.document
            return CafeDraft(
                cafe: cafe, document: document, inForce: inForce, revision: revision.number,
                base: isOutdated ? stored.base : revision.number, version: stored.version,
                lastChange: stored.change, mistakes: try check(document).mistakes)
        }
    }

    private func state(of cafe: CafeID) async throws -> State {
        try await store.read { try State(of: cafe, in: $0) }
    }

    private static func part(
        of cafe: CafeID, at number: Int64, in reading: ReadTransaction
    ) throws -> JSONValue? {
        guard let revision = try reading.campusRevision(number) else { return nil }
        return CafePart.part(of: cafe, in: try JSONValue(parsing: revision.document))
    }

    /// Puts a part in force that is checked outside of the transaction, because a check of a large file takes long.
    private func publish(
        _ cafe: CafeID, origin: CafeRevision.Origin, by person: PersonID,
        choosing: @escaping @Sendable (State, ReadTransaction) throws -> JSONValue
    ) async throws -> Int64 {
        for _ in 1...Self.attemptsAtMost {
            try await imports.refresh()
            let (state, part) = try await store.read { reading in
                let state = try State(of: cafe, in: reading)
                return (state, try choosing(state, reading))
            }
            let check = try state.check(part)
            guard let campus = check.campus else { throw CafeDraftRefusal.mistakes(check.mistakes) }
            let time = now()
            let number = try await store.write { [imports] transaction -> Int64? in
                let stored = try transaction.cafeDraft(of: cafe)
                guard try transaction.campusRevisionNumber() == state.revision.number,
                    stored.version == state.stored.version
                else { return nil }
                let number = try imports.publish(
                    campus, document: check.document, origin: origin, by: person, at: time, in: transaction)
                if origin == .published {
                    try transaction.setCafeDraft(
                        nil, base: number, of: cafe, version: stored.version + 1, by: person, at: time)
                }
                return number
            }
            if let number { return number }
        }
        throw StoreError.busy
    }
}
