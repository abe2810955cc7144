import Attendance
public import Essentials
public import JSON
public import Ordering

/// Lets people change a part of the campus file as a draft, publish it, and return to an earlier one.
///
/// A publication is a new campus revision in which only the part differs, so that pages and files go one way: the
/// campus file has one check, and the revision in force can be exported, edited and imported at any time.
public struct CampusDraftService: Sendable {
    /// The largest part that is stored, in bytes.
    public static let maximumByteCount = 1 << 20
    /// How many revisions of a part are listed.
    public static let revisionsAtMost = 100
    /// How often a publication begins again because another part was published meanwhile.
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

    /// The draft of a part.
    ///
    /// - Throws: The part's refusal when the campus does not have it, or the store's own error.
    public func draft(of part: CampusPart) async throws -> CampusDraft {
        try await state(of: part).draft(with: nil)
    }

    /// The café as its draft describes it, for a preview.
    ///
    /// - Throws: ``CampusDraftRefusal/mistakes(_:)``, the part's refusal when the campus does not have it, or the store's own error.
    public func preview(of cafe: CafeID) async throws -> Cafe {
        let state = try await state(of: .cafe(cafe))
        let check = try state.check(state.document)
        guard let campus = check.campus, let found = campus.cafe(cafe) else {
            throw CampusDraftRefusal.mistakes(check.mistakes)
        }
        return found
    }

    /// Stores a draft, also one with mistakes.
    ///
    /// - Parameters:
    ///   - document: The part with the changes.
    ///   - base: The number of the campus revision that the changes take into account.
    ///   - part: Which part.
    ///   - version: The version of the draft that the changes are about.
    ///   - person: Who changes it.
    /// - Returns: The draft with its next version.
    /// - Throws: ``CampusDraftRefusal/stale(version:)`` when somebody changed it meanwhile,
    ///   ``CampusDraftRefusal/unknownRevision(_:)`` for a base that does not exist, the part's refusal when the campus does not have it, or the
    ///   store's own error.
    public func save(
        _ document: JSONValue, base: Int64, of part: CampusPart, expecting version: Int, by person: PersonID
    ) async throws -> CampusDraft {
        let time = now()
        let (state, whole) = try await store.write { transaction in
            let state = try State(of: part, in: transaction)
            guard state.stored.version == version else {
                throw CampusDraftRefusal.stale(version: state.stored.version)
            }
            guard base > 0, base <= state.revision.number, try transaction.campusRevision(base) != nil else {
                throw CampusDraftRefusal.unknownRevision(base)
            }
            // A program that does not know the places of cafés leaves them as they are.
            let document = part.completed(document, from: state.inForce)
            try transaction.setDraft(
                document == state.inForce ? nil : document.bytes, base: base, of: part, version: version + 1,
                by: person, at: time)
            return (try State(of: part, in: transaction), document)
        }
        return try state.draft(with: whole)
    }

    /// Takes the unpublished changes of a part away.
    ///
    /// - Throws: ``CampusDraftRefusal/stale(version:)``, the part's refusal when the campus does not have it, or the store's own error.
    public func discard(of part: CampusPart, expecting version: Int, by person: PersonID) async throws {
        let time = now()
        try await store.write { transaction in
            let state = try State(of: part, in: transaction)
            guard state.stored.version == version else {
                throw CampusDraftRefusal.stale(version: state.stored.version)
            }
            try transaction.setDraft(
                nil, base: state.revision.number, of: part, version: version + 1, by: person, at: time)
        }
    }

