import HTTPCore
import JSON
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// C64: when orders are ready, on quotes and orders.
///
/// It is noon in Berlin; a soup takes four minutes.
@Suite(.timeLimit(.minutes(1)))
struct ReadyBandTests {
    private static let soup = #"{"lines": [{"item": "soup", "quantity": 1}]}"#
    private static let quote = "/api/v1/cafes/main-cafe/quote"

    @Test func `C64 the band grows with the line, is kept with the order, and moves with the kitchen`()
        async throws
    {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let empty = try await bench.post(Self.quote, Self.soup)
            #expect(
                empty["ready"] == ["from": "2026-11-21T11:02:00.000Z", "until": "2026-11-21T11:06:00.000Z"])
            let first = try await bench.order(APIFixture.soup(), key: "1", as: ada)
            #expect(first["quote"] == empty["ready"])
            bench.clock.advance(by: .seconds(1))
            let second = try await bench.order(APIFixture.soup(), key: "2", as: ada)
            let told = second["quote"]
            #expect(told == ["from": "2026-11-21T11:05:00.000Z", "until": "2026-11-21T11:12:00.000Z"])

            bench.clock.advance(by: .seconds(1))
            let path = "/api/v1/orders/\(second["id"]?.text ?? "")"
            let before = try await bench.get(path, as: ada)
            #expect(before["ready.from"] == "2026-11-21T11:05:00.000Z")
            let ticket = first["ticket"]?.text ?? ""
            _ = try await bench.post("/api/v1/tickets/\(ticket)/actions", #"{"action": "bump"}"#, as: cook)
            bench.clock.advance(by: .seconds(60))
            let after = try await bench.get(path, as: ada)
            #expect(after["ready.from"] == "2026-11-21T11:03:00.000Z")
            #expect(after["quote"] == told)
            #expect(after.fields["ETag"] != before.fields["ETag"])
            #expect(after["ready.keptOfTen"] == nil)
        }
    }

    @Test func `C64 after twenty orders the band says how often it was kept`() async throws {
        try await withAPIFixture { bench in
            try await bench.services.store.write { transaction in
                try transaction.connection.execute(
                    "INSERT INTO quote_calibrations (cafe, own, ahead, width, outcomes) VALUES (?, 1, 1, 0.5, ?)",
                    "main-cafe",
                    String(repeating: "k", count: 17) + "lle")
            }
            #expect(try await bench.post(Self.quote, Self.soup)["ready.keptOfTen"] == 9)
        }
    }

    @Test func `a basket for a window that has not begun, and a closed café, have no band`() async throws {
        let campus = TestCampus(pickup: #"{"minutes": 15, "leadMinutes": 15, "orders": 10}"#)
        try await withAPIFixture(campus: campus) { bench in
            let answer = try await bench.post(Self.quote, Self.soup)
            #expect(answer["pickup.soonest.startsAt"] == "2026-11-21T11:15:00.000Z")
            #expect(answer["ready"] == nil)
            bench.clock.advance(by: .seconds(10 * 3_600))
            #expect(try await bench.post(Self.quote, Self.soup)["ready"] == nil)
        }
    }
}
