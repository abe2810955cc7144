import Essentials
import HTTPCore
import JSON
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// What somebody has marked, over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct FavouriteTests {
    private static let all = "/api/v1/favourites"
    private static let soup = "/api/v1/cafes/main-cafe/favourites/soup"

    private func marked(_ answer: Answer) -> [String] {
        (answer["favourites"]?.elements ?? []).map { favourite in
            [
                favourite.at("cafe.id")?.text, favourite.at("item.id")?.text, favourite.at("item.name")?.text,
                favourite.at("isOffered") == true ? "offered" : "gone",
            ].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test func `marking and unmarking return the favourites, also when repeated`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            #expect(marked(try await bench.get(Self.all, as: ada)).isEmpty)
            for _ in 0..<2 {
                let answer = try await bench.put(Self.soup, "", as: ada)
                #expect(answer.status == 200)
                #expect(marked(answer) == ["main-cafe soup Soup offered"])
            }
            try await bench.put("/api/v1/cafes/main-cafe/favourites/cake", "", as: ada)
            #expect(
                marked(try await bench.get(Self.all, as: ada)) == [
                    "main-cafe cake Cake offered", "main-cafe soup Soup offered",
                ])
            for _ in 0..<2 {
                #expect(marked(try await bench.delete(Self.soup, as: ada)) == ["main-cafe cake Cake offered"])
            }
        }
    }

    @Test func `favourites belong to the person, in every session`() async throws {
        try await withAPIFixture { bench in
            try await bench.put(Self.soup, "", as: try await bench.signIn("ada"))
            let elsewhere = try await bench.get(Self.all, as: try await bench.signIn("ada"))
            #expect(marked(elsewhere) == ["main-cafe soup Soup offered"])
            #expect(marked(try await bench.get(Self.all, as: try await bench.signIn("grace"))).isEmpty)
        }
    }

    @Test func `names are in the requested language`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.soup, "", as: ada)
            let answer = try await bench.get(Self.all + "?lang=ja", as: ada)
            #expect(marked(answer) == ["main-cafe soup スープ offered"])
            #expect(answer["favourites.0.cafe.name"] == "本館カフェ")
        }
    }

    @Test func `an item that leaves the menu keeps its mark, and its place when it comes back`() async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.soup, "", as: ada)
            try await bench.importCampus(TestCampus(hasSoup: false))
            #expect(marked(try await bench.get(Self.all, as: ada)) == ["main-cafe soup soup gone"])
            #expect(try await bench.put(Self.soup, "", as: ada).status == 200)
            try await bench.importCampus(TestCampus())
            #expect(marked(try await bench.get(Self.all, as: ada)) == ["main-cafe soup Soup offered"])
        }
    }

    @Test(arguments: [
        ("nowhere", "soup", "unknown-cafe"), ("main-cafe", "tea", "unknown-item"),
        ("main-cafe", "S%20oup", "unknown-item"), ("No%20where", "soup", "unknown-cafe"),
    ])
    func `an unknown item is refused and changes nothing`(
        cafe: String, item: String, code: String
    ) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let before = try await bench.stateFingerprint()
            let answer = try await bench.put("/api/v1/cafes/\(cafe)/favourites/\(item)", "", as: ada)
            #expect(answer.status == 404)
            #expect(answer.code == .string(code))
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test func `a favourite above the maximum is refused with a code and changes nothing`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let cafe = Fixture.cafeID("main-cafe")
            try await bench.services.store.write { transaction in
                for number in 0..<Favourites.most {
                    let old = Favourite(cafe: cafe, item: Fixture.item("old-\(number)"))
                    try transaction.insert(old, of: Fixture.ada)
                }
            }
            let before = try await bench.stateFingerprint()
            let refused = try await bench.put(Self.soup, "", as: ada)
            #expect(refused.status == 409)
            #expect(refused.code == "too-many-favourites")
            #expect(try await bench.stateFingerprint() == before)
            try await bench.delete("/api/v1/cafes/main-cafe/favourites/old-7", as: ada)
            #expect(try await bench.put(Self.soup, "", as: ada).status == 200)
        }
    }

    @Test func `erasing takes all marks, and leaves nothing of them in the feed`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.soup, "", as: ada)
            for _ in 0..<2 { #expect(try await bench.delete(Self.all, as: ada).status == 204) }
            #expect(marked(try await bench.get(Self.all, as: ada)).isEmpty)
            let bodies = try await bench.services.store.read { reading in
                try reading.feedEntries(after: 0, topics: [.person(Fixture.ada)], limit: 100).map(
                    \.change.body)
            }
            #expect(bodies == ["{}", "{}"])
        }
    }

    @Test func `a former employee sees and erases favourites but adds none`()
        async throws
    {
        try await withAPIFixture { bench in
            let cook = Fixture.person("carl")
            let carl = try await bench.signIn("carl")
            let marks = [Fixture.soup, Fixture.cake].map {
                Favourite(cafe: Fixture.mainCafe.id, item: $0)
            }
            try await bench.services.store.write { transaction in
                for mark in marks { try transaction.insert(mark, of: cook) }
            }
            #expect(
                marked(try await bench.get(Self.all, as: carl)) == [
                    "main-cafe cake Cake offered", "main-cafe soup Soup offered",
                ])
            #expect(try await bench.put(Self.soup, "", as: carl).code == "forbidden")
            #expect(marked(try await bench.delete(Self.soup, as: carl)) == ["main-cafe cake Cake offered"])
            #expect(try await bench.delete(Self.all, as: carl).status == 204)
            #expect(marked(try await bench.get(Self.all, as: carl)).isEmpty)
        }
    }

    @Test func `a change is announced to the person's other pages and to nobody else`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let own = try await bench.get("/api/v1/feed?topics=person/ada", as: ada)
            let other = try await bench.get(
                "/api/v1/feed?topics=person/grace", as: try await bench.signIn("grace"))
            var reader = EventReader(try #require(own.pipe))
            var otherReader = EventReader(try #require(other.pipe))
            _ = (reader.read(), otherReader.read())
            try await bench.put(Self.soup, "", as: ada)
            #expect(reader.read().map { $0.data.at("kind") } == ["favourites"])
            try await bench.put(Self.soup, "", as: ada)
            #expect(reader.read().isEmpty)
            #expect(otherReader.read().isEmpty)
        }
    }

    @Test func `a page's cookie alone changes nothing`() async throws {
        try await withAPIFixture { bench in
            let page = try await bench.signInWithCookie("ada")
            func put(_ fields: [(String, String)]) async throws -> Answer {
                await bench.send(
                    HTTPRequest(
                        .put, target: Self.soup,
                        fields: try HTTPFields([("Cookie", page.cookie)] + fields)))
            }
            #expect(try await put([]).code == "csrf")
            #expect(try await put([("X-CSRF-Token", page.csrf)]).status == 200)
        }
    }
}
