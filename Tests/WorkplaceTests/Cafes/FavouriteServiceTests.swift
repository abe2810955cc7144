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
    private struct Bench: Sendable {
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

    private func withBench(_ body: (Bench) async throws -> Void) async throws {
        try await withTemporaryStore { store, published in
            let (clock, campuses) = (ManualClock(), CampusRegistry())
            let imports = CampusImport(store: store, campuses: campuses, now: { clock.timestamp })
            _ = try await imports.importCampus(Array(CampusSample.text.utf8), name: "sample")
            let service = FavouriteService(store: store, campuses: campuses, now: { clock.timestamp })
            try await body(Bench(store: store, published: published, service: service))
        }
    }

    @Test func `a mark is kept, and the person's pages are told of it without what it is`() async throws {
        try await withBench { bench in
            let marked = try await bench.service.mark(bench.favourite, of: Self.ada)
            #expect(marked == Favourites([bench.favourite]))
            #expect(try await bench.service.favourites(of: Self.ada) == marked)
            #expect(try await bench.service.favourites(of: Fixture.grace) == Favourites())
            #expect(bench.told == ["person/ada {}"])
        }
    }

    @Test func `what changes nothing is told to nobody`() async throws {
        try await withBench { bench in
            for _ in 0..<2 { _ = try await bench.service.mark(bench.favourite, of: Self.ada) }
            #expect(bench.told.count == 1)
            for _ in 0..<2 {
                #expect(try await bench.service.unmark(bench.favourite, of: Self.ada) == Favourites())
            }
            #expect(bench.told.count == 2)
            try await bench.service.erase(Self.ada)
            #expect(bench.told.count == 2)
        }
    }

    @Test func `however often somebody presses, the feed has one entry of it, the last`()
        async throws
    {
        try await withBench { bench in
            _ = try await bench.service.mark(bench.favourite, of: Fixture.grace)
            // Each is durable before the next, so that more of them would take minutes on a busy disk.
            for _ in 0..<10 {
                _ = try await bench.service.mark(bench.favourite, of: Self.ada)
                _ = try await bench.service.unmark(bench.favourite, of: Self.ada)
            }
            let kept = try await bench.store.read {
                try $0.feedEntries(after: 0, topics: [.person(Self.ada)], limit: 1_000)
            }
            #expect(kept.map(\.number) == [bench.published.all.last?.number])
            #expect(kept.map(\.change.kind) == ["favourites"])
        }
    }

    @Test func `an unknown café or item is refused, and nothing is kept or told`() async throws {
        try await withBench { bench in
            let nowhere = Favourite(cafe: Fixture.cafeID("nowhere"), item: bench.favourite.item)
            await #expect(throws: WorkplaceRefusal.unknownCafe(nowhere.cafe)) {
                _ = try await bench.service.mark(nowhere, of: Self.ada)
            }
            let nothing = Favourite(cafe: bench.favourite.cafe, item: Fixture.item("nothing"))
            await #expect(throws: FavouriteRefusal.notOffered(nothing)) {
                _ = try await bench.service.mark(nothing, of: Self.ada)
            }
            let kept = try await bench.service.favourites(of: Self.ada)
            #expect(kept == Favourites())
            #expect(bench.told.isEmpty)
        }
    }

    @Test func `of marks that come at once no more are kept than the most`() async throws {
        try await withBench { bench in
            try await bench.store.write { transaction in
                for number in 1..<Favourites.most {
                    let old = Favourite(cafe: bench.favourite.cafe, item: Fixture.item("old-\(number)"))
                    try transaction.insert(old, of: Self.ada)
                }
            }
            let soup = Favourite(cafe: bench.favourite.cafe, item: Fixture.soup)
            let refused = try await withThrowingTaskGroup(of: Int.self) { group in
                for favourite in [bench.favourite, bench.other, soup] {
                    group.addTask {
                        do { _ = try await bench.service.mark(favourite, of: Self.ada) } catch FavouriteRefusal
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
            #expect(try await bench.service.favourites(of: Self.ada).marked.count == Favourites.most)
        }
    }

    @Test func `a dish of the same identifier at another café is another one`() async throws {
        try await withBench { bench in
            _ = try await bench.service.mark(bench.favourite, of: Self.ada)
            let both = try await bench.service.mark(bench.other, of: Self.ada)
            #expect(both == Favourites([bench.favourite, bench.other]))
            #expect(try await bench.service.unmark(bench.favourite, of: Self.ada) == Favourites([bench.other]))
        }
    }

    @Test func `erasing takes all marks, also of what is on no menu, and nobody else's`() async throws {
        try await withBench { bench in
            let gone = Favourite(cafe: Fixture.cafeID("gone"), item: Fixture.soup)
            try await bench.store.write { try $0.insert(gone, of: Self.ada) }
            for person in [Self.ada, Fixture.grace] {
                _ = try await bench.service.mark(bench.favourite, of: person)
            }
            try await bench.service.erase(Self.ada)
            #expect(try await bench.service.favourites(of: Self.ada) == Favourites())
            #expect(try await bench.service.favourites(of: Fixture.grace) == Favourites([bench.favourite]))
            #expect(bench.told == ["person/ada {}", "person/grace {}", "person/ada {}"])
        }
    }

    @Test func `the mark of an item that has left the menu stays, and can be taken away`() async throws {
        try await withBench { bench in
            let gone = Favourite(cafe: bench.favourite.cafe, item: Fixture.item("of-last-year"))
            try await bench.store.write { try $0.insert(gone, of: Self.ada) }
            #expect(try await bench.service.mark(gone, of: Self.ada) == Favourites([gone]))
            #expect(bench.told.isEmpty)
            #expect(try await bench.service.unmark(gone, of: Self.ada) == Favourites())
        }
    }
}
