import Essentials
import HTTPCore
import JSON
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct OrderTests {
    @Test func `an order is accepted, paid and released to the kitchen`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let answer = try await bench.order(APIFixture.soup(2), key: "lunch", as: ada)
            #expect(answer.status == 201)
            #expect(answer["stage"] == "accepted")
            #expect(answer["number"] == "001")
            #expect(answer["placedAt"] == "2026-11-21T11:00:00.000Z")
            #expect(answer["total"] == ["amount": 1020, "currency": "EUR"])
            #expect(answer["tax"] == ["amount": 67, "currency": "EUR"])
            #expect(answer["lines.0.taxRate"] == "0.07")
            #expect(answer["lines.0.note"] == "no pepper")
            #expect(answer["lines.0.allergens.contains"] == ["celery", "milk"])
            #expect(
                answer["history"]?.elements.compactMap { $0.at("stage")?.text } == ["placed", "accepted"])
            let id = try #require(answer["id"]?.text)
            #expect(answer.fields["Location"] == "/api/v1/orders/\(id)")
            #expect(answer.fields["Idempotent-Replayed"] == nil)
            let read = try await bench.get("/api/v1/orders/\(id)", as: ada)
            #expect(read.bytes == answer.bytes)
            #expect(read.fields["ETag"] == "\"2\"")
        }
    }

    @Test func `C34 what was sold keeps its names and prices when the menu changes`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, ticket) = try await bench.placed(as: ada)
            let before = try await bench.get("/api/v1/orders/\(id)", as: ada)
            for campus in [TestCampus(soupName: "Broth", soupPrice: 990), TestCampus(hasSoup: false)] {
                try await bench.importCampus(campus)
                let after = try await bench.get("/api/v1/orders/\(id)", as: ada)
                #expect(after.bytes == before.bytes)
                let cook = try await bench.signIn("carl")
                let shown = try await bench.get("/api/v1/tickets/\(ticket)", as: cook)
                #expect(shown["lines.0.name"] == "Soup")
            }
        }
    }

    @Test func `the café's level of rounding decides the total, and stays with the order`() async throws {
        let campus = TestCampus(includesTax: false, roundingLevel: "rate")
        try await withAPIFixture(campus: campus) { bench in
            let ada = try await bench.signIn("ada")
            let soup = #"{"item": "soup", "quantity": 1}"#
            func body(_ total: Int) -> String {
                #"{"cafe": "main-cafe", "expectedTotal": {"amount": \#(total), "currency": "EUR"}, "lines": [\#(soup), \#(soup), \#(soup)]}"#
            }
            // Per line it would be 1446.
            let refused = try await bench.order(body(1_446), key: "line", as: ada)
            #expect(refused.code == "total-changed")
            #expect(refused["total.amount"] == 1_445)
            let placed = try await bench.order(body(1_445), key: "rate", as: ada)
            #expect(placed.status == 201)
            #expect(placed["tax.amount"] == 95)
            #expect((0..<3).map { placed["lines.\($0).tax.amount"] } == [32, 32, 31])
            try await bench.importCampus(TestCampus(includesTax: false))
            let id = try #require(placed["id"]?.text.flatMap { OrderID($0) })
            let read = try await bench.get("/api/v1/orders/\(id)", as: ada)
            #expect(read.bytes == placed.bytes)
            let order = try #require(try await bench.services.store.read { try $0.order(id) })
            #expect(order.basket.roundingLevel == .rate)
        }
    }

    @Test func `C44 each transition records who caused it, with what, and when`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, ticket) = try await bench.placed(as: ada)
            bench.clock.advance(by: .seconds(60))
            _ = try await bench.act(
                "start", on: ticket, as: try await bench.signIn("kitchen-main", device: true))
            let order = try #require(OrderID(id))
            let record = try await bench.services.store.read { try $0.transitions(of: order) }
            #expect(record.map(\.to) == [.placed, .accepted, .preparing])
            #expect(record.map(\.version) == [1, 2, 3])
            #expect(record[0].cause.actor == .person(Fixture.ada))
            #expect(record[2].cause.actor == .device(Fixture.kitchenDisplay))
            #expect(record[2].cause.device == Fixture.kitchenDisplay)
            #expect(record[2].cause.at == Fixture.noon.advanced(by: .seconds(60)))
        }
    }

    @Test func `the time is the server's, whatever the client's clock says`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.post(
                "/api/v1/orders", APIFixture.soup(), as: try await bench.signIn("ada"),
                [("Idempotency-Key", "k"), ("Date", "Fri, 01 Jan 2100 00:00:00 GMT")])
            #expect(answer["placedAt"] == "2026-11-21T11:00:00.000Z")
        }
    }

    @Test func `numbers are short, count up by café and day, and open no page`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            for expected in ["001", "002", "003"] {
                let answer = try await bench.order(APIFixture.soup(), key: "key-\(expected)", as: ada)
                #expect(answer["number"] == .string(expected))
                let id = try #require(answer["id"]?.text)
                #expect(id.count == 26)
                let byNumber = try await bench.get("/api/v1/orders/\(expected)", as: ada)
                #expect(byNumber.code == "unknown-order")
            }
            bench.clock.advance(by: .seconds(24 * 3_600))
            let tomorrow = try await bench.order(APIFixture.soup(), key: "tomorrow", as: ada)
            #expect(tomorrow["number"] == "001")
        }
    }

    @Test func `of many who want the last one, one gets it and the others keep their money`() async throws {
        try await withAPIFixture(campus: TestCampus(cakeStock: 1)) { bench in
            let buyers = [try await bench.signIn("ada"), try await bench.signIn("grace")]
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for attempt in 0..<16 {
                    group.addTask {
                        try await bench.order(
                            APIFixture.cake(), key: "try-\(attempt)", as: buyers[attempt % 2])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 201 } == 1)
            #expect(answers.count { $0.code == "sold-out" && $0["items"] == ["cake"] } == 15)
            let state = try await bench.stateFingerprint()
            #expect(state.orders.joined().count == 1)
            #expect(state.tickets.joined().count == 1)
            #expect(
                state.balances.joined().filter { $0.currency == Fixture.euro }.map(\.minorUnits).reduce(0, +)
                    == 9_720)
        }
    }

    @Test func `orders come latest first, page by page`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            for number in 1...5 {
                bench.clock.advance(by: .seconds(1))
                _ = try await bench.placed(key: "key-\(number)", as: ada)
            }
            let first = try await bench.get("/api/v1/orders?limit=2", as: ada)
            #expect(first["orders"]?.elements.compactMap { $0.at("number")?.text } == ["005", "004"])
            let cursor = try #require(first["next"]?.text)
            let second = try await bench.get("/api/v1/orders?limit=3&before=\(cursor)", as: ada)
            #expect(second["orders"]?.elements.compactMap { $0.at("number")?.text } == ["003", "002", "001"])
            #expect(second["next"] == nil)
            let grace = try await bench.get("/api/v1/orders", as: try await bench.signIn("grace"))
            #expect(grace["orders"] == .array([]))
        }
    }

    @Test(arguments: ["limit=0", "limit=101", "limit=x", "limit=-1", "before=%20", "before=UPPER"])
    func `a parameter out of range is refused`(query: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/orders?\(query)", as: try await bench.signIn("ada"))
            #expect(answer.status == 400)
            #expect(answer.code == "invalid-request")
            #expect(answer.errors == ["/\(query.prefix { $0 != "=" }) value"])
        }
    }

    @Test func `a query that is badly encoded is refused`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/orders?limit=%zz", as: try await bench.signIn("ada"))
            #expect(answer.code == "bad-query")
        }
    }

    // MARK: - Cancelling

    @Test func `a cancelled order gives money and stock back, once`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(APIFixture.cake(2), as: ada)
            let answer = try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            #expect(answer["stage"] == "cancelled")
            #expect(answer["returns"]?.elements.count == 1)
            #expect(answer["returns.0.amount"] == answer["total"])
            let state = try await bench.stateFingerprint()
            #expect(state.balances[0] == [Fixture.euros(5_000)])
            #expect(state.stock[0][Fixture.cake] == 3)
            #expect(state.tickets.joined().isEmpty)
            let again = try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            #expect(again.code == "illegal-transition")
            #expect(bench.log.lines == ["Refused illegal-transition: order \(id)"])
            #expect(again["stage"] == "cancelled")
            let after = try await bench.stateFingerprint()
            #expect(after == state)
        }
    }

    @Test func `an order that the kitchen has begun is not cancelled`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, ticket) = try await bench.placed(as: ada)
            _ = try await bench.act("start", on: ticket, as: try await bench.signIn("carl"))
            let before = try await bench.stateFingerprint()
            let answer = try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            #expect(answer.status == 409)
            #expect(answer["stage"] == "preparing")
            let after = try await bench.stateFingerprint()
            #expect(after == before)
        }
    }

    @Test(arguments: [
        "\"1\"", "\"3\"", "W/\"2\"", "\"\"", "\"x\"", "\"+2\"", "\"02\"", "\"1\", \"3\"",
        "\"1\", W/\"2\"",
    ])
    func `C43 a version that is not the present one changes nothing`(tag: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(as: ada)
            let before = try await bench.stateFingerprint()
            let answer = try await bench.post(
                "/api/v1/orders/\(id)/cancellation", "", as: ada, [("If-Match", tag)])
            #expect(answer.status == 412)
            #expect(answer.code == "stale-version")
            let after = try await bench.stateFingerprint()
            #expect(after == before)
        }
    }

    @Test(arguments: ["2", "", "rubbish, \"2\"", "\"2\","])
    func `C43 a malformed If-Match is refused and changes nothing`(field: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(as: ada)
            let before = try await bench.stateFingerprint()
            let answer = try await bench.post(
                "/api/v1/orders/\(id)/cancellation", "", as: ada, [("If-Match", field)])
            #expect(answer.status == 400)
            #expect(answer.errors == ["/If-Match value"])
            let after = try await bench.stateFingerprint()
            #expect(after == before)
        }
    }

    @Test(arguments: ["\"2\"", "*", "\"1\", \"2\"", "\"2\", \"x\""])
    func `C43 the present version goes through`(tag: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(as: ada)
            let answer = try await bench.post(
                "/api/v1/orders/\(id)/cancellation", "", as: ada, [("If-Match", tag)])
            #expect(answer.status == 200)
        }
    }

    // MARK: - Account

    @Test func `the account shows its movements, latest first, and adds up`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (id, _) = try await bench.placed(as: ada)
            bench.clock.advance(by: .seconds(1))
            _ = try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            let answer = try await bench.get("/api/v1/account", as: ada)
            #expect(answer["balances"] == [["amount": 5000, "currency": "EUR"]])
            let entries = answer["entries"]?.elements ?? []
            #expect(entries.compactMap { $0.at("kind")?.text } == ["refund", "payment", "opening"])
            #expect(entries.compactMap { $0.at("amount.amount")?.number } == [510, -510, 5000])
            #expect(entries.compactMap { $0.at("balance.amount")?.number } == [5000, 4490, 5000])
            #expect(entries.first?.at("order.number") == "001")
            #expect(entries.last?.at("order") == nil)
        }
    }
}
