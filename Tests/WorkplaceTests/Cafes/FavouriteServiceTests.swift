import Essentials
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct FavouriteServiceTests {
    private static let ada = Fixture.ada

    /// A service over a store of its own with the sample campus.
    private struct FavouriteFixture: Sendable {
        let store: any WorkplaceStore
        let published: PublishedEntries
        let service: FavouriteService
        /// A dish, and another one of the same identifier.
        let favourite = Favourite(cafe: Fixture.cafeID("grill-cafe"), item: Fixture.item("burger"))
        let other = Favourite(cafe: Fixture.cafeID("tea-cafe"), item: Fixture.item("burger"))

        /// What has been told to whose pages.
        var told: [String] {
            published.all.filter { $0.change.kind == "favourites" }
                .map { "\($0.change.topic.text) \($0.change.body)" }
        }
    }

    private func withFixture(_ body: (FavouriteFixture) async throws -> Void) async throws {
        try await withTemporaryStore { store, published in
            let (clock, campuses) = (ManualClock(), CampusRegistry())
            let imports = CampusImport(store: store, campuses: campuses, now: { clock.timestamp })
            _ = try await imports.importCampus(Array(CampusSample.text.utf8), name: "sample")
            let service = FavouriteService(store: store, campuses: campuses, now: { clock.timestamp })
            try await body(FavouriteFixture(store: store, published: published, service: service))
        }
    }

    @Test func `a mark is stored and announced to the person's pages without naming it`() async throws {
        try await withFixture { fixture in
            let marked = try await fixture.service.mark(fixture.favourite, of: Self.ada)
            #expect(marked == Favourites([fixture.favourite]))
            #expect(try await fixture.service.favourites(of: Self.ada) == marked)
            #expect(try await fixture.service.favourites(of: Fixture.grace) == Favourites())
            #expect(fixture.told == ["person/ada {}"])
        }
    }

    @Test func `a change that changes nothing is not announced`() async throws {
        try await withFixture { fixture in
            for _ in 0..<2 { _ = try await fixture.service.mark(fixture.favourite, of: Self.ada) }
            #expect(fixture.told.count == 1)
            for _ in 0..<2 {
                #expect(try await fixture.service.unmark(fixture.favourite, of: Self.ada) == Favourites())
            }
            #expect(fixture.told.count == 2)
            try await fixture.service.erase(Self.ada)
            #expect(fixture.told.count == 2)
        }
    }

    @Test func `the feed has only the last entry of repeated changes`()
        async throws
    {
        try await withFixture { fixture in
            _ = try await fixture.service.mark(fixture.favourite, of: Fixture.grace)
            // Each is durable before the next, so that more of them would take minutes on a busy disk.
            for _ in 0..<10 {
                _ = try await fixture.service.mark(fixture.favourite, of: Self.ada)
                _ = try await fixture.service.unmark(fixture.favourite, of: Self.ada)
            }
            let kept = try await fixture.store.read {
                try $0.feedEntries(after: 0, topics: [.person(Self.ada)], limit: 1_000)
            }
            #expect(kept.map(\.number) == [fixture.published.all.last?.number])
            #expect(kept.map(\.change.kind) == ["favourites"])
        }
    }

    @Test func `an unknown café or item is refused, and nothing is stored or announced`() async throws {
        try await withFixture { fixture in
            let nowhere = Favourite(cafe: Fixture.cafeID("nowhere"), item: fixture.favourite.item)
            await #expect(throws: WorkplaceRefusal.unknownCafe(nowhere.cafe)) {
                _ = try await fixture.service.mark(nowhere, of: Self.ada)
            }
            let nothing = Favourite(cafe: fixture.favourite.cafe, item: Fixture.item("nothing"))
            await #expect(throws: FavouriteRefusal.notOffered(nothing)) {
                _ = try await fixture.service.mark(nothing, of: Self.ada)
            }
            let kept = try await fixture.service.favourites(of: Self.ada)
            #expect(kept == Favourites())
            #expect(fixture.told.isEmpty)
        }
    }

    @Test func `concurrent marks do not exceed the maximum`() async throws {
        try await withFixture { fixture in
            try await fixture.store.write { transaction in
                for number in 1..<Favourites.most {
                    let old = Favourite(cafe: fixture.favourite.cafe, item: Fixture.item("old-\(number)"))
                    try transaction.insert(old, of: Self.ada)
                }
            }
            let soup = Favourite(cafe: fixture.favourite.cafe, item: Fixture.soup)
            let refused = try await withThrowingTaskGroup(of: Int.self) { group in
                for favourite in [fixture.favourite, fixture.other, soup] {
                    group.addTask {
                        do {
                            _ = try await fixture.service.mark(favourite, of: Self.ada)
                        } catch FavouriteRefusal
                            .tooMany
                        {
                            return 1
                        }
                        return 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(refused == 2)
            #expect(try await fixture.service.favourites(of: Self.ada).marked.count == Favourites.most)
        }
    }

    @Test func `the same identifier at another café is a different item`() async throws {
        try await withFixture { fixture in
            _ = try await fixture.service.mark(fixture.favourite, of: Self.ada)
            let both = try await fixture.service.mark(fixture.other, of: Self.ada)
            #expect(both == Favourites([fixture.favourite, fixture.other]))
            #expect(
                try await fixture.service.unmark(fixture.favourite, of: Self.ada)
                    == Favourites([fixture.other]))
        }
    }

    @Test
    func `erasing removes all favourites of the person, also of items off the menu, and of nobody else`()
        async throws
    {
        try await withFixture { fixture in
            let gone = Favourite(cafe: Fixture.cafeID("gone"), item: Fixture.soup)
            try await fixture.store.write { try $0.insert(gone, of: Self.ada) }
            for person in [Self.ada, Fixture.grace] {
                _ = try await fixture.service.mark(fixture.favourite, of: person)
            }
            try await fixture.service.erase(Self.ada)
            #expect(try await fixture.service.favourites(of: Self.ada) == Favourites())
            #expect(
                try await fixture.service.favourites(of: Fixture.grace) == Favourites([fixture.favourite]))
            #expect(fixture.told == ["person/ada {}", "person/grace {}", "person/ada {}"])
        }
    }

    @Test func `the favourite of an item that has left the menu stays and can be removed`() async throws {
        try await withFixture { fixture in
            let gone = Favourite(cafe: fixture.favourite.cafe, item: Fixture.item("of-last-year"))
            try await fixture.store.write { try $0.insert(gone, of: Self.ada) }
            #expect(try await fixture.service.mark(gone, of: Self.ada) == Favourites([gone]))
            #expect(fixture.told.isEmpty)
            #expect(try await fixture.service.unmark(gone, of: Self.ada) == Favourites())
        }
    }
}
