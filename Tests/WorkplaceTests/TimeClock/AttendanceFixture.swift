import Attendance
import Essentials
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// An attendance service over a temporary store with the sample campus, and a clock that stands still at noon.
struct AttendanceFixture: Sendable {
    let store: any WorkplaceStore
    let published: PublishedEntries
    let clock: ManualClock
    let service: AttendanceService
    let departures: DueTimer
    let imports: CampusImport
    let campuses: CampusRegistry

    static let ada = Fixture.ada

    init(_ store: any WorkplaceStore, _ published: PublishedEntries) async throws {
        let (clock, campuses) = (ManualClock(), CampusRegistry())
        self.store = store
        self.published = published
        self.clock = clock
        self.campuses = campuses
        service = AttendanceService(
            store: store, campuses: campuses, remindersEnded: { _ in }, now: { clock.timestamp })
        departures = DueTimer.departures(
            store: store, campuses: campuses, clock: clock, now: { clock.timestamp })
        imports = CampusImport(store: store, campuses: campuses, now: { clock.timestamp })
        _ = try await imports.importCampus(Array(CampusSample.text.utf8), name: "sample")
    }

    /// Reports a crossing that is observed and received now, unless a time is named.
    func cross(
        _ kind: Crossing.Kind, at entrance: String = "door", by person: PersonID = ada,
        observedAt: Timestamp? = nil, source: String = "gateway-1"
    ) async throws -> CrossingOutcome {
        try await service.crossed(
            Crossing(
                entrance: try #require(SpotID(entrance)), kind: kind,
                observedAt: observedAt ?? clock.timestamp, receivedAt: clock.timestamp,
                source: try #require(CrossingSourceID(source))), by: person)
    }

    /// The decision that a crossing led to.
    func decision(
        _ kind: Crossing.Kind, at entrance: String = "door", observedAt: Timestamp? = nil
    ) async throws -> ReminderDecision {
        let outcome = try await cross(kind, at: entrance, observedAt: observedAt)
        guard case .decided(let decision) = outcome else {
            throw Unexpected(outcome: "\(outcome)")
        }
        return decision
    }

    /// The decision on a departure of now, after the time to stay away.
    func departure(at entrance: String = "door") async throws -> ReminderDecision {
        let left = clock.timestamp
        guard case .waits(let until) = try await cross(.exited, at: entrance) else {
            throw Unexpected(outcome: "the departure does not wait")
        }
        clock.advance(by: left.duration(to: until))
        _ = try await departures.workNow()
        let decision = try await today().decisions.first { $0.cause.time == left }
        return try #require(decision)
    }

    /// Lets the timer work, and returns when the next departure is decided on; not when an open punch is asked about.
    func departureDue(_ timer: DueTimer? = nil) async throws -> Timestamp? {
        let next = try await (timer ?? departures).workNow()
        let asks = try await store.read { try $0.reminders(of: Self.ada).asksAt }
        return next == asks ? nil : next
    }

    /// Makes a punch at the site that is named, with a key of its own.
    @discardableResult
    func punch(
        _ kind: PunchKind, key: String, site: String? = "north", reminder: ReminderID? = nil,
        deviceTime: Timestamp? = nil, fingerprint: [UInt8] = [1], startsBreak: Bool = false,
        forgotOut: Bool = false, by person: PersonID = ada
    ) async throws -> RecordedPunch {
        try await service.punch(
            PunchRequest(
                person: person, kind: kind, startsBreak: startsBreak, forgotOut: forgotOut,
                deviceTime: deviceTime, reminder: reminder,
                site: try site.map { try #require(SiteID($0)) },
                key: PunchKey(text: key, fingerprint: fingerprint)))
    }

    func today() async throws -> AttendanceDay { try await service.today(of: Self.ada).content }

    /// What has been told to a person's pages, as kinds and bodies.
    var told: [(kind: String, body: String)] {
        published.all.map { ($0.change.kind, $0.change.body) }
    }

    struct Unexpected: Error {
        let outcome: String
    }
}

/// A fixture on a store of its own.
func withAttendance(_ body: (AttendanceFixture) async throws -> Void) async throws {
    try await withTemporaryStore { store, published in
        try await body(try await AttendanceFixture(store, published))
    }
}

extension AttendanceFixture {
    /// Somebody who may close months.
    static let approver: Person = {
        guard let english = LanguageTag("en") else { preconditionFailure("no English") }
        return Person(
            id: Fixture.grace, name: "grace", grants: [RoleGrant(.approver)], language: english,
            locale: english, openingBalances: [])
    }()
}
