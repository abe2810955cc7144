import Attendance
import Beacons
import Conditions
import Essentials
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// A presence service over a temporary store with the sample campus, and a clock that stands still at noon.
struct PresenceFixture: Sendable {
    let store: any WorkplaceStore
    let published: PublishedEntries
    let clock: ManualClock
    let imports: CampusImport
    let campuses: CampusRegistry
    let service: PresenceService
    let attendance: AttendanceService
    let wearables: WearableService
    let departures: DueTimer

    init(_ store: any WorkplaceStore, _ published: PublishedEntries) async throws {
        let (clock, campuses) = (ManualClock(), CampusRegistry())
        self.store = store
        self.published = published
        self.clock = clock
        self.campuses = campuses
        let wearables = WearableService(store: store, campuses: campuses, now: { clock.timestamp })
        self.wearables = wearables
        let service = PresenceService(
            store: store, campuses: campuses, wearables: wearables, clock: clock,
            crossed: AttendanceService.crossingHandler(of: campuses) {},
            now: { clock.timestamp })
        self.service = service
        attendance = AttendanceService(
            store: store, campuses: campuses, remindersEnded: { try await service.endReminders(of: $0) },
            now: { clock.timestamp })
        departures = DueTimer.departures(store: store, campuses: campuses, clock: clock, now: { clock.timestamp })
        imports = CampusImport(store: store, campuses: campuses, now: { clock.timestamp })
        _ = try await imports.importCampus(Array(CampusSample.text.utf8), name: "sample")
    }

    /// A new service over the same store, as after a restart.
    func restarted() -> PresenceService {
        PresenceService(
            store: store, campuses: campuses, wearables: wearables, clock: clock,
            crossed: AttendanceService.crossingHandler(of: campuses) {},
            now: { clock.timestamp })
    }

    /// The badge of Ada, the one wearer of the sample.
    func badge() throws -> BeaconIdentity {
        let uuid = try #require(try campuses.inForce().organisation.badgeUUID)
        return BeaconIdentity(uuid: uuid, major: 7, minor: 65_535)
    }

    /// Has a gateway report Ada's badge now, with a strength, or that it hears nothing.
    @discardableResult
    func report(
        _ gateway: String, rssi: Int8? = nil, at time: Timestamp? = nil, by service: PresenceService? = nil
    ) async throws -> GatewayReceipt {
        let time = time ?? clock.timestamp
        let sightings = try rssi.map {
            [GatewayReport.Sighting(identity: .beacon(try badge()), measuredPower: -59, rssi: $0, time: time)]
        }
        return try await take(
            GatewayReport(until: time, sightings: sightings ?? []), from: gateway, by: service)
    }

    @discardableResult
    func take(
        _ report: GatewayReport, from gateway: String, by service: PresenceService? = nil
    ) async throws -> GatewayReceipt {
        let id = try #require(GatewayID(gateway))
        let gateway = try #require(try campuses.inForce().gateway(id))
        return try await (service ?? self.service).take(report, from: gateway)
    }

    /// Has a device of Ada's report changes at spots.
    @discardableResult
    func tell(
        _ events: [(number: Int64, spot: String, state: ConditionState)], from device: String = "laptop",
        by service: PresenceService? = nil
    ) async throws -> Int64 {
        let receipt = try await (service ?? self.service).take(
            events.map {
                DeviceEvent(number: $0.number, spot: $0.spot, state: $0.state, time: clock.timestamp)
            }, from: device, of: Fixture.ada)
        return receipt.acknowledged
    }

    /// Lets the time go by for which somebody must stay away, so that their departure counts.
    func stayAway() async throws {
        clock.advance(by: DoorStateMachine.standardDwell)
        _ = try await departures.workNow()
    }

    func advance(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

    /// What has been told to Ada's pages about where she is.
    var told: [String] {
        published.all.filter { $0.change.kind == FeedChange.presenceKind }.map(\.change.body)
    }

    /// Clocks Ada in, so that a departure has something to remind of.
    func clockIn() async throws {
        _ = try await attendance.punch(
            PunchRequest(
                person: Fixture.ada, kind: .in, deviceTime: nil, reminder: nil, site: SiteID("north"),
                key: PunchKey(text: "in", fingerprint: [1])))
    }

    /// What has been told to Ada's pages about punches.
    var reminders: Int { published.all.count { $0.change.kind == "attendance.reminder" } }

    func kept() async throws -> [PresenceEvent] {
        try await store.read {
            try $0.presenceEvents(of: Fixture.ada, after: Timestamp(millisecondsSinceEpoch: 0))
        }
    }
}

/// A fixture on a store of its own.
func withPresence(
    following: Bool = true, _ body: (PresenceFixture) async throws -> Void
) async throws {
    try await withTemporaryStore { store, published in
        let fixture = try await PresenceFixture(store, published)
        if following { try await fixture.service.follow(Fixture.ada) }
        try await body(fixture)
    }
}
