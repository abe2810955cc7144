import Beacons
import Conditions
public import Essentials
import Observations

/// Evaluates reports of gateways and devices for the purposes to which a person consented: the page follows
/// them to their café, and they get reminders at the door.
///
/// Sightings are evaluated in memory and dropped. Only changes at spots that a purpose needs are stored, for
/// a day. People who have not consented are never evaluated. When a person withdraws, their data in memory is
/// dropped at once.
///
/// Where several processes serve one store, the one that has ``StoreDuty/sender`` evaluates presence, because what gateways at two
/// spots hear decides together in which café a person is. Another one refuses reports, and holds no data about people.
public actor PresenceService {
    /// After this time without a report a gateway is gone: the states at its spot are unknown from then on
    /// (W7).
    static let gatewayTimeout: Duration = .seconds(60)
    private static let interval: Duration = .seconds(1)

    /// The progress of a gateway's reports.
    struct GatewayProgress {
        /// A report that ends at most this far ahead comes from a right clock.
        private static let rightness: Duration = .seconds(1)

        let spot: SpotID
        /// The latest time that it has reported, by its clock.
        var latest: Timestamp
        var receivedAt: Timestamp

        /// The time before which sightings of its next report are late.
        ///
        /// After a clock that was ahead is corrected, the order continues from the arrival of the last
        /// report. Otherwise every sighting would be late until the clock reaches its earlier time again.
        func latest(before report: GatewayReport, at time: Timestamp) -> Timestamp {
            let isRight = report.until <= time.advanced(by: Self.rightness)
            return isRight ? min(latest, receivedAt) : latest
        }
    }

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    private let clock: any Clock<Duration>
    let wearables: WearableService
    let crossed: CrossingHandler
    let now: @Sendable () -> Timestamp

    /// The condition for hearing a badge, for each spot that has a beacon.
    var conditions: [SpotID: Condition] = [:]
    var people = FollowedPeople()
    var gateways: [GatewayID: GatewayProgress] = [:]
    /// The wearables as they were at a revision, with what was looked up.
    var wearers = WearableIndex()
    var wearersRevision = 0
    var notes: [GatewayID: GatewayNote] = [:]
    private var evaluatedRevision: Int64 = 0
    /// The number of the time in which this process has the duty, to which the data in memory belongs.
    private var heldToken: Int64?
    /// The number of withdrawals, by which a read of the store detects that it may be outdated.
    private var withdrawals = 0

    /// Makes a service without any state of people.
    ///
    /// - Parameters:
    ///   - store: The store of consent and events.
    ///   - campuses: The spots, gateways and badges.
    ///   - wearables: The badges and phones of people.
    ///   - clock: The clock on which it sleeps.
    ///   - crossed: Receives each crossing of an entrance by a person who wants reminders.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, wearables: WearableService,
        clock: any Clock<Duration>,
        crossed: CrossingHandler, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.wearables = wearables
        self.clock = clock
        self.crossed = crossed
        self.now = now
    }

    // MARK: - Consent

    /// Whether a person's page follows them, and in which café they are.
    ///
    /// - Throws: The store's own error.
    public func following(of person: PersonID) async throws -> Following {
        // The process that evaluates presence knows the café; another one only knows the consent.
        guard (try? takeDuty()) != nil else {
            return Following(since: try await store.read { try $0.followingSince(of: person) })
        }
        guard try await consents(of: [person])[person]?.allows(.following) == true,
            let since = try await store.read({ try $0.followingSince(of: person) })
        else { return Following(since: nil) }
        return Following(since: since, choice: people[person]?.choice.choice ?? .none)
    }

    /// Makes a person's page follow them; does nothing if it already does.
    ///
    /// - Throws: The store's own error.
    public func follow(_ person: PersonID) async throws {
        let time = now()
        try await store.write { transaction in
            guard try transaction.followingSince(of: person) == nil else { return }
            try transaction.setFollowing(of: person, since: time)
            try transaction.tellAnnounced(.following, to: person, at: time)
            try transaction.announce(isFollowing: true, to: person, at: time)
        }
    }

    /// Ends the following: drops the person's data in memory and erases their stored events.
    ///
    /// - Throws: The store's own error; the data in memory is dropped in any case.
    public func withdraw(_ person: PersonID) async throws {
        // Both before and after: a report in progress may have read the consent in between.
        forget(person)
        let time = now()
        try await store.write { transaction in
            let wasFollowing = try transaction.followingSince(of: person) != nil
            try transaction.setFollowing(of: person, since: nil)
            try transaction.erasePresence(of: person)
            guard wasFollowing else { return }
            try transaction.announce(
                isFollowing: false, to: person, at: try transaction.timeOfWithdrawal(at: time))
        }
        forget(person)
    }

    /// Drops a person's data in memory, and erases their stored events at entrances.
    ///
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func endReminders(of person: PersonID) async throws {
        forget(person)
        let entrances = try campus().sites.flatMap(\.spots).filter { $0.kind == .entrance }.map(\.id)
        try await store.write { try $0.erasePresence(of: person, at: entrances) }
        forget(person)
    }

    /// Makes sure that this process evaluates presence, and drops the data in memory if another one has done so since.
    ///
    /// - Returns: The number of this time, for ``keep(_:at:of:holding:)``.
    /// - Throws: ``StoreError/noSender`` when another process does.
    func takeDuty() throws -> Int64 {
        let token = store.dutyToken
        if token != heldToken {
            withdrawals += 1
            for person in Array(people.keys) { drop(person) }
            gateways = [:]
            notes = [:]
            wearersRevision = 0
            heldToken = token
        }
        guard let token else { throw StoreError.noSender }
        return token
    }

    private func forget(_ person: PersonID) {
        withdrawals += 1
        drop(person)
    }

    /// Drops a person's data in memory; it is read from the store again when it is needed.
    func drop(_ person: PersonID) {
        people[person] = nil
    }

    /// The present consents of some people; the state of new people is restored from their stored events.
    func consents(of persons: Set<PersonID>) async throws -> [PersonID: PresenceConsent] {
        // Stored events are applied to the conditions of their spots.
        _ = try campus()
        while true {
            let seen = withdrawals
            let new = persons.filter { !people.contains($0) }
            let time = now()
            let oldest = time.advanced(by: .zero - PresenceEvent.retention)
            let found = try await store.read { reading in
                let consents = try reading.presenceConsents(of: persons, at: time)
                var events: [PersonID: [PresenceEvent]] = [:]
                for person in new where consents[person]?.isRefusal == false {
                    events[person] = try reading.presenceEvents(of: person, after: oldest)
                }
                return (consents: consents, events: events)
            }
            guard seen == withdrawals else { continue }
            for (person, consent) in found.consents where consent.isRefusal { drop(person) }
            for (person, events) in found.events { takeUp(person, with: events) }
            return found.consents
        }
    }

    private func takeUp(_ person: PersonID, with events: [PresenceEvent]) {
        guard !people.contains(person) else { return }
        var followed = FollowedPerson(events: events)
        if !events.isEmpty { followed.checkAt = now().observed }
        for event in events where event.source == .badge {
            guard let condition = conditions[event.spot] else { continue }
            followed.assume(event.state, at: event.spot, deciding: condition)
        }
        people[person] = followed
    }

    // MARK: - Campus

    /// The present campus; also updates the conditions of its spots.
    func campus() throws -> Campus {
        let revision = campuses.revision
        let campus = try campuses.inForce()
        guard revision != evaluatedRevision else { return campus }
        let beacons = campus.sites.flatMap(\.spots).compactMap { spot in
            campus.beacon(of: spot.id).map { (spot.id, $0) }
        }
        conditions = Dictionary(beacons) { first, _ in first }
            .mapValues { .beacon(BeaconIdentityCondition(BeaconIdentityConstraint($0))) }
        for person in Array(people.keys) { people[person]?.keepBadgeStates(of: conditions) }
        evaluatedRevision = revision
        return campus
    }

    // MARK: - Running

    /// Handles due work each second, until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; the next second retries.
    public func run(report: @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            do { try await clock.sleep(for: Self.interval) } catch { return }
            do { try await lookAtDue() } catch { report(error) }
        }
    }
}

extension Timestamp {
    /// The same moment as an observation time.
    var observed: ObservationTime { ObservationTime(microseconds: millisecondsSinceEpoch * 1_000) }
}

extension ObservationTime {
    /// The same moment in whole milliseconds.
    var timestamp: Timestamp { Timestamp(millisecondsSinceEpoch: microseconds / 1_000) }
}
