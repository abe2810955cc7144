import Essentials
import HTTPCore
import JSON
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Orders that wait until their person comes near, or says so.
@Suite(.timeLimit(.minutes(1)))
struct WaitingOrderTests {
    private static let path = "/api/v1/orders"

    /// The body of an order that waits.
    private static func waiting(_ body: String) -> String {
        body.replacing(#""cafe": "main-cafe","#, with: #""cafe": "main-cafe", "start": "when-near","#)
    }

    private func placed(_ bench: APIFixture, as ada: Client, _ body: String = APIFixture.soup(2)) async throws
        -> String
    {
        let answer = try await bench.order(Self.waiting(body), key: "wait", as: ada)
        #expect(answer.status == 201)
        return try #require(answer["id"]?.text)
    }

    private func start(_ id: String, _ bench: APIFixture, as client: Client) async throws -> Answer {
        try await bench.post("\(Self.path)/\(id)/start", "", as: client)
    }

    /// The balance, and what is set aside of it.
    private func balance(_ bench: APIFixture, as ada: Client) async throws -> [JSONValue?] {
        let account = try await bench.get("/api/v1/account", as: ada)
        return [account["balances.0.amount"], account["reserved.0.amount"]]
    }

    @Test func `C46: a waiting order has its total set aside, no ticket, and is counted as coming`()
        async throws
    {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let answer = try await bench.order(Self.waiting(APIFixture.soup(2)), key: "wait", as: ada)
            #expect(answer["stage"] == "placed")
            // The café closes at 18:00, later than four hours from noon.
            #expect(answer["waiting.until"] == "2026-11-21T15:00:00.000Z")
            #expect(answer["waiting.endsBy"] == "too-long")
            // 30 m of the café, and 4 minutes for the soup.
            #expect(answer["waiting.startArea.circle.radius"] == .number("270.0"))
            #expect(answer["waiting.startArea.circle.longitude"] == .number("13.25"))
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["tickets"] == [])
            #expect(tickets["coming"] == 1)
            let ticket = try #require(answer["ticket"]?.text)
            #expect(try await bench.get("/api/v1/tickets/\(ticket)", as: cook).status == 404)
            let account = try await balance(bench, as: ada)
            #expect(account == [5000, 1020])
            let board = try await bench.get(
                "/api/v1/cafes/main-cafe/board", as: try await bench.signIn("board-main", device: true))
            #expect(board["entries"] == [])
        }
    }

    @Test func `C46: starting it pays for it and gives the kitchen the ticket, in one step`() async throws {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let id = try await placed(bench, as: ada)
            bench.clock.advance(by: .seconds(600))
            let answer = try await start(id, bench, as: ada)
            #expect(answer.status == 200)
            #expect(answer["stage"] == "accepted")
            #expect(answer["version"] == 2)
            #expect(answer["waiting"] == nil)
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["coming"] == 0)
            // C76: its age counts from here.
            #expect(tickets["tickets.0.releasedAt"] == "2026-11-21T11:10:00.000Z")
            #expect(tickets["tickets.0.order"]?.text == id)
            let account = try await balance(bench, as: ada)
            #expect(account == [3980, nil])
        }
    }

    @Test func `starting twice, or from another device, changes nothing more`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let id = try await placed(bench, as: ada)
            let phone = try await bench.signIn("ada")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for client in [ada, phone, ada, phone] {
                    group.addTask { try await start(id, bench, as: client) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.map(\.status)) == [200])
            #expect(Set(answers.map(\.bytes)).count == 1)
            let ticket = try #require(answers[0]["ticket"]?.text)
            _ = try await bench.act("start", on: ticket, as: try await bench.signIn("carl"))
            let later = try await start(id, bench, as: phone)
            #expect(later["stage"] == "preparing")
            let account = try await balance(bench, as: ada)
            #expect(account == [3980, nil])
        }
    }

    @Test func `a waiting order is cancelled free of charge, and its stock returns once`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let stock = {
                try await bench.services.store.read { try $0.remainingStock(of: Fixture.mainCafe.id) }
            }
            let before = try await stock()
            let id = try await placed(bench, as: ada, APIFixture.cake(2))
            #expect(try await stock() != before)
            let answer = try await bench.post("\(Self.path)/\(id)/cancellation", "", as: ada)
            #expect(answer["stage"] == "cancelled")
            #expect(answer["waiting"] == nil)
            #expect(try await stock() == before)
            let account = try await balance(bench, as: ada)
            #expect(account == [5000, nil])
            let entries = try await bench.get("/api/v1/account", as: ada)
            #expect(entries["entries"]?.elements.map { $0.at("kind") } == ["opening"])
            let refused = try await start(id, bench, as: ada)
            #expect(refused.status == 409)
            #expect(refused["code"] == "illegal-transition")
        }
    }

    @Test func `a started order is cancelled as any other, and refunded`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let id = try await placed(bench, as: ada)
            _ = try await start(id, bench, as: ada)
            let answer = try await bench.post("\(Self.path)/\(id)/cancellation", "", as: ada)
            #expect(answer["stage"] == "cancelled")
            let account = try await balance(bench, as: ada)
            #expect(account == [5000, nil])
        }
    }

    @Test func `a reserved amount cannot be spent a second time`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            _ = try await placed(bench, as: ada, APIFixture.soup(9))
            let refused = try await bench.order(APIFixture.soup(1), key: "more", as: ada)
            #expect(refused.status == 402)
            #expect(refused["balance.amount"] == 410)
            let another = try await bench.order(Self.waiting(APIFixture.soup(1)), key: "again", as: ada)
            #expect(another.status == 402)
        }
    }

    @Test
    func
        `C59: an order that nobody starts by closing time ends with the reason, and can no longer be started`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            // 17:30 in Berlin; the café closes at 18:00.
            bench.clock.advance(by: .seconds(5 * 3_600 + 1_800))
            let id = try await placed(bench, as: ada)
            bench.clock.advance(by: .seconds(1_800))
            let refused = try await start(id, bench, as: ada)
            #expect(refused.status == 409)
            #expect(refused["code"] == "illegal-transition")
            let order = try await bench.get("\(Self.path)/\(id)", as: ada)
            #expect(order["stage"] == "expired")
            #expect(order["history.1.reason"] == "closing")
            let account = try await balance(bench, as: ada)
            #expect(account == [5000, nil])
        }
    }

    @Test func `an order is not started while its café takes none, and still waits`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let id = try await placed(bench, as: ada)
            let closed = TestCampus().text.replacing("07:00-18:00", with: "07:00-11:00")
            _ = try await bench.services.imports.importCampus(Array(closed.utf8), name: "closed")
            let refused = try await start(id, bench, as: ada)
            #expect(refused.status == 409)
            #expect(refused["code"] == "cafe-closed")
            #expect(try await bench.get("\(Self.path)/\(id)", as: ada)["stage"] == "placed")
            let gone = TestCampus().text.replacing("main-cafe", with: "new-cafe")
            _ = try await bench.services.imports.importCampus(Array(gone.utf8), name: "gone")
            #expect(try await start(id, bench, as: ada)["code"] == "unknown-cafe")
            #expect(try await bench.get("\(Self.path)/\(id)", as: ada)["waiting.startArea"] == nil)
        }
    }

    @Test func `another person's order and an unknown order cannot be started`() async throws {
        try await withAPIFixture { bench in
            let id = try await placed(bench, as: try await bench.signIn("ada"))
            let grace = try await bench.signIn("grace")
            #expect(try await start(id, bench, as: grace).status == 404)
            #expect(try await start("nothing", bench, as: grace).status == 404)
            #expect(try await start(id, bench, as: try await bench.signIn("carl")).status == 403)
            #expect(try await start(id, bench, as: .nobody).status == 401)
        }
    }

    @Test
    func `C37, C38: the same key is answered as when the order began to wait, also when it has been started`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let body = Self.waiting(APIFixture.soup(1))
            let first = try await bench.order(body, key: "wait", as: ada)
            _ = try await start(try #require(first["id"]?.text), bench, as: ada)
            let again = try await bench.order(body, key: "wait", as: ada)
            #expect(again.bytes == first.bytes)
            #expect(again.fields["Idempotent-Replayed"] == "true")
            let other = try await bench.order(APIFixture.soup(1), key: "wait", as: ada)
            #expect(other["code"] == "idempotency-key-reused")
        }
    }

    @Test(arguments: [#""later""#, "1", "true"])
    func `an unknown start is refused`(word: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let body = Self.waiting(APIFixture.soup()).replacing(#""when-near""#, with: word)
            let answer = try await bench.order(body, key: "wait", as: ada)
            #expect(answer.status == 422 || answer.status == 400)
            #expect(answer["errors.0.pointer"] == "/start")
        }
    }

    @Test func `the kitchen is told of each wait that begins and ends, by a number alone`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let id = try await placed(bench, as: ada)
            _ = try await start(id, bench, as: ada)
            let changes = try await bench.services.store.read {
                try $0.feedEntries(after: 0, topics: [.kitchen(Fixture.mainCafe.id)], limit: 10)
            }
            #expect(changes.map(\.change.kind) == ["coming", "ticket", "coming"])
            #expect(changes.first?.change.body == #"{"count":1}"#)
            #expect(changes.last?.change.body == #"{"count":0}"#)
        }
    }
}
