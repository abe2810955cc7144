import Essentials
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What people have marked in the database.
@Suite(.timeLimit(.minutes(1)))
struct FavouritesSQLTests {
    private static let soup = Favourite(cafe: Fixture.mainCafe.id, item: Fixture.soup)
    private static let cake = Favourite(cafe: Fixture.mainCafe.id, item: Fixture.cake)
    private static let otherSoup = Favourite(cafe: Fixture.cafeID("other-cafe"), item: Fixture.soup)

    @Test
    func `favourites are stored once for each person and café`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write { transaction in
                for favourite in [Self.soup, Self.cake, Self.soup] {
                    try transaction.insert(favourite, of: Fixture.ada)
                }
                try transaction.insert(Self.otherSoup, of: Fixture.grace)
            }
            let kept = try await Self.kept([Fixture.ada, Fixture.grace, Fixture.person("nobody")], in: store)
            #expect(kept == [[Self.soup, Self.cake], [Self.otherSoup], []])
        }
    }

    @Test
    func `removing one favourite keeps the others`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write { transaction in
                for favourite in [Self.soup, Self.cake, Self.otherSoup] {
                    try transaction.insert(favourite, of: Fixture.ada)
                }
                try transaction.insert(Self.soup, of: Fixture.grace)
                for _ in 0..<2 { try transaction.remove(Self.soup, of: Fixture.ada) }
            }
            #expect(
                try await Self.kept([Fixture.ada, Fixture.grace], in: store)
                    == [[Self.cake, Self.otherSoup], [Self.soup]])
        }
    }

    @Test
    func `removing all favourites of a person keeps those of others`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write { transaction in
                for favourite in [Self.soup, Self.otherSoup] {
                    try transaction.insert(favourite, of: Fixture.ada)
                }
                try transaction.insert(Self.cake, of: Fixture.grace)
                try transaction.removeFavourites(of: Fixture.ada)
            }
            #expect(try await Self.kept([Fixture.ada, Fixture.grace], in: store) == [[], [Self.cake]])
        }
    }

    private static func kept(
        _ people: [PersonID], in store: any WorkplaceStore
    ) async throws -> [Set<Favourite>] {
        try await store.read { reading in try people.map { try reading.favourites(of: $0).marked } }
    }
}