    /// Puts a draft in force, and tells open menus.
    ///
    /// Orders that were placed keep their names, prices and taxes.
    ///
    /// - Parameters:
    ///   - part: Which part.
    ///   - version: The version of the draft that was seen.
    ///   - person: Who publishes it.
    /// - Returns: The number of the new campus revision.
    /// - Throws: ``CampusDraftRefusal``, ``DataAnnouncementRefusal``, the part's refusal when the campus does not have it, or the store's own error.
    public func publish(
        draftOf part: CampusPart, expecting version: Int, by person: PersonID
    ) async throws -> Int64 {
        try await publish(part, origin: .published, by: person) { state, _ in
            guard state.stored.version == version else {
                throw CampusDraftRefusal.stale(version: state.stored.version)
            }
            guard state.stored.document != nil else { throw CampusDraftRefusal.unchanged }
            guard !state.isOutdated else {
                throw CampusDraftRefusal.outdated(revision: state.revision.number)
            }
            return try state.document
        }
    }

    /// Puts an earlier document of a part in force again; a draft stays as it is.
    ///
    /// - Parameters:
    ///   - number: The number of the campus revision that brought it.
    ///   - part: Which part.
    ///   - seen: The number of the campus revision in force that the person saw.
    ///   - person: Who returns to it.
    /// - Returns: The number of the new campus revision.
    /// - Throws: ``CampusDraftRefusal``, ``DataAnnouncementRefusal``, the part's refusal when the campus does not have it, or the store's own error.
    public func `return`(
        to number: Int64, of part: CampusPart, seen: Int64, by person: PersonID
    ) async throws -> Int64 {
        try await publish(part, origin: .returned, by: person) { state, reading in
            guard let document = try Self.document(of: part, at: number, in: reading) else {
                throw CampusDraftRefusal.unknownRevision(number)
            }
            guard try Self.document(of: part, at: seen, in: reading) == state.inForce else {
                throw CampusDraftRefusal.outdated(revision: state.revision.number)
            }
            let left = part.withoutFormerCafes(document, from: document, to: state.inForce)
            guard left != state.inForce else { throw CampusDraftRefusal.unchanged }
            return left
        }
    }

    /// Puts another document of a part in force at once, without a draft.
    ///
    /// - Parameters:
    ///   - part: Which part.
    ///   - document: The part with the changes.
    ///   - seen: The number of the campus revision in force that the person saw.
    ///   - person: Who changes it.
    /// - Returns: The number of the new campus revision.
    /// - Throws: ``CampusDraftRefusal``, ``DayStartsRefusal`` for attendance, the part's refusal when the campus does not have it, or the
    ///   store's own error.
    public func change(
        _ part: CampusPart, to document: JSONValue, seen: Int64, by person: PersonID
    ) async throws -> Int64 {
        try await publish(part, origin: .published, by: person) { state, reading in
            guard try Self.document(of: part, at: seen, in: reading) == state.inForce else {
                throw CampusDraftRefusal.outdated(revision: state.revision.number)
            }
            guard document != state.inForce else { throw CampusDraftRefusal.unchanged }
            return document
        }
    }

    /// The campus as it would be with another document of a part; nothing changes.
    ///
    /// - Throws: ``CampusDraftRefusal/mistakes(_:)``, the part's refusal when the campus does not have it, or the store's own error.
    public func campus(with document: JSONValue, of part: CampusPart) async throws -> Campus {
        let check = try await state(of: part).check(document)
        guard let campus = check.campus else { throw CampusDraftRefusal.mistakes(check.mistakes) }
        return campus
    }

    /// The publications of a part, the latest first; ``CampusDraftService/revisionsAtMost`` of them.
    ///
    /// - Throws: the part's refusal when the campus does not have it, or the store's own error.
    public func revisions(of part: CampusPart) async throws -> [PartRevision] {
        try await store.read { reading in
            _ = try State(of: part, in: reading)
            return try reading.revisions(of: part, limit: Self.revisionsAtMost)
        }
    }

    /// A part as it was with a campus revision.
    ///
    /// - Throws: ``CampusDraftRefusal/unknownRevision(_:)``, the part's refusal when the campus does not have it, or the store's own error.
    public func document(of part: CampusPart, at number: Int64) async throws -> JSONValue {
        try await store.read { reading in
            guard let document = try Self.document(of: part, at: number, in: reading) else {
                throw CampusDraftRefusal.unknownRevision(number)
            }
            return document
        }
    }

