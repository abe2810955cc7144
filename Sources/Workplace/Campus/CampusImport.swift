public import Essentials
import JSON
import Ordering

/// Puts a campus file in force.
public struct CampusImport: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// Makes an import over a store.
    ///
    /// - Parameters:
    ///   - store: Where campus files are stored.
    ///   - campuses: Holds the campus in force.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// Checks a campus file, stores it, opens new meal accounts, and sets the counted stock where the file's number is new.
    ///
    /// Existing accounts keep their balance, and items with an unchanged number keep their remaining stock, so a changed file
    /// can be imported during the day. An import also confirms that the clock is right, even if the store has later changes.
    ///
    /// - Parameters:
    ///   - document: The file's bytes.
    ///   - name: The file's name, for messages.
    ///   - isToldOtherwise: Whether people were informed in another way about data that only the new file collects.
    /// - Returns: The campus, now in force.
    /// - Throws: ``CampusFileError`` with every mistake, ``DataAnnouncementRefusal``, or the store's error; nothing has changed.
    public func importCampus(
        _ document: [UInt8], name: String, isToldOtherwise: Bool = false
    ) async throws -> Campus {
        let campus = try CampusFile.read(document, name: name)
        let time = now()
        let revision = try await store.write { transaction in
            try Self.acceptClock(at: time, with: campus, in: transaction)
            return try Self.putInForce(
                campus, document: document, origin: .imported, by: nil, isToldOtherwise: isToldOtherwise,
                at: time, in: transaction)
        }
        campuses.put(campus, revision: revision)
        return campus
    }

    /// The campus file in force, as an export.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func export() async throws -> CampusRevision {
        guard let revision = try await store.read({ try $0.campusRevision() }) else {
            throw WorkplaceRefusal.noCampus
        }
        return revision
    }

    /// Checks a campus file that an administrator sends from a page, and puts it in force.
    ///
    /// A file that equals the one in force changes nothing. Orders stay as they are, and so do drafts of cafés.
    ///
    /// - Parameters:
    ///   - document: The file's bytes.
    ///   - seen: The number of the revision that the file began from.
    ///   - person: Who imports it, who must still be an administrator with the new file.
    /// - Returns: The number of the revision in force.
    /// - Throws: ``CampusFileError`` with every mistake, ``CampusDraftRefusal/outdated(revision:)``,
    ///   ``AccountRefusal/lastAdministrator``, ``DataAnnouncementRefusal``, or the store's own error; nothing has changed.
    public func importCampus(_ document: [UInt8], seen: Int64, by person: PersonID) async throws -> Int64 {
        try await refresh()
        let campus = try CampusFile.read(document, name: "campus file")
        let value = try JSONValue(parsing: document)
        let time = now()
        return try await store.write { transaction in
            guard let present = try transaction.campusRevision() else { throw WorkplaceRefusal.noCampus }
            guard present.number == seen else { throw CampusDraftRefusal.outdated(revision: present.number) }
            guard try JSONValue(parsing: present.document) != value else { return present.number }
            let people = campus.changed(by: try transaction.directory())
            guard people.person(person)?.isAdministrator == true else {
                throw AccountRefusal.lastAdministrator
            }
            return try publish(
                campus, document: document, origin: .imported, by: person, at: time, in: transaction)
        }
    }

    /// Puts a campus file in force from a page of this process, and notifies open menus in the same transaction.
    ///
    /// - Parameters:
    ///   - campus: The campus of the file.
    ///   - document: The file's bytes.
    ///   - origin: How it comes.
    ///   - person: Who publishes it.
    ///   - time: When.
    ///   - transaction: The transaction, which also has what the publication depends on.
    /// - Returns: The number of the new revision.
    /// - Throws: ``DataAnnouncementRefusal``, or the store's own error.
    func publish(
        _ campus: Campus, document: [UInt8], origin: PartRevision.Origin, by person: PersonID,
        at time: Timestamp, in transaction: WriteTransaction
    ) throws -> Int64 {
        let changed = campus.cafesOffering(otherwiseThan: try campuses.inForce())
        let revision = try Self.putInForce(
            campus, document: document, origin: origin, by: person, isToldOtherwise: false, at: time,
            in: transaction)
        for cafe in changed { try transaction.announceMenu(of: cafe, items: [], at: time) }
        // Before the entries are published, so that a page that reloads gets the new menu.
        transaction.afterCommit { [campuses] in campuses.put(campus, revision: revision) }
        return revision
    }

    /// Stores a campus file and everything that follows from it: accounts, counted stock, reviewed windows, and the parts of cafés.
    private static func putInForce(
        _ campus: Campus, document: [UInt8], origin: PartRevision.Origin, by person: PersonID?,
        isToldOtherwise: Bool, at time: Timestamp, in transaction: WriteTransaction
    ) throws -> Int64 {
        let previous = try transaction.campusRevision()
        let present = Self.campus(of: previous)
        try transaction.requireAnnouncement(
            of: campus, after: present, isToldOtherwise: isToldOtherwise, at: time)
        try openAccounts(of: campus, at: time, in: transaction)
        try countStock(of: campus, unlike: present, at: time, in: transaction)
        try transaction.reviewPickups(on: campus, at: time)
        let revision = try transaction.append(campusDocument: document, at: time, by: person)
        try transaction.recordRevisions(
            revision, document: try JSONValue(parsing: document), after: previous, origin: origin)
        return revision
    }

    /// Puts the store's campus in force when it is later than the one in memory, and announces the changed menus.
    ///
    /// The serving process announces them after the campus is in force, so that a page that reloads gets the new menu.
    ///
    /// - Throws: ``CampusFileError`` when the stored file cannot be read, or the store's error.
    public func refresh() async throws {
        let known = campuses.revision
        let revision = try await store.read { reading -> CampusRevision? in
            guard try reading.campusRevisionNumber() > known else { return nil }
            return try reading.campusRevision()
        }
        guard let revision else { return }
        let campus = try CampusFile.read(revision)
        let changed = known > 0 ? campus.cafesOffering(otherwiseThan: try campuses.inForce()) : []
        let time = now()
        // A process that starts may have other rules of zones than the last one.
        let reviews =
            known == 0 ? try await store.read { try $0.hasPickupsToReview(on: campus, at: time) } : false
        guard reviews || !changed.isEmpty else { return campuses.put(campus, revision: revision.number) }
        try await store.write { transaction in
            if reviews { try transaction.reviewPickups(on: campus, at: time) }
            for cafe in changed { try transaction.announceMenu(of: cafe, items: [], at: time) }
            // Before the commit, after which the entries are published.
            campuses.put(campus, revision: revision.number)
        }
    }

    /// Accepts the clock although the store has later changes: it was ahead when they were made.
    private static func acceptClock(
        at time: Timestamp, with campus: Campus, in transaction: WriteTransaction
    ) throws {
        guard let last = try transaction.lastChangeTime(), let cafe = campus.cafes.first,
            time.advanced(by: StoreOutage.clockTolerance) < last
        else { return }
        transaction.acceptClock()
        // Later changes are compared with this entry.
        try transaction.announceMenu(of: cafe.id, items: [], at: time)
    }

    private static func openAccounts(
        of campus: Campus, at time: Timestamp, in transaction: WriteTransaction
    ) throws {
        for person in campus.people {
            try transaction.openMealAccounts(of: person.id, with: person.openingBalances, at: time)
        }
    }

    /// The campus in force before; `nil` at the first.
    private static func campus(of revision: CampusRevision?) -> Campus? {
        guard let revision else { return nil }
        // A file that this program can no longer read has no numbers to compare.
        do { return try CampusFile.read(revision) } catch { return nil }
    }

    private static func countStock(
        of campus: Campus, unlike previous: Campus?, at time: Timestamp, in transaction: WriteTransaction
    ) throws {
        for cafe in campus.cafes {
            let counted = campus.initialStock[cafe.id] ?? [:]
            let known = previous?.initialStock[cafe.id] ?? [:]
            for item in try transaction.remainingStock(of: cafe.id).keys where counted[item] == nil {
                try transaction.setStock(of: item, at: cafe.id, remaining: nil, time: time)
            }
            for (item, count) in counted where known[item] != count {
                try transaction.setStock(of: item, at: cafe.id, remaining: count, time: time)
            }
        }
    }
}

extension Campus {
    /// The cafés whose menu, rules or counted stock differ from another campus, including new ones.
    fileprivate func cafesOffering(otherwiseThan other: Campus) -> [CafeID] {
        cafes.filter { cafe in
            cafe != other.cafe(cafe.id) || initialStock[cafe.id] != other.initialStock[cafe.id]
        }.map(\.id)
    }
}
