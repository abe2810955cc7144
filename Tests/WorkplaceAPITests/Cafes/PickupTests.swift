import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Pickup windows over HTTP.
///
/// It is noon in Berlin, eleven o’clock in UTC.
@Suite(.timeLimit(.minutes(1)))
struct PickupTests {
    private static let windows = "/api/v1/cafes/main-cafe/windows"
    private static let hold = "/api/v1/pickup-hold"
    private static let second = "2026-11-21T11:15:00.000Z"

    private func withWindows(
        _ rules: String = #"{"minutes": 15, "orders": 1}"#, _ body: (APIFixture) async throws -> Void
    ) async throws {
        try await withAPIFixture { bench in
            let text = TestCampus(pickup: rules).text
            _ = try await bench.services.imports.importCampus(Array(text.utf8), name: "windows")
            try await body(bench)
        }
    }

    /// The body of an order, a hold or a quote for a window.
    private static func choosing(_ pickup: String, _ body: String = APIFixture.soup()) -> String {
        body.replacing(#"{"cafe": "main-cafe","#, with: #"{"cafe": "main-cafe", "pickup": "\#(pickup)","#)
    }

    private static func lines(_ pickup: String) -> String {
        #"{"cafe": "main-cafe", "pickup": "\#(pickup)", "lines": [{"item": "soup", "quantity": 1}]}"#
    }

    @Test func `C50: windows are instants, with the zone of the café and how full they are`() async throws {
        try await withWindows { bench in
            let ada = try await bench.signIn("ada")
            _ = try await bench.order(Self.choosing(Self.second), key: "1", as: ada)
            let answer = try await bench.get(Self.windows)
            #expect(answer["timeZone"] == "Europe/Berlin")
            #expect(answer["soonest.startsAt"] == "2026-11-21T11:00:00.000Z")
            #expect(answer["windows.0.startsAt"] == "2026-11-21T11:00:00.000Z")
            #expect(answer["windows.0.isFree"] == true)
            #expect(answer["windows.0.fill"] == 0)
            #expect(answer["windows.1.startsAt"]?.text == Self.second)
            #expect(answer["windows.1.isFree"] == false)
            #expect(answer["windows.1.fill"] == 1000)
            // Until the café closes at six.
            #expect(answer["windows"]?.elements.count == 24)
        }
    }

    @Test func `a café without windows has none, and refuses a time`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let windows = try await bench.get(Self.windows)
            #expect(windows["windows"] == [])
            let quote = try await bench.post(
                "/api/v1/cafes/main-cafe/quote", #"{"lines": [{"item": "soup", "quantity": 1}]}"#)
            #expect(quote["pickup"] == nil)
            let order = try await bench.order(Self.choosing(Self.second), key: "1", as: ada)
            #expect(order.status == 409)
            #expect(order["code"] == "pickup-not-offered")
        }
    }

