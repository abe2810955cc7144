import Essentials
import HTTPCore
import JSON
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Pauses and delays of a café, on its menu, in quotes and in orders.
///
/// It is noon in Berlin, eleven o’clock in UTC; the service day ends at four in the morning.
@Suite(.timeLimit(.minutes(1)))
struct PaceTests {
    private static let path = "/api/v1/cafes/main-cafe/pace"
    private static let menu = "/api/v1/cafes/main-cafe/menu"
    private static let dayEnd: JSONValue = "2026-11-22T03:00:00.000Z"
    private static let half = "2026-11-21T11:30:00.000Z"
    private static let lines = #"{"lines": [{"item": "soup", "quantity": 1}]}"#

    private func withCafe(_ body: (APIFixture) async throws -> Void) async throws {
        try await withAPIFixture { bench in
            let text = TestCampus(pickup: #"{"minutes": 15, "leadMinutes": 5, "orders": 10}"#).text
            _ = try await bench.services.imports.importCampus(Array(text.utf8), name: "windows")
            try await body(bench)
        }
    }

    private func menuChanges(_ bench: APIFixture) async throws -> Int {
        try await bench.services.store.read { reading in
            try reading.feedEntries(after: 0, topics: [.menu(Fixture.cafeID("main-cafe"))], limit: 100).count
        }
    }

    @Test(arguments: ["cafe", "channel/web"])
    func `C63 a paused café or channel refuses quotes and orders until the time, and its menu says so`(
        scope: String
    )
        async throws
    {
        try await withCafe { bench in
            let (ada, cook) = (
                try await bench.signIn("ada"), try await bench.signIn("kitchen-main", device: true)
            )
            let before = try await menuChanges(bench)
            let paused = try await bench.post(
                Self.path, #"{"scope": "\#(scope)", "paused": true, "until": "\#(Self.half)"}"#, as: cook)
            #expect(paused["pauses.0.scope"]?.text == scope)
            #expect(paused["dayEndsAt"] == Self.dayEnd)
            #expect(try await menuChanges(bench) == before + 1)
            #expect(try await bench.get(Self.menu)["pausedUntil"]?.text == Self.half)
            let list = try await bench.get("/api/v1/cafes")["cafes"]?.elements ?? []
            #expect(list.compactMap { $0.at("pausedUntil")?.text } == [Self.half])
            let quote = try await bench.post("/api/v1/cafes/main-cafe/quote", Self.lines)
            #expect(quote.code == "paused")
            let refused = try await bench.order(APIFixture.soup(), key: "one", as: ada)
            #expect(refused.status == 409)
            #expect(refused.code == "paused")
            #expect(refused["until"]?.text == Self.half)
            #expect(try await bench.get("/api/v1/account", as: ada)["balances.0.amount"] == 5000)

            bench.clock.advance(by: .seconds(1_800))
            #expect(try await bench.order(APIFixture.soup(), key: "two", as: ada).status == 201)
            let changes = try await menuChanges(bench)
            _ = try await bench.services.paceEnds.workNow()
            #expect(try await menuChanges(bench) == changes + 1)
            #expect(try await bench.get(Self.path, as: cook)["pauses"] == [])
            #expect(try await bench.get("/api/v1/cafes/main-cafe")["pausedUntil"] == nil)
        }
    }

    @Test func `C63 a pause of another channel changes nothing for the pages`() async throws {
        try await withCafe { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            _ = try await bench.post(Self.path, #"{"scope": "channel/terminal", "paused": true}"#, as: cook)
            #expect(try await bench.get(Self.menu)["pausedUntil"] == nil)
            #expect(try await bench.get("/api/v1/cafes/main-cafe")["pausedUntil"] == nil)
            #expect(try await bench.order(APIFixture.soup(), key: "one", as: ada).status == 201)
        }
    }

    @Test
    func `C63 a paused station stops its items until somebody resumes, and at the latest until the day ends`()
        async throws
    {
        try await withCafe { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let paused = try await bench.post(
                Self.path, #"{"scope": "station/grill", "paused": true, "until": "2026-12-24T11:00:00Z"}"#,
                as: cook)
            #expect(paused["pauses.0.until"] == Self.dayEnd)
            #expect(try await bench.get(Self.menu)["sections.0.items.0.pausedUntil"] == Self.dayEnd)
            let quote = try await bench.post("/api/v1/cafes/main-cafe/quote", Self.lines)
            #expect(quote["lines.0.status"] == "paused")
            #expect(quote["lines.0.pausedUntil"] == Self.dayEnd)
            #expect(quote["isOrderable"] == false)
            let refused = try await bench.order(APIFixture.soup(), key: "one", as: ada)
            #expect(refused.code == "paused")
            #expect(refused["items"] == ["soup"])
            for _ in 0..<2 {
                let resumed = try await bench.post(
                    Self.path, #"{"scope": "station/grill", "paused": false}"#, as: cook)
                #expect(resumed["pauses"] == [])
            }
            #expect(try await bench.order(APIFixture.soup(), key: "two", as: ada).status == 201)
        }
    }

    @Test func `C63 an order that waits for its person starts after the pause`() async throws {
        try await withCafe { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let body = APIFixture.soup().replacing(
                #""cafe": "main-cafe","#, with: #""cafe": "main-cafe", "start": "when-near","#)
            let order = try #require(try await bench.order(body, key: "wait", as: ada)["id"]?.text)
            _ = try await bench.post(Self.path, #"{"scope": "cafe", "paused": true}"#, as: cook)
            #expect(try await bench.post("/api/v1/orders/\(order)/start", "", as: ada).code == "paused")
            #expect(try await bench.get("/api/v1/orders/\(order)", as: ada)["stage"] == "placed")
            _ = try await bench.post(Self.path, #"{"scope": "cafe", "paused": false}"#, as: cook)
            #expect(try await bench.post("/api/v1/orders/\(order)/start", "", as: ada).status == 200)
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["tickets.0.kind"] == "arrival")
        }
    }

    @Test func `C63 a delay moves the quoted time, and the promised time of orders that were placed before`()
        async throws
    {
        try await withCafe { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let soonest = "pickup.soonest.readyAt"
            let before = try await bench.post("/api/v1/cafes/main-cafe/quote", Self.lines)
            #expect(before[soonest] == "2026-11-21T11:05:00.000Z")
            let old = try #require(try await bench.order(APIFixture.soup(), key: "1", as: ada)["id"]?.text)
            bench.clock.advance(by: .seconds(1))
            let delayed = try await bench.post(
                Self.path, #"{"delayMinutes": 10, "until": "2026-11-21T12:00:00Z"}"#, as: cook)
            #expect(delayed["delay.minutes"] == 10)
            let after = try await bench.post("/api/v1/cafes/main-cafe/quote", Self.lines)
            #expect(after[soonest] == "2026-11-21T11:15:01.000Z")
            #expect(try await bench.get(Self.menu)["delay.minutes"] == 10)
            #expect(try await bench.get("/api/v1/orders/\(old)", as: ada)["delayMinutes"] == 10)
            #expect(try await bench.get("/api/v1/orders", as: ada)["orders.0.delayMinutes"] == 10)
            // A page that knows the order without the delay gets it again, and its tag still names the version.
            let shown = try await bench.get("/api/v1/orders/\(old)", as: ada)
            #expect(shown.fields["ETag"]?.hasPrefix("\"2+10+") == true)
            // An order of now was promised with the delay.
            let new = try await bench.order(APIFixture.soup(), key: "2", as: ada)
            #expect(new["delayMinutes"] == nil)
            bench.clock.advance(by: .seconds(1))
            _ = try await bench.post(Self.path, #"{"delayMinutes": 15}"#, as: cook)
            let id = try #require(new["id"]?.text)
            #expect(try await bench.get("/api/v1/orders/\(id)", as: ada)["delayMinutes"] == 5)
            #expect(try await bench.get("/api/v1/orders/\(old)", as: ada)["delayMinutes"] == 15)
            _ = try await bench.post(Self.path, #"{"delayMinutes": 0}"#, as: cook)
            #expect(try await bench.get("/api/v1/orders/\(old)", as: ada)["delayMinutes"] == nil)
            #expect(try await bench.get(Self.menu)["delay"] == nil)
        }
    }

    @Test func `C63 a delay ends with the service day, by the timer, and its diners are told`() async throws {
        try await withCafe { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            _ = try await bench.order(APIFixture.soup(), key: "1", as: ada)
            bench.clock.advance(by: .seconds(1))
            let told = try await diner(bench)
            let delayed = try await bench.post(Self.path, #"{"delayMinutes": 10}"#, as: cook)
            #expect(delayed["delay.until"] == Self.dayEnd)
            #expect(try await diner(bench) == told + 1)
            bench.clock.advance(by: .seconds(16 * 3_600))
            let due = try await bench.services.paceEnds.workNow()
            #expect(due == nil)
            #expect(try await diner(bench) == told + 2)
            #expect(try await bench.get(Self.path, as: try await bench.signIn("carl"))["delay"] == nil)
        }
    }

    /// How many changes of orders ada was told.
    private func diner(_ bench: APIFixture) async throws -> Int {
        try await bench.services.store.read { reading in
            try reading.feedEntries(after: 0, topics: [.person(Fixture.ada)], limit: 100).count
        }
    }

    @Test(arguments: [
        (#"{"scope": "station/stew", "paused": true}"#, "/scope value"),
        (#"{"scope": "channel/pigeon", "paused": true}"#, "/scope value"),
        (#"{"scope": "cafe", "paused": true, "until": "2026-11-21T11:00:00Z"}"#, "/until value"),
        (#"{"delayMinutes": 121}"#, "/delayMinutes value"),
        (#"{"delayMinutes": 5, "scope": "cafe", "paused": true}"#, " value"),
        (#"{"scope": "cafe"}"#, " value"),
    ])
    func `a change with a mistake is refused and names the field`(body: String, error: String) async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let answer = try await bench.post(Self.path, body, as: cook)
            #expect(answer.errors == [error])
            #expect(try await bench.get(Self.path, as: cook)["pauses"] == [])
        }
    }

    @Test func `C73 orders for later and orders that wait are listed, and a ticket is pulled forward`()
        async throws
    {
        try await withCafe { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let marked = #""cafe": "main-cafe","#
            _ = try await bench.order(
                APIFixture.soup().replacing(marked, with: marked + #" "pickup": "2026-11-21T12:00:00Z","#),
                key: "1",
                as: ada)
            _ = try await bench.order(
                APIFixture.soup().replacing(marked, with: marked + #" "start": "when-near","#), key: "2",
                as: ada)
            let coming = try await bench.get("/api/v1/cafes/main-cafe/coming", as: cook)
            #expect(coming["orders"]?.elements.count == 1)
            #expect(coming["orders.0.until"] == "2026-11-21T15:00:00.000Z")
            #expect(coming["orders.0.lines.0.station"] == "grill")
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["tickets.0.kind"] == "scheduled")
            // The soup takes four minutes.
            #expect(tickets["tickets.0.releasedAt"] == "2026-11-21T11:56:00.000Z")
            #expect(tickets["tickets.0.lines.0.startsAt"] == "2026-11-21T11:56:00.000Z")
            let id = try #require(tickets["tickets.0.id"]?.text)
            let pulled = try await bench.post(
                "/api/v1/tickets/\(id)/actions", #"{"action": "pull-forward"}"#, as: cook)
            #expect(pulled["releasedAt"] == "2026-11-21T11:00:00.000Z")
            #expect(pulled["pulledAt"] == "2026-11-21T11:00:00.000Z")
            #expect(pulled["entersLineAt"] == "2026-11-21T11:56:00.000Z")
            // The board shows it while the kitchen makes it, and not before.
            let board = try await bench.get("/api/v1/cafes/main-cafe/board", as: cook)
            #expect(board["entries.0.stage"] == "preparing" && board["entries.0.from"] == nil)
            let back = try await bench.post(
                "/api/v1/tickets/\(id)/actions", #"{"action": "put-back"}"#, as: cook)
            #expect(back["releasedAt"] == "2026-11-21T11:56:00.000Z")
            let later = try await bench.get("/api/v1/cafes/main-cafe/board", as: cook)
            #expect(later["entries.0.from"] == "2026-11-21T11:56:00.000Z")
            let lines = try await bench.services.store.read { reading in
                try reading.feedEntries(after: 0, topics: [.board(Fixture.mainCafe.id)], limit: 9).map(
                    \.change.body)
            }
            let from = #","from":"2026-11-21T11:56:00.000Z"}"#
            #expect(lines.map { $0.hasSuffix(from) } == [true, false, true])
        }
    }

    @Test func `C75 the campus file sets the ages of each kind of order, and the café tells them`()
        async throws
    {
        let ages = #""ticketAges": {"arrival": {"ageingMinutes": 2, "lateMinutes": 4}},"#
        try await withAPIFixture { bench in
            let text = TestCampus().text.replacing(
                #""dayBoundaryHour": 4,"#, with: #""dayBoundaryHour": 4, "# + ages, maxReplacements: 1)
            _ = try await bench.services.imports.importCampus(Array(text.utf8), name: "ages")
            let cafe = try await bench.get("/api/v1/cafes/main-cafe")
            #expect(cafe["ticketAges.arrival.ageingMinutes"] == 2)
            #expect(cafe["ticketAges.arrival.lateMinutes"] == 4)
            #expect(cafe["ticketAges.walk-up.lateMinutes"] == 8)
        }
    }
}
