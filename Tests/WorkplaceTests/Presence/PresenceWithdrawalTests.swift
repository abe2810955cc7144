import Conditions
import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What happens while a person withdraws.
@Suite(.timeLimit(.minutes(1))) struct PresenceWithdrawalTests {
    /// A service over the bench's store, of which one call waits.
    private func service(of bench: PresenceBench, over store: LateStore) -> PresenceService {
        PresenceService(
            store: store, campuses: bench.campuses, clock: bench.clock, now: { bench.clock.timestamp })
    }

    @Test func `what is heard while a withdrawal waits to be written is dropped with it`() async throws {
        try await withPresence { bench in
            let store = LateStore(bench.store, waiting: .beforeWriting)
            let service = service(of: bench, over: store)
            async let withdrawal: Void = service.withdraw(Fixture.ada)
            await store.untilHeld()
            try await bench.report("ear", rssi: -60, by: service)
            #expect(await service.people.keys.contains(Fixture.ada))
            store.release()
            try await withdrawal
            #expect(await service.people.isEmpty)
            #expect(try await bench.kept().isEmpty)
        }
    }

    @Test func `what is heard while the end of reminders waits to be written is dropped with it`()
        async throws
    {
        try await withPresence { bench in
            _ = try await bench.attendance.setReminders(of: Fixture.ada, on: true)
            let store = LateStore(bench.store, waiting: .beforeWriting)
            let service = service(of: bench, over: store)
            async let end: Void = service.endReminders(of: Fixture.ada)
            await store.untilHeld()
            try await bench.report("door-ear", rssi: -60, by: service)
            #expect(await service.people.keys.contains(Fixture.ada))
            store.release()
            try await end
            #expect(await service.people.isEmpty)
            #expect(try await bench.kept().isEmpty)
        }
    }

    @Test func `a clock that was set back does not stop a withdrawal, and other changes are still refused`()
        async throws
    {
        try await withPresence { bench in
            _ = try await bench.attendance.setReminders(of: Fixture.ada, on: true)
            let favourite = Favourite(cafe: Fixture.cafeID("grill-cafe"), item: Fixture.item("burger"))
            let favourites = FavouriteService(
                store: bench.store, campuses: bench.campuses, now: { bench.clock.timestamp })
            _ = try await favourites.mark(favourite, of: Fixture.ada)
            let last = try await bench.store.read { try $0.lastChangeTime() }
            let told = bench.published.all.count
            bench.advance(-3_600)
            try await bench.service.withdraw(Fixture.ada)
            let followingSince = try await bench.store.read { try $0.followingSince(of: Fixture.ada) }
            #expect(followingSince == nil)
            let setting = try await bench.attendance.setReminders(of: Fixture.ada, on: false)
            #expect(!setting.isOn)
            try await favourites.erase(Fixture.ada)
            #expect(try await favourites.favourites(of: Fixture.ada).marked.isEmpty)
            #expect(bench.published.all.count == told + 3)
            // The later time stands, in the store and for what comes next.
            #expect(try await bench.store.read { try $0.lastChangeTime() } == last)
            await #expect(throws: StoreOutage.clockBehind) { try await bench.service.follow(Fixture.ada) }
            await #expect(throws: StoreOutage.clockBehind) { try await bench.clockIn() }
        }
    }

    @Test func `a consent that was read before a withdrawal is read again after it`() async throws {
        try await withPresence { bench in
            let store = LateStore(bench.store, waiting: .afterReading)
            let service = service(of: bench, over: store)
            let told = Task { try await bench.tell([(1, "room", .satisfied)], by: service) }
            await store.untilHeld()
            try await service.withdraw(Fixture.ada)
            store.release()
            await #expect(throws: WorkplaceRefusal.consentNeeded) { try await told.value }
            #expect(await service.people.isEmpty)
            #expect(try await bench.kept().isEmpty)
            #expect(bench.told.isEmpty)
        }
    }
}