    @Test func `an order for a window says when it is collected, and until when it can be cancelled`()
        async throws
    {
        try await withWindows { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let answer = try await bench.order(Self.choosing(Self.second), key: "1", as: ada)
            #expect(answer.status == 201)
            #expect(answer["pickup.startsAt"]?.text == Self.second)
            #expect(answer["pickup.isSoonest"] == false)
            // The soup takes four minutes.
            #expect(answer["pickup.cancelBefore"] == "2026-11-21T11:11:00.000Z")
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["tickets.0.pickup.startsAt"]?.text == Self.second)
            #expect(tickets["tickets.0.releasedAt"] == "2026-11-21T11:11:00.000Z")
            let id = try #require(answer["id"]?.text)
            bench.clock.advance(by: .seconds(11 * 60))
            let refused = try await bench.post("/api/v1/orders/\(id)/cancellation", "", as: ada)
            #expect(refused["code"] == "cancellation-closed")
            #expect(refused["since"] == "2026-11-21T11:11:00.000Z")
        }
    }

    @Test func `a quote says until when an order for as soon as possible could be cancelled, C107`()
        async throws
    {
        try await withWindows { bench in
            let ada = try await bench.signIn("ada")
            let body = #"{"lines": [{"item": "soup", "quantity": 1}]}"#
            let atOnce = try await bench.post("/api/v1/cafes/main-cafe/quote", body)
            #expect(atOnce["pickup.soonest.startsAt"] == "2026-11-21T11:00:00.000Z")
            #expect(atOnce["pickup.soonest.cancelBefore"] == nil)
            _ = try await bench.order(APIFixture.soup(), key: "1", as: ada)
            let next = try await bench.post("/api/v1/cafes/main-cafe/quote", body)
            #expect(next["pickup.soonest.startsAt"]?.text == Self.second)
            #expect(next["pickup.soonest.cancelBefore"] == "2026-11-21T11:11:00.000Z")
            let order = try await bench.order(APIFixture.soup(), key: "2", as: ada)
            #expect(order["pickup.cancelBefore"] == next["pickup.soonest.cancelBefore"])
        }
    }

    @Test func `a full window is refused with the next ones, and nothing is charged`() async throws {
        try await withWindows { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            _ = try await bench.order(Self.choosing(Self.second), key: "1", as: ada)
            let before = try await bench.stateFingerprint()
            let refused = try await bench.order(Self.choosing(Self.second), key: "1", as: grace)
            #expect(refused.status == 409)
            #expect(refused["code"] == "pickup-window-full")
            #expect(refused["next.0.startsAt"] == "2026-11-21T11:30:00.000Z")
            #expect(refused["next"]?.elements.count == 3)
            #expect(try await bench.stateFingerprint() == before)
            let held = try await bench.put(Self.hold, Self.lines(Self.second), as: grace)
            #expect(held["code"] == "pickup-window-full")
        }
    }

    @Test(arguments: [
        ("2026-11-21T11:16:00Z", "unknown-pickup-window"), ("2026-11-21T10:45:00Z", "pickup-window-over"),
        ("2026-11-21T17:00:00Z", "unknown-pickup-window"),
    ])
    func `an order for another time is refused`(pickup: String, code: String) async throws {
        try await withWindows { bench in
            let ada = try await bench.signIn("ada")
            let answer = try await bench.order(Self.choosing(pickup), key: "1", as: ada)
            #expect(answer.status == 409)
            #expect(answer["code"]?.text == code)
        }
    }

    @Test func `a pickup that cannot be read, or that an arrival decides, is refused by its field`()
        async throws
    {
        try await withWindows { bench in
            let ada = try await bench.signIn("ada")
            let unreadable = try await bench.order(Self.choosing("noon"), key: "1", as: ada)
            #expect(unreadable["errors.0.pointer"] == "/pickup")
            let both = Self.choosing(Self.second)
                .replacing(#""expectedTotal""#, with: #""start": "when-near", "expectedTotal""#)
            let mixed = try await bench.order(both, key: "2", as: ada)
            #expect(mixed["errors.0.pointer"] == "/pickup")
        }
    }

    @Test func `C59: a basket holds its window, and its order takes it over`() async throws {
        try await withWindows { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            let held = try await bench.put(Self.hold, Self.lines(Self.second), as: ada)
            #expect(held.status == 200)
            #expect(held["startsAt"]?.text == Self.second)
            #expect(held["expiresAt"] == "2026-11-21T11:05:00.000Z")
            let other = try await bench.order(Self.choosing(Self.second), key: "1", as: grace)
            #expect(other["code"] == "pickup-window-full")
            #expect(try await bench.order(Self.choosing(Self.second), key: "1", as: ada).status == 201)
            #expect(try await bench.delete(Self.hold, as: ada).status == 204)
            let windows = try await bench.get(Self.windows)
            #expect(windows["windows.1.isFree"] == false)
        }
    }

    @Test func `a hold that is released is free again`() async throws {
        try await withWindows { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            _ = try await bench.put(Self.hold, Self.lines(Self.second), as: ada)
            #expect(try await bench.delete(Self.hold, as: ada).status == 204)
            #expect(try await bench.order(Self.choosing(Self.second), key: "1", as: grace).status == 201)
        }
    }

    @Test
    func `a quote has the windows as they are for its basket, and is refused for one that it does not fit`()
        async throws
    {
        try await withWindows(#"{"minutes": 15, "workMinutes": {"grill": 10}}"#) { bench in
            let ada = try await bench.signIn("ada")
            _ = try await bench.order(Self.choosing(Self.second, APIFixture.soup(2)), key: "1", as: ada)
            func quote(_ quantity: Int, _ pickup: String? = nil) async throws -> Answer {
                let pickup = pickup.map { #", "pickup": "\#($0)""# } ?? ""
                return try await bench.post(
                    "/api/v1/cafes/main-cafe/quote",
                    #"{"lines": [{"item": "soup", "quantity": \#(quantity)}]\#(pickup)}"#)
            }
            // Eight of ten minutes are taken; another soup takes four.
            let one = try await quote(1)
            #expect(one["pickup.windows.1.isFree"] == false)
            #expect(one["pickup.windows.1.fill"] == 800)
            let refused = try await quote(1, Self.second)
            #expect(refused["code"] == "pickup-window-full")
            #expect(try await quote(1, "soonest").status == 200)
            // C58: what one window cannot hold gets a run of windows.
            let run = try await quote(6)
            #expect(run["pickup.soonest.startsAt"] == "2026-11-21T11:45:00.000Z")
        }
    }

    @Test
    func `C16: a quote is for the chosen window, and names the windows in which all is served`()
        async throws
    {
        // It is noon in Berlin, and cake is served from two o'clock.
        let campus = TestCampus(
            cakeHours: #", "served": {"everyday": ["14:00-16:00"]}"#,
            pickup: #"{"minutes": 15, "orders": 1}"#)
        let two = "2026-11-21T13:00:00.000Z"
        try await withAPIFixture { bench in
            _ = try await bench.services.imports.importCampus(Array(campus.text.utf8), name: "cake")
            let ada = try await bench.signIn("ada")
            func quote(_ more: String = "") async throws -> Answer {
                try await bench.post(
                    "/api/v1/cafes/main-cafe/quote", #"{"lines": [{"item": "cake", "quantity": 1}]\#(more)}"#)
            }
            let now = try await quote()
            #expect(now["lines.0.status"] == "not-served")
            #expect(now["lines.0.servedAt"]?.text == two)
            #expect(now["lines.0.name"] == "Cake")
            #expect(now["pickup.soonest.isServed"] == false)
            let windows = try #require(now["pickup.windows"]?.elements)
            #expect(windows.first { $0.at("isServed") == true }?.at("startsAt")?.text == two)
            #expect(windows.filter { $0.at("isServed") == true }.count == 8)
            // The person's own hold makes the window full for others, and does not change the quote.
            _ = try await bench.put(
                Self.hold, Self.lines(two).replacing("soup", with: "cake"), as: ada)
            let later = try await quote(#", "servingAt": "\#(two)""#)
            #expect(later["lines.0.status"] == "ok")
            #expect(later["isOrderable"] == true)
            #expect(later["total.amount"] == 380)
            let order = APIFixture.cake().replacing(
                #"{"cafe": "main-cafe","#, with: #"{"cafe": "main-cafe", "pickup": "\#(two)","#)
            #expect(try await bench.order(order, key: "1", as: ada).status == 201)
            #expect(try await quote(#", "servingAt": "noon""#).errors == ["/servingAt value"])
        }
    }

    @Test func `W125: a hold is shown to its person, and an erasure gives it back`() async throws {
        try await withWindows { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            _ = try await bench.put(Self.hold, Self.lines(Self.second), as: ada)
            let export = try await bench.get("/api/v1/own-data/export", as: ada)
            #expect(export["pickup-hold.0.from"]?.text == Self.second)
            let person = try #require(try bench.services.campuses.inForce().person(Fixture.ada))
            _ = try await bench.services.ownData.erase(person, from: "::1")
            #expect(try await bench.order(Self.choosing(Self.second), key: "1", as: grace).status == 201)
        }
    }
}