    // MARK: - One state

    /// What is stored about a part at one moment.
    private struct State: Sendable {
        let part: CampusPart
        let revision: CampusRevision
        let campus: JSONValue
        let inForce: JSONValue
        let stored: StoredCampusDraft
        let isOutdated: Bool
        /// The part from which the stored changes began.
        let begun: JSONValue

        init(of part: CampusPart, in reading: ReadTransaction) throws {
            guard let revision = try reading.campusRevision() else { throw WorkplaceRefusal.noCampus }
            self.part = part
            self.revision = revision
            campus = try JSONValue(parsing: revision.document)
            guard let document = part.document(in: campus) else { throw part.unknown }
            inForce = document
            stored = try reading.draft(of: part)
            let begun =
                stored.document == nil || stored.base == revision.number
                ? document : try CampusDraftService.document(of: part, at: stored.base, in: reading)
            isOutdated = begun != document
            self.begun = begun ?? document
        }

        var document: JSONValue {
            get throws {
                guard let stored = stored.document else { return inForce }
                let document = part.completed(try JSONValue(parsing: stored), from: begun)
                return part.withoutFormerCafes(document, from: begun, to: inForce)
            }
        }

        func check(_ document: JSONValue) throws -> CampusPart.Check {
            guard let check = part.check(document, in: campus) else { throw part.unknown }
            return check
        }

        /// The draft; a document that is known need not be parsed again.
        func draft(with known: JSONValue?) throws -> CampusDraft {
            let document = try known ?? self.document
            // The part in force was checked when it was published, and checking a long menu is slow.
            let isInForce = known == nil && stored.document == nil
            return CampusDraft(
                part: part, document: document, inForce: inForce, revision: revision.number,
                base: isOutdated ? stored.base : revision.number, version: stored.version,
                lastChange: stored.change, mistakes: isInForce ? [] : try check(document).mistakes)
        }
    }

    private func state(of part: CampusPart) async throws -> State {
        try await store.read { try State(of: part, in: $0) }
    }

    private static func document(
        of part: CampusPart, at number: Int64, in reading: ReadTransaction
    ) throws -> JSONValue? {
        guard let revision = try reading.campusRevision(number) else { return nil }
        return part.document(in: try JSONValue(parsing: revision.document))
    }

    /// Puts a part in force that is checked outside of the transaction, because a check of a large file takes long.
    private func publish(
        _ part: CampusPart, origin: PartRevision.Origin, by person: PersonID,
        choosing: @escaping @Sendable (State, ReadTransaction) throws -> JSONValue
    ) async throws -> Int64 {
        for _ in 1...Self.attemptsAtMost {
            try await imports.refresh()
            let (state, document) = try await store.read { reading in
                let state = try State(of: part, in: reading)
                return (state, try choosing(state, reading))
            }
            let check = try state.check(document)
            guard let campus = check.campus else { throw CampusDraftRefusal.mistakes(check.mistakes) }
            let time = now()
            let number = try await store.write { [imports] transaction -> Int64? in
                let stored = try transaction.draft(of: part)
                guard try transaction.campusRevisionNumber() == state.revision.number,
                    stored.version == state.stored.version
                else { return nil }
                if case .attendance(let site) = part {
                    // In the same transaction, so that no month is closed in between.
                    try transaction.requireDaysOfClosedMonths(
                        of: DayStarts(ofAttendance: state.inForce), in: DayStarts(ofAttendance: document),
                        at: site)
                }
                let number = try imports.publish(
                    campus, document: check.document, origin: origin, by: person, at: time, in: transaction)
                if origin == .published {
                    try transaction.setDraft(
                        nil, base: number, of: part, version: stored.version + 1, by: person, at: time)
                }
                return number
            }
            if let number { return number }
        }
        throw StoreError.contended
    }
}
