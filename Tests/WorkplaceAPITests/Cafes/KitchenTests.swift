import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct KitchenTests {
    /// Passes the undo window and sends what is due then.
    private func passUndoWindow(_ bench: APIFixture, seconds: Int = 5) async throws {
        bench.clock.advance(by: .seconds(seconds))
        _ = try await bench.services.readiness.workNow()
    }

    private func kinds(_ bench: APIFixture, topic: FeedTopic) async throws -> [String] {
        try await bench.services.store.read { reading in
            try reading.feedEntries(after: 0, topics: [topic], limit: 100).map(\.change.body)
        }
    }

    private func tickets(_ bench: APIFixture, _ query: String = "", as client: Client) async throws
        -> [String]
    {
        let answer = try await bench.get("/api/v1/cafes/main-cafe/tickets\(query)", as: client)
        return (answer["tickets"]?.elements ?? []).compactMap { $0.at("number")?.text }
    }

    @Test func `a placed order is on the kitchen's list once, and in no other café's`() async throws {
        try await withAPIFixture { bench in
            let kitchen = try await bench.signIn("kitchen-main", device: true)
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            let list = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: kitchen)
            #expect(list["tickets"]?.elements.count == 1)
            #expect(list["tickets.0.stage"] == "waiting")
            #expect(list["tickets.0.lines.0.choices.0.name"] == "Cream")
            #expect(list["undoSeconds"] == 5)
            let cook = try await bench.signIn("carl")
            let other = try await bench.get("/api/v1/cafes/tokyo-cafe/tickets", as: cook)
            #expect(other["tickets"] == .array([]))
        }
    }

    @Test func `C68 a bump that comes twice is harmless, also with an old version`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            let first = try await bench.act("bump", on: ticket, as: cook, [("If-Match", "\"0\"")])
            #expect(first["stage"] == "done")
            #expect(first["noticeDueAt"] == "2026-11-21T11:00:05.000Z")
            let before = try await bench.stateFingerprint()
            for fields in [[], [("If-Match", "\"0\"")]] {
                let again = try await bench.act("bump", on: ticket, as: cook, fields)
                #expect(again.status == 200)
                #expect(again.bytes == first.bytes)
            }
            let after = try await bench.stateFingerprint()
            #expect(after == before)
        }
    }

    @Test func `C68 lines are bumped one by one, the last finishes the ticket`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let body = """
                {"cafe": "main-cafe", "expectedTotal": {"amount": 830, "currency": "EUR"},
                 "lines": [{"item": "soup", "quantity": 1}, {"item": "cake", "quantity": 1}]}
                """
            let (_, ticket) = try await bench.placed(body, as: try await bench.signIn("ada"))
            let first = try await bench.act("bump", on: ticket, line: 1, as: cook)
            #expect(first["stage"] == "preparing")
            #expect(first["lines"]?.elements.map { $0.at("done") } == [.boolean(false), .boolean(true)])
            let second = try await bench.act("bump", on: ticket, line: 0, as: cook)
            #expect(second["stage"] == "done")
            let missing = try await bench.act("bump", on: ticket, line: 2, as: cook)
            #expect(missing.status == 422)
            #expect(missing.errors == ["/line value"])
        }
    }

    @Test func `several lines are bumped and taken back in one step`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let body = """
                {"cafe": "main-cafe", "expectedTotal": {"amount": 830, "currency": "EUR"},
                 "lines": [{"item": "soup", "quantity": 1}, {"item": "cake", "quantity": 1}]}
                """
            let (_, ticket) = try await bench.placed(body, as: try await bench.signIn("ada"))
            func act(_ body: String) async throws -> Answer {
                try await bench.post("/api/v1/tickets/\(ticket)/actions", body, as: cook)
            }
            let bumped = try await act(#"{"action": "bump", "lines": [0, 1]}"#)
            #expect(bumped["stage"] == "done")
            let undone = try await act(#"{"action": "undo", "lines": [1]}"#)
            #expect(undone["lines"]?.elements.map { $0.at("done") } == [.boolean(true), .boolean(false)])
            #expect(try await act(#"{"action": "bump", "lines": [7]}"#).code == "no-such-line")
            for wrong in [
                #"{"action": "start", "lines": [0]}"#, #"{"action": "bump", "lines": []}"#,
                #"{"action": "bump", "line": 0, "lines": [0]}"#,
            ] {
                #expect(try await act(wrong).errors == ["/lines value"], "\(wrong)")
            }
        }
    }

    @Test func `a cancelled ticket is listed until its lines are acknowledged`() async throws {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let (order, ticket) = try await bench.placed(as: ada)
            _ = try await bench.post("/api/v1/orders/\(order)/cancellation", "", as: ada)
            let list = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(list["tickets.0.stage"] == "cancelled")
            #expect(list["tickets.0.lines.0.done"] == .boolean(false))
            let bump = try await bench.act("bump", on: ticket, as: cook)
            #expect(bump.code == "illegal-transition")
            let seen = try await bench.act("acknowledge", on: ticket, as: cook)
            #expect(seen["lines.0.done"] == .boolean(true))
            let after = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(after["tickets"] == .array([]))
        }
    }

    @Test func `C42: a cook rejects an order with a reason, and its person reads why`() async throws {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let (order, ticket) = try await bench.placed(as: ada)
            let path = "/api/v1/tickets/\(ticket)/rejection"
            for (body, error) in [
                ("{}", "/reason required"), (#"{"reason": "bored"}"#, "/reason value"),
                (#"{"reason": "busy", "why": 1}"#, "/why unknown-member"),
                (#"{"reason": "busy", "soldOut": ["cake"]}"#, "/soldOut value"),
            ] {
                #expect(try await bench.post(path, body, as: cook).errors == [error], "\(body)")
            }
            let missing = try await bench.post(path, #"{"reason": "busy", "seen": [3]}"#, as: cook)
            #expect(missing.code == "no-such-line")
            let body = #"{"reason": "missing-ingredient", "seen": [0], "soldOut": ["soup"]}"#
            let stale = try await bench.post(path, body, as: cook, [("If-Match", "\"7\"")])
            #expect(stale.code == "stale-version" && stale["ticket.stage"] == "waiting")
            for fields in [[("If-Match", "\"0\"")], []] {
                let rejected = try await bench.post(path, body, as: cook, fields)
                #expect(rejected["ticket.stage"] == "cancelled" && rejected["giveBack"] == nil)
            }
            let shown = try await bench.get("/api/v1/orders/\(order)", as: ada)
            #expect(shown["stage"] == "rejected")
            #expect(shown["history"]?.elements.last?.at("reason") == "missing-ingredient")
            let list = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(list["tickets"] == [])
            let soldOut = try await bench.get("/api/v1/cafes/main-cafe/sold-out", as: cook)
            #expect(soldOut["items.0.id"] == "soup")
        }
    }

    @Test func `an order that is ready is not rejected, and the refusal says what to do`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            _ = try await bench.act("bump", on: ticket, as: cook)
            try await passUndoWindow(bench)
            let refused = try await bench.post(
                "/api/v1/tickets/\(ticket)/rejection", #"{"reason": "closing"}"#, as: cook)
            #expect(refused.code == "illegal-transition" && refused["ticket.stage"] == "ready")
            #expect(refused["detail"]?.text?.contains("Recall the ticket") == true)
        }
    }

    @Test func `a cook does not put a ticket before the others, and a manager does`() async throws {
        try await withAPIFixture { bench in
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            let refused = try await bench.act("prioritise", on: ticket, as: try await bench.signIn("carl"))
            #expect(refused.code == "forbidden")
            let manager = try await bench.signIn("mia")
            let raised = try await bench.act("prioritise", on: ticket, as: manager)
            #expect(raised["raisedAt"] == "2026-11-21T11:00:00.000Z")
            bench.clock.advance(by: .seconds(3))
            let late = try await bench.act("undo-priority", on: ticket, as: manager)
            #expect(late.code == "undo-expired")
        }
    }

    @Test(arguments: ["done", "ready", "collected"])
    func `C69 a recalled ticket is back in its place with its age`(stage: String) async throws {
        try await withAPIFixture { bench in
            let (ada, cook) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let (_, first) = try await bench.placed(key: "first", as: ada)
            bench.clock.advance(by: .seconds(1))
            _ = try await bench.placed(key: "second", as: ada)
            _ = try await bench.act("bump", on: first, as: cook)
            if stage != "done" { try await passUndoWindow(bench) }
            if stage == "collected" {
                _ = try await bench.act("collect", on: first, as: cook)
                let open = try await tickets(bench, as: cook)
                #expect(open == ["002"])
                let finished = try await tickets(bench, "?state=collected", as: cook)
                #expect(finished == ["001"])
            }
            bench.clock.advance(by: .seconds(3_600))
            let recalled = try await bench.act("recall", on: first, as: cook)
            #expect(recalled["stage"] == "preparing")
            #expect(recalled["bumpedAt"] == nil)
            #expect(recalled["recalled"] == .boolean(true))
            #expect(recalled["releasedAt"] == "2026-11-21T11:00:00.000Z")
            let open = try await tickets(bench, as: cook)
            #expect(open == ["001", "002"])
        }
    }

    @Test func `a ticket tells when it was bumped, also when it is ready and collected`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            bench.clock.advance(by: .seconds(600))
            let bumped = try await bench.act("bump", on: ticket, as: cook)
            #expect(bumped["releasedAt"] == "2026-11-21T11:00:00.000Z")
            #expect(bumped["bumpedAt"] == "2026-11-21T11:10:00.000Z")
            try await passUndoWindow(bench)
            let list = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(list["tickets.0.stage"] == "ready")
            #expect(list["tickets.0.bumpedAt"] == "2026-11-21T11:10:00.000Z")
            let collected = try await bench.act("collect", on: ticket, as: cook)
            #expect(collected["bumpedAt"] == "2026-11-21T11:10:00.000Z")
        }
    }

    @Test func `C69 a ticket of another day is not recalled`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            _ = try await bench.act("bump", on: ticket, as: cook)
            try await passUndoWindow(bench, seconds: 24 * 3_600)
            let answer = try await bench.act("recall", on: ticket, as: cook)
            #expect(answer.code == "recall-expired")
            #expect(answer["ticket.stage"] == "ready")
        }
    }

    @Test func `C70 no notice is sent before the undo window is over`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            _ = try await bench.act("start", on: ticket, as: cook)
            let before = try await kinds(bench, topic: .person(Fixture.ada))
            _ = try await bench.act("bump", on: ticket, as: cook)
            try await passUndoWindow(bench, seconds: 4)
            let during = try await kinds(bench, topic: .person(Fixture.ada))
            #expect(during == before)
            let board = try await bench.get("/api/v1/cafes/main-cafe/board", as: cook)
            #expect(board["entries.0.stage"] == "preparing")
            try await passUndoWindow(bench, seconds: 1)
            let after = try await kinds(bench, topic: .person(Fixture.ada))
            #expect(after.count == before.count + 2)
            #expect(after.dropLast().last?.contains(#""stage":"ready""#) == true)
            #expect(after.last?.contains(#""unread":1"#) == true)
            let ready = try await bench.get("/api/v1/cafes/main-cafe/board", as: cook)
            #expect(ready["entries.0.stage"] == "ready")
            let late = try await bench.act("undo", on: ticket, as: cook)
            #expect(late.code == "undo-expired")
        }
    }

    @Test func `C70 after an undo no notice is sent`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            _ = try await bench.act("start", on: ticket, as: cook)
            _ = try await bench.act("bump", on: ticket, as: cook)
            let before = try await kinds(bench, topic: .person(Fixture.ada))
            let undone = try await bench.act("undo", on: ticket, as: cook)
            #expect(undone["stage"] == "preparing")
            try await passUndoWindow(bench, seconds: 60)
            let after = try await kinds(bench, topic: .person(Fixture.ada))
            #expect(after == before)
        }
    }

    @Test func `C76 age counts from the release on every screen`() async throws {
        try await withAPIFixture { bench in
            _ = try await bench.placed(as: try await bench.signIn("ada"))
            bench.clock.advance(by: .seconds(90))
            for screen in [
                try await bench.signIn("kitchen-main", device: true), try await bench.signIn("mia"),
            ] {
                let list = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: screen)
                #expect(list["tickets.0.releasedAt"] == "2026-11-21T11:00:00.000Z")
                #expect(list["now"] == "2026-11-21T11:01:30.000Z")
            }
        }
    }

    @Test func `C43 an action on an outdated ticket is refused with the present one`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            _ = try await bench.act("start", on: ticket, as: cook)
            let answer = try await bench.act("bump", on: ticket, as: cook, [("If-Match", "\"0\"")])
            #expect(answer.status == 412)
            #expect(answer["ticket.version"] == 1)
            #expect(answer["ticket.stage"] == "preparing")
        }
    }

    @Test func `C43 of several versions the present one counts`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            let started = try await bench.act("start", on: ticket, as: cook, [("If-Match", "\"5\", \"0\"")])
            #expect(started["version"] == 1)
            let refused = try await bench.act("bump", on: ticket, as: cook, [("If-Match", "\"5\", \"0\"")])
            #expect(refused.code == "stale-version")
            #expect(refused["ticket.version"] == 1)
        }
    }

    @Test(arguments: [
        (#"{"action": "burn"}"#, "/action value"), (#"{}"#, "/action required"),
        (#"{"action": "bump", "line": -1}"#, "/line value"),
        (#"{"action": "start", "line": 0}"#, "/line value"),
        (#"{"action": "bump", "line": "0"}"#, "/line type"),
        (#"{"action": "bump", "who": 1}"#, "/who unknown-member"),
    ])
    func `an action of another shape names the field`(body: String, error: String) async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            let answer = try await bench.post("/api/v1/tickets/\(ticket)/actions", body, as: cook)
            #expect(answer.status == 400)
            #expect(answer.errors.contains(error))
        }
    }

    @Test func `C69 a recall or a handover that comes twice is harmless`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (_, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            _ = try await bench.act("bump", on: ticket, as: cook)
            for action in ["recall", "recall"] {
                let answer = try await bench.act(action, on: ticket, as: cook, [("If-Match", "\"1\"")])
                #expect(answer.status == 200)
                #expect(answer["version"] == 2)
            }
            #expect(bench.log.lines.isEmpty)
        }
    }

    @Test func `C42 an action that the stage does not take brings the ticket and is logged`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let (order, ticket) = try await bench.placed(as: try await bench.signIn("ada"))
            let answer = try await bench.act("collect", on: ticket, as: cook)
            #expect(answer.code == "illegal-transition")
            #expect(answer["ticket.stage"] == "waiting")
            #expect(bench.log.lines == ["Refused illegal-transition: order \(order)"])
            let unknown = try await bench.act("start", on: "nothing", as: cook)
            #expect(unknown.code == "unknown-ticket")
            let state = try await bench.get("/api/v1/cafes/main-cafe/tickets?state=lost", as: cook)
            #expect(state.code == "invalid-request")
        }
    }
}
