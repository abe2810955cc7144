import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What the kitchen marks as sold out, on menus, in baskets and in orders.
@Suite(.timeLimit(.minutes(1)))
struct SoldOutTests {
    private static let path = "/api/v1/cafes/main-cafe/sold-out"
    private static let plainSoup = """
        {"cafe": "main-cafe", "expectedTotal": {"amount": 450, "currency": "EUR"},
         "lines": [{"item": "soup", "quantity": 1}]}
        """

    private func menuItem(_ id: String, _ bench: APIFixture) async throws -> JSONValue? {
        let menu = try await bench.get("/api/v1/cafes/main-cafe/menu")
        let items = (menu["sections"]?.elements ?? []).flatMap { $0.at("items")?.elements ?? [] }
        return items.first { $0.at("id")?.text == id }
    }

    private func menuChanges(_ bench: APIFixture) async throws -> Int {
        try await bench.services.store.read { reading in
            try reading.feedEntries(after: 0, topics: [.menu(Fixture.cafeID("main-cafe"))], limit: 100).count
        }
    }

    @Test func `C22 what is sold out for the day can be had again when the service day of the café ends`()
        async throws
    {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let before = try await menuChanges(bench)
            let marked = try await bench.post(Self.path, #"{"soldOut": true, "items": ["soup"]}"#, as: cook)
            #expect(marked["items.0.name"] == "Soup")
            #expect(marked["items.0.until"] == "2026-11-22T03:00:00.000Z")
            #expect(marked["dayEndsAt"] == marked["items.0.until"])
            #expect(try await menuChanges(bench) == before + 1)
            #expect(try await menuItem("soup", bench)?.at("soldOut") == .boolean(true))
            let refused = try await bench.order(APIFixture.soup(), key: "one", as: ada)
            #expect(refused.code == "sold-out")

            bench.clock.advance(by: .seconds(16 * 3_600 - 1))
            _ = try await bench.services.soldOutMarks.workNow()
            #expect(try await menuItem("soup", bench)?.at("soldOut") == .boolean(true))
            bench.clock.advance(by: .seconds(1))
            #expect(try await menuItem("soup", bench)?.at("soldOut") == .boolean(false))
            _ = try await bench.services.soldOutMarks.workNow()
            #expect(try await menuChanges(bench) == before + 2)
            let list = try await bench.get(Self.path, as: cook)
            #expect(list["items"] == .array([]))
        }
    }

    @Test func `a choice that is sold out stops the lines that have it, and no others`() async throws {
        try await withAPIFixture { bench in
            let (ada, cook) = (
                try await bench.signIn("ada"), try await bench.signIn("kitchen-main", device: true)
            )
            let body = #"{"soldOut": true, "choices": ["cream"], "until": "2026-11-21T12:00:00Z"}"#
            let marked = try await bench.post(Self.path, body, as: cook)
            #expect(marked["choices.0.until"] == "2026-11-21T12:00:00.000Z")
            let soup = try await menuItem("soup", bench)
            #expect(soup?.at("soldOut") == .boolean(false))
            let choices = soup?.at("groups")?.elements.flatMap { $0.at("choices")?.elements ?? [] } ?? []
            #expect(
                choices.filter { $0.at("soldOut") == .boolean(true) }.map { $0.at("id") } == [
                    .string("cream")
                ])
            let quote = try await bench.post(
                "/api/v1/cafes/main-cafe/quote",
                #"{"lines": [{"item": "soup", "quantity": 1, "choices": [{"choice": "cream"}]}, {"item": "soup", "quantity": 1}]}"#
            )
            #expect(quote["lines.0.status"] == "sold-out")
            #expect(quote["lines.1.status"] == "ok")
            let refused = try await bench.order(APIFixture.soup(), key: "one", as: ada)
            #expect(refused.code == "sold-out")
            let plain = try await bench.order(Self.plainSoup, key: "two", as: ada)
            #expect(plain.status == 201)
            bench.clock.advance(by: .seconds(3_600))
            let again = try await bench.order(APIFixture.soup(), key: "three", as: ada)
            #expect(again.status == 201)
        }
    }

    @Test func `a mark is taken away, and repeating is harmless`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            for isSoldOut in [true, true, false, false] {
                let answer = try await bench.post(
                    Self.path, #"{"soldOut": \#(isSoldOut), "items": ["soup", "cake"]}"#, as: cook)
                #expect(answer["items"]?.elements.count == (isSoldOut ? 2 : 0))
            }
            #expect(try await menuItem("soup", bench)?.at("soldOut") == .boolean(false))
        }
    }

    @Test(arguments: [
        (#"{"soldOut": true, "items": ["stew"]}"#, "/items/0 value"),
        (#"{"soldOut": true, "choices": ["gold"]}"#, "/choices/0 value"),
        (#"{"soldOut": true, "until": "2026-11-21T11:00:00Z"}"#, "/until value"),
        (#"{"soldOut": true, "until": "2026-11-28T11:00:01Z"}"#, "/until value"),
        (#"{"items": ["soup"]}"#, "/soldOut required"),
    ])
    func `a mark with a mistake is refused and names the field`(body: String, error: String) async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let answer = try await bench.post(Self.path, body, as: cook)
            #expect(answer.errors == [error])
        }
    }
}
