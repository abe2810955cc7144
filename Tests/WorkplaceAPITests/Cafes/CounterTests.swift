import Essentials
import HTTPCore
import JSON
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The counter over HTTP: walk-up orders, their money, and the handover by code.
@Suite(.timeLimit(.minutes(1)))
struct CounterTests {
    private static let path = "/api/v1/cafes/main-cafe/counter"

    private func cake(_ more: String = "", payment: String = "cash", total: Int = 380) -> String {
        """
        {"lines": [{"item": "cake", "quantity": 1}], "expectedTotal": {"amount": \(total), "currency": "EUR"},
         "payment": "\(payment)"\(more)}
        """
    }

    private func sell(_ body: String, key: String = "k", on bench: APIFixture, as client: Client) async throws
        -> Answer
    {
        try await bench.post(Self.path + "/orders", body, as: client, [("Idempotency-Key", key)])
    }

    private func postings(_ bench: APIFixture) async throws -> [String] {
        try await bench.services.store.read { reading in
            try reading.connection.all(
                "SELECT account_kind || ' ' || ifnull(owner, '') || ' ' || amount FROM postings WHERE kind <> 'opening' ORDER BY entry, position"
            ) { try $0.text(0) }
        }
    }

    @Test func `a pause of the counter refuses walk-up orders, and those alone`() async throws {
        try await withAPIFixture { bench in
            let till = try await bench.signIn("kitchen-main", device: true)
            let pace = "/api/v1/cafes/main-cafe/pace"
            let paused = try await bench.post(
                pace, #"{"scope": "channel/counter", "paused": true}"#, as: till)
            #expect(paused.status == 200)
            let closed = try await bench.get(Self.path, as: till)
            #expect(closed["pausedUntil"] == paused["pauses.0.until"])
            let refused = try await sell(cake(), on: bench, as: till)
            #expect(refused.code == "paused")
            #expect(try await postings(bench).isEmpty)
            let ada = try await bench.signIn("ada")
            #expect(try await bench.order(APIFixture.soup(), key: "web", as: ada).status == 201)
            _ = try await bench.post(pace, #"{"scope": "channel/counter", "paused": false}"#, as: till)
            #expect(try await bench.get(Self.path, as: till)["pausedUntil"] == nil)
            #expect(try await sell(cake(), on: bench, as: till).status == 201)
        }
    }

    @Test func `C41 each cashier has keys of their own, though both order for a guest`() async throws {
        try await withAPIFixture { bench in
            let till = try await bench.signIn("kitchen-main", device: true)
            let cook = try await bench.signIn("carl")
            let first = try await sell(cake(), key: "same", on: bench, as: till)
            let second = try await sell(cake(), key: "same", on: bench, as: cook)
            #expect(first.status == 201 && second.status == 201)
            #expect(first["number"] != second["number"])
            #expect(try await sell(cake(), key: "same", on: bench, as: till)["id"] == first["id"])
        }
    }

    @Test func `orders that are not handed over come first, each group latest first`() async throws {
        try await withAPIFixture { bench in
            let till = try await bench.signIn("kitchen-main", device: true)
            for key in ["a", "b", "c"] { _ = try await sell(cake(), key: key, on: bench, as: till) }
            let last = try #require(try await bench.get(Self.path, as: till)["orders.0.id"]?.text)
            _ = try await bench.post(
                Self.path + "/orders/\(last)/cancellation", #"{"reason": "changed-mind"}"#, as: till)
            let shown = try await bench.get(Self.path, as: till)["orders"]?.elements ?? []
            #expect(shown.map { $0.at("number")?.text } == ["002", "001", "003"])
        }
    }

    @Test func `a walk-up order is paid at the counter, is in the kitchen, and its books balance`()
        async throws
    {
        try await withAPIFixture { bench in
            let till = try await bench.signIn("kitchen-main", device: true)
            let sold = try await sell(cake(#", "name": "Rosa""#), on: bench, as: till)
            #expect(sold.status == 201)
            #expect(sold["number"] == "001")
            #expect(sold["name"] == "Rosa")
            #expect(sold["stage"] == "accepted")
            let again = try await sell(cake(#", "name": "Rosa""#), on: bench, as: till)
            #expect(again.fields["Idempotent-Replayed"] == "true")
            #expect(again["id"] == sold["id"])
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: till)
            #expect(tickets["tickets"]?.elements.count == 1)
            #expect(tickets["tickets.0.kind"] == "walk-up")
            let counter = try await bench.get(Self.path, as: till)
            #expect(counter["orders.0.number"] == "001")
            #expect(counter["orders.0.payment"] == "cash")
            let after = try await postings(bench)
            #expect(after.count == 3)
            #expect(after.contains("cash main-cafe -380"))
            // Nobody's meal account is touched, and nobody is told.
            #expect(!after.contains { $0.hasPrefix("meal") })

            let id = try #require(sold["id"]?.text)
            let cancelled = try await bench.post(
                Self.path + "/orders/\(id)/cancellation", #"{"reason": "mistake"}"#, as: till)
            #expect(cancelled["stage"] == "cancelled")
            let sums = try await bench.services.store.read { reading in
                try reading.connection.all(
                    "SELECT sum(amount) FROM postings WHERE kind <> 'opening' GROUP BY account_kind"
                ) { try $0.int(0) }
            }
            #expect(sums.allSatisfy { $0 == 0 })
            let twice = try await bench.post(
                Self.path + "/orders/\(id)/cancellation", #"{"reason": "mistake"}"#, as: till)
            #expect(twice.code == "illegal-transition")
        }
    }

    @Test func `bad walk-up orders are refused and change nothing`() async throws {
        try await withAPIFixture { bench in
            let till = try await bench.signIn("kitchen-main", device: true)
            let before = try await bench.stateFingerprint()
            let cases = [
                (cake(payment: "account"), 400, "invalid-request"),
                (cake(#", "name": " ""#), 400, "invalid-request"),
                (cake(#", "name": "\#(String(repeating: "a", count: 25))""#), 400, "invalid-request"),
                (cake(#", "more": 1"#), 400, "invalid-request"), (cake(total: 1), 409, "total-changed"),
            ]
            for (index, (body, status, code)) in cases.enumerated() {
                let answer = try await sell(body, key: "k\(index)", on: bench, as: till)
                #expect(answer.status == status, "\(body)")
                #expect(answer.code == .string(code), "\(body)")
            }
            let ada = try await bench.signIn("ada")
            #expect(try await sell(cake(), on: bench, as: ada).code == "forbidden")
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test func `C87 the board shows numbers and states of its own café, and drops what was collected`()
        async throws
    {
        try await withAPIFixture { bench in
            let till = try await bench.signIn("kitchen-main", device: true)
            let board = try await bench.signIn("board-main", device: true)
            let sold = try await sell(cake(#", "name": "Rosa""#), on: bench, as: till)
            bench.clock.advance(by: .seconds(1))
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            let shown = try await bench.get("/api/v1/cafes/main-cafe/board", as: board)
            for entry in shown["entries"]?.elements ?? [] {
                guard case .object(let members) = entry else { throw Missing(what: "entry") }
                #expect(members.members.map(\.name) == ["number", "stage"])
            }
            #expect(shown["entries"]?.elements.count == 2)
            for secret in ["Rosa", "Ada", "cake", "soup", "Cake", "Soup"] {
                #expect(!String(decoding: shown.bytes, as: UTF8.self).contains(secret))
            }
            #expect(try await bench.get("/api/v1/cafes/tokyo-cafe/board", as: board).code == "forbidden")
            _ = try await bench.act("bump", on: ticket, as: till)
            bench.clock.advance(by: .seconds(5))
            _ = try await bench.services.readiness.workNow()
            #expect(
                try await bench.get("/api/v1/cafes/main-cafe/board", as: board)["entries.1.stage"] == "ready")
            _ = try await bench.act("collect", on: ticket, as: till)
            let left = try await bench.get("/api/v1/cafes/main-cafe/board", as: board)
            #expect(left["entries"]?.elements.count == 1)
            #expect(left["entries.0.number"] == sold["number"])
            let entries = try await bench.services.store.read { reading in
                try reading.feedEntries(after: 0, topics: [.board(Fixture.mainCafe.id)], limit: 100)
            }
            #expect(
                entries.allSatisfy { !$0.change.body.contains("order") && !$0.change.body.contains("Rosa") })
        }
    }
}
