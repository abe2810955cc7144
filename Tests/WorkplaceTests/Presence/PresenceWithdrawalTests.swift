import Conditions
import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What happens while a person withdraws.
@Suite(.timeLimit(.minutes(1))) struct PresenceWithdrawalTests {
    /// A service over the fixture's store, of which one call waits.
    private func service(of fixture: PresenceFixture, over store: LateStore) -> PresenceService {
        PresenceService(
            store: store, campuses: fixture.campuses, wearables: fixture.wearables, clock: fixture.clock,
            crossed: AttendanceService.crossingHandler(of: fixture.campuses) {},
            now: { fixture.clock.timestamp })
    }

    @Test func `what is heard while a withdrawal waits to be written is dropped with it`() async throws {
        try await withPresence { fixture in
            let store = LateStore(fixture.store, waiting: .beforeWriting)
            let service = service(of: fixture, over: store)
            async let withdrawal: Void = service.withdraw(Fixture.ada)
            await store.untilHeld()
            try await fixture.report("ear", rssi: -60, by: service)
            #expect(await service.people.keys.contains(Fixture.ada))
            store.release()
            try await withdrawal
            #expect(await service.people.isEmpty)
            #expect(try await fixture.kept().isEmpty)
        }
    }

    @Test func `what is heard while the end of reminders waits to be written is dropped with it`()
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            let store = LateStore(fixture.store, waiting: .beforeWriting)
            let service = service(of: fixture, over: store)
            async let end: Void = service.endReminders(of: Fixture.ada)
            await store.untilHeld()
            try await fixture.report("door-ear", rssi: -60, by: service)
            #expect(await service.people.keys.contains(Fixture.ada))
            store.release()
            try await end
            #expect(await service.people.isEmpty)
            #expect(try await fixture.kept().isEmpty)
        }
    }

    @Test func `a clock that was set back does not stop a withdrawal, and other changes are still refused`()
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            let favourite = Favourite(cafe: Fixture.cafeID("grill-cafe"), item: Fixture.item("burger"))
            let favourites = FavouriteService(
                store: fixture.store, campuses: fixture.campuses, now: { fixture.clock.timestamp })
            _ = try await favourites.mark(favourite, of: Fixture.ada)
            let last = try await fixture.store.read { try $0.lastChangeTime() }
            let told = fixture.published.all.count
            fixture.advance(-3_600)
            try await fixture.service.withdraw(Fixture.ada)
            let followingSince = try await fixture.store.read { try $0.followingSince(of: Fixture.ada) }
            #expect(followingSince == nil)
            let setting = try await fixture.attendance.setReminders(of: Fixture.ada, on: false)
            #expect(!setting.isOn)
            try await favourites.erase(Fixture.ada)
            #expect(try await favourites.favourites(of: Fixture.ada).marked.isEmpty)
            #expect(fixture.published.all.count == told + 3)
            // The later time stands, in the store and for what comes next.
            #expect(try await fixture.store.read { try $0.lastChangeTime() } == last)
            await #expect(throws: StoreOutage.clockBehind) { try await fixture.service.follow(Fixture.ada) }
            await #expect(throws: StoreOutage.clockBehind) { try await fixture.clockIn() }
        }
    }

    @Test func `a consent that was read before a withdrawal is read again after it`() async throws {
        try await withPresence { fixture in
            let store = LateStore(fixture.store, waiting: .afterReading)
            let service = service(of: fixture, over: store)
            let told = Task { try await fixture.tell([(1, "room", .satisfied)], by: service) }
            await store.untilHeld()
            try await service.withdraw(Fixture.ada)
            store.release()
            await #expect(throws: WorkplaceRefusal.consentNeeded) { try await told.value }
            #expect(await service.people.isEmpty)
            #expect(try await fixture.kept().isEmpty)
            #expect(fixture.told.isEmpty)
        }
    }
}
