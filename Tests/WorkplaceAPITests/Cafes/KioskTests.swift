import Essentials
import HTTPCore
import JSON
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Kiosks: calls for help, and the code by which staff leave.
@Suite(.timeLimit(.minutes(1)))
struct KioskTests {
    private static let calls = "/api/v1/cafes/main-cafe/help-calls"

    private func callHelp(_ isWanted: Bool, _ bench: APIFixture, as kiosk: Client) async throws -> Answer {
        try await bench.put("/api/v1/kiosk/help", #"{"wanted": \#(isWanted)}"#, as: kiosk)
    }

    @Test func `C97: a call for help reaches the staff, and their answer reaches the kiosk`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let before = try await bench.get("/api/v1/kiosk", as: kiosk)
            #expect(before["cafe"] == "main-cafe")
            #expect(before["payments.0.kind"] == "counter")
            #expect(before["helpCalledAt"] == nil)
            #expect(try await callHelp(true, bench, as: kiosk)["helpCalledAt"] == "2026-11-21T11:00:00.000Z")
            bench.clock.advance(by: .seconds(5))
            // Pressing again keeps the place in the line.
            #expect(try await callHelp(true, bench, as: kiosk)["helpCalledAt"] == "2026-11-21T11:00:00.000Z")
            let open = try await bench.get(Self.calls, as: cook)
            #expect(open["calls.0.kiosk"] == "kiosk-main")
            #expect(open["calls.0.name"] == "Kiosk")
            for _ in 1...2 {
                #expect(try await bench.delete("\(Self.calls)/kiosk-main", as: cook).status == 204)
            }
            #expect(try await bench.get("/api/v1/kiosk", as: kiosk)["helpCalledAt"] == nil)
            #expect(try await bench.get(Self.calls, as: cook)["calls"] == [])
        }
    }

    @Test func `a withdrawn call is gone, and each change is announced once`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let before = try await bench.services.store.read { try $0.feedBounds().last }
            for isWanted in [false, true, true, false, false] {
                #expect(try await callHelp(isWanted, bench, as: kiosk).status == 200)
            }
            let after = try await bench.services.store.read { try $0.feedBounds().last }
            #expect(after == before + 2)
        }
    }

    @Test func `a kitchen of another café neither sees nor answers a call`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let other = try await bench.signIn("kitchen-tokyo", device: true)
            _ = try await callHelp(true, bench, as: kiosk)
            #expect(try await bench.get(Self.calls, as: other).code == "forbidden")
            #expect(try await bench.delete("\(Self.calls)/kiosk-main", as: other).code == "forbidden")
            let own = "/api/v1/cafes/tokyo-cafe/help-calls"
            #expect(try await bench.get(own, as: other)["calls"] == [])
            #expect(try await bench.delete("\(own)/kiosk-main", as: other).status == 204)
            #expect(try await bench.get("/api/v1/kiosk", as: kiosk)["helpCalledAt"] != nil)
        }
    }

    @Test func `C100: the exit needs the code, and few wrong codes are accepted in a minute`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            func leave(_ code: String) async throws -> Answer {
                try await bench.post("/api/v1/kiosk/exit", #"{"code": "\#(code)"}"#, as: kiosk)
            }
            for _ in 1...5 { #expect(try await leave("123456").code == "wrong-exit-code") }
            let late = try await leave(KioskService.demoExitCode)
            #expect(late.code == "too-many-codes")
            bench.clock.advance(by: .seconds(60))
            #expect(try await leave(KioskService.demoExitCode).status == 204)
        }
    }

    @Test func `a paired kiosk gets a code of its own, which its managers see`() async throws {
        var generator = SplitMix64(seed: 7)
        let codes = (1...50).map { _ in PairedScreen.exitCode(using: &generator) }
        #expect(codes.allSatisfy { $0.utf8.count == 6 && $0.allSatisfy(\.isNumber) })
        #expect(Set(codes).count > 45)
    }
}

/// Orders of guests at a kiosk, from the basket to the counter.
@Suite(.timeLimit(.minutes(1)))
struct GuestOrderTests {
    private static let unpaid = "/api/v1/cafes/main-cafe/unpaid-orders"
    private static let counter = "/api/v1/cafes/main-cafe/counter"
    private static let cash = #"{"payment": "cash"}"#

    private func order(
        _ bench: APIFixture, as kiosk: Client, key: String = "guest", name: String? = "Grace",
        total: Int = 510
    ) async throws -> Answer {
        let name = name.map { #", "name": "\#($0)""# } ?? ""
        return try await bench.post(
            "/api/v1/kiosk/orders",
            """
            {"lines": [{"item": "soup", "quantity": 1, "choices": [{"choice": "cream"}]}], "payment": "counter",
             "expectedTotal": {"amount": \(total), "currency": "EUR"}\(name)}
            """, as: kiosk, [("Idempotency-Key", key)])
    }

    @Test func `the kitchen gets a guest's order when the counter has the money, once`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let placed = try await order(bench, as: kiosk)
            #expect(placed.status == 201, "\(placed.text)")
            #expect(placed["stage"] == "placed")
            #expect(placed["until"] == "2026-11-21T11:30:00.000Z")
            let id = try #require(placed["id"]?.text)
            let number = try #require(placed["number"])
            // The kitchen does not have it, and a lost answer orders nothing twice (C37).
            #expect(try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)["tickets"] == [])
            #expect(try await order(bench, as: kiosk)["id"]?.text == id)
            let waiting = try await bench.get(Self.unpaid, as: cook)
            #expect(waiting["orders.0.number"] == number)
            #expect(waiting["orders.0.name"] == "Grace")
            #expect(waiting["orders.0.total.amount"] == 510)
            for _ in 1...2 {
                let paid = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: cook)
                #expect(paid["stage"] == "accepted", "\(paid.text)")
            }
            #expect(try await bench.get(Self.unpaid, as: cook)["orders"] == [])
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["tickets.0.number"] == number)
            // Somebody who stands there, whose name the kitchen calls.
            #expect(tickets["tickets.0.kind"] == "walk-up")
            #expect(tickets["tickets.0.name"] == "Grace")
        }
    }

    @Test func `C48: a guest whose order the kitchen rejects gets the money back at the counter`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            _ = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: cook)
            let path = "/api/v1/tickets/\(id)/rejection"
            let rejected = try await bench.post(path, #"{"reason": "equipment", "seen": [0]}"#, as: cook)
            #expect(rejected["ticket.stage"] == "cancelled", "\(rejected.text)")
            #expect(rejected["giveBack.amount"] == 510)
            let counter = try await bench.get("/api/v1/cafes/main-cafe/counter", as: cook)
            #expect(counter["orders.0.stage"] == "rejected" && counter["orders.0.giveBack.amount"] == 510)
            #expect(counter["orders.0.payment"] == "cash")
            #expect(try await bench.get("/api/v1/followed-orders/\(id)")["stage"] == "rejected")
            // What came in went out: the ledger is sound.
            let till = try await bench.services.store.read { reading in
                try reading.connection.all(
                    "SELECT amount FROM postings WHERE account_kind = 'cash' ORDER BY entry"
                ) {
                    try $0.int(0)
                }
            }
            #expect(till == [-510, 510])
        }
    }

    @Test
    func `C49: whoever has the address sees the number and the state of a guest's order, and nothing else`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            let followed = try await bench.get("/api/v1/followed-orders/\(id)")
            #expect(followed.text == #"{"number":"001","stage":"placed","cafe":"Main café"}"#)
            #expect(followed.fields["Cache-Control"] == "no-store")
            let picture = try await bench.get("/api/v1/followed-orders/\(id)/qr-code")
            #expect(picture.fields["Content-Type"] == "image/svg+xml")
            let own = try await bench.placed(as: try await bench.signIn("ada"))
            #expect(try await bench.get("/api/v1/followed-orders/\(own.order)").code == "unknown-order")
            #expect(
                try await bench.get("/api/v1/followed-orders/\(own.order)/qr-code").code == "unknown-order")
        }
    }

    @Test func `an order that nobody pays for ends after half an hour, and cannot be paid any more`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            bench.clock.advance(by: .seconds(1_800))
            let late = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: cook)
            #expect(late.code == "illegal-transition")
            #expect(try await bench.get("/api/v1/followed-orders/\(id)")["stage"] == "expired")
            #expect(try await bench.get(Self.unpaid, as: cook)["orders"] == [])
        }
    }

    @Test func `another price, a strange way to pay and a long name are refused, and nothing is ordered`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            #expect(try await order(bench, as: kiosk, total: 509).code == "total-changed")
            let long = String(repeating: "x", count: 25)
            #expect(try await order(bench, as: kiosk, name: long).code == "invalid-request")
            let body =
                #"{"lines": [], "payment": "shells", "expectedTotal": {"amount": 0, "currency": "EUR"}}"#
            let strange = try await bench.post(
                "/api/v1/kiosk/orders", body, as: kiosk, [("Idempotency-Key", "strange")])
            #expect(strange["errors.0.pointer"] == "/payment")
            let cook = try await bench.signIn("carl")
            #expect(try await bench.get(Self.unpaid, as: cook)["orders"] == [])
        }
    }

    @Test func `the counter of another café cannot take the money, and nobody pays for a person's order`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let other = try await bench.signIn("kitchen-tokyo", device: true)
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            let elsewhere = "/api/v1/cafes/tokyo-cafe/unpaid-orders/\(id)/payment"
            #expect(try await bench.post(elsewhere, Self.cash, as: other).code == "unknown-order")
            let foreign = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: other)
            #expect(foreign.code == "forbidden")
            let own = try await bench.placed(as: try await bench.signIn("ada"))
            let wrong = try await bench.post("\(Self.unpaid)/\(own.order)/payment", Self.cash, as: cook)
            #expect(wrong.code == "unknown-order")
        }
    }

    @Test func `C22 the counter takes no money for what is sold out since`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            let marks = "/api/v1/cafes/main-cafe/sold-out"
            _ = try await bench.post(marks, #"{"soldOut": true, "choices": ["cream"]}"#, as: cook)
            let refused = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: cook)
            #expect(refused.code == "sold-out")
            #expect(refused["items.0"]?.text == "soup")
            #expect(try await bench.get(Self.unpaid, as: cook)["orders.0.id"]?.text == id)
            _ = try await bench.post(marks, #"{"soldOut": false, "choices": ["cream"]}"#, as: cook)
            #expect(try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: cook).status == 200)
        }
    }

    @Test func `an order of a kiosk is in the counter's list, and its money stands where the cashier put it`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let till = try await bench.signIn("kitchen-main", device: true)
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            let waiting = try await bench.get(Self.counter, as: till)
            #expect(waiting["orders.0.id"]?.text == id)
            #expect(waiting["orders.0.stage"] == "placed")
            #expect(waiting["orders.0.until"] == "2026-11-21T11:30:00.000Z")
            #expect(waiting["orders.0.payment"] == nil)
            for body in ["{}", #"{"payment": "card"}"#, #"{"payment": "account"}"#] {
                let wrong = try await bench.post("\(Self.unpaid)/\(id)/payment", body, as: till)
                #expect(wrong["errors.0.pointer"] == "/payment")
            }
            let paid = try await bench.post(
                "\(Self.unpaid)/\(id)/payment", #"{"payment": "terminal"}"#, as: till)
            #expect(paid.status == 200)
            // The first press counts.
            _ = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: till)
            let listed = try await bench.get(Self.counter, as: till)
            #expect(listed["orders.0.payment"] == "terminal")
            #expect(listed["orders.0.until"] == nil)
            // A refund goes back the way the money came, not to a guest's meal account.
            let manager = try await bench.signIn("mia")
            let back = try await bench.post(
                "/api/v1/orders/\(id)/refunds", #"{"reason": "Cold"}"#, as: manager,
                [("Idempotency-Key", "r")])
            #expect(back.status == 201, "\(back.text)")
            #expect(try await bench.get("/api/v1/orders/\(id)/refunds", as: manager)["means"] == "terminal")
            let postings = try await bench.services.store.read { reading in
                try reading.connection.all(
                    """
                    SELECT account_kind || ' ' || amount FROM postings
                    WHERE kind <> 'opening' AND account_kind NOT IN ('sales', 'tax') ORDER BY entry
                    """
                ) { try $0.text(0) }
            }
            #expect(postings == ["terminal -510", "terminal 510"])
        }
    }

    @Test func `the counter cancels an order of a kiosk that is not paid, and the kitchen never has it`()
        async throws
    {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let till = try await bench.signIn("kitchen-main", device: true)
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text)
            let path = Self.counter + "/orders/\(id)/cancellation"
            let cancelled = try await bench.post(path, #"{"reason": "changed-mind"}"#, as: till)
            #expect(cancelled["stage"] == "cancelled")
            #expect(try await bench.get(Self.unpaid, as: till)["orders"] == [])
            #expect(try await bench.get("/api/v1/cafes/main-cafe/tickets", as: till)["tickets"] == [])
            let late = try await bench.post("\(Self.unpaid)/\(id)/payment", Self.cash, as: till)
            #expect(late.code == "illegal-transition")
        }
    }

    @Test func `an order that costs nothing is in the kitchen at once, without a payment`() async throws {
        try await withAPIFixture(campus: TestCampus(soupPrice: 0)) { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let till = try await bench.signIn("kitchen-main", device: true)
            let body =
                #"{"lines": [{"item": "soup", "quantity": 1}], "payment": "counter", "#
                + #""expectedTotal": {"amount": 0, "currency": "EUR"}}"#
            for _ in 1...2 {
                let placed = try await bench.post(
                    "/api/v1/kiosk/orders", body, as: kiosk, [("Idempotency-Key", "free")])
                #expect(placed["stage"] == "accepted", "\(placed.text)")
                #expect(placed["until"] == nil)
            }
            #expect(try await bench.get(Self.unpaid, as: till)["orders"] == [])
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: till)
            #expect(tickets["tickets"]?.elements.count == 1)
        }
    }

    @Test func `a pause of the kiosks closes kiosks alone, and a pause of the pages does not`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let ada = try await bench.signIn("ada")
            let pace = "/api/v1/cafes/main-cafe/pace"
            let basket = #"{"lines": [{"item": "cake", "quantity": 1}]}"#
            func quote(_ client: Client) async throws -> JSONValue? {
                try await bench.post("/api/v1/cafes/main-cafe/quote", basket, as: client).code
            }
            func menuIsPaused(_ client: Client) async throws -> Bool {
                try await bench.get("/api/v1/cafes/main-cafe/menu", as: client)["pausedUntil"] != nil
            }
            _ = try await bench.post(pace, #"{"scope": "channel/web", "paused": true}"#, as: cook)
            #expect(try await quote(kiosk) == nil)
            #expect(try await quote(ada) == "paused")
            #expect(try await menuIsPaused(kiosk) == false)
            #expect(try await menuIsPaused(ada))
            #expect(try await order(bench, as: kiosk).status == 201)
            _ = try await bench.post(pace, #"{"scope": "channel/web", "paused": false}"#, as: cook)
            _ = try await bench.post(pace, #"{"scope": "channel/kiosk", "paused": true}"#, as: cook)
            #expect(try await quote(kiosk) == "paused")
            #expect(try await quote(ada) == nil)
            #expect(try await menuIsPaused(kiosk))
            #expect(try await order(bench, as: kiosk, key: "late").code == "paused")
        }
    }

    @Test func `the name of a guest is removed after a day`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let id = try #require(try await order(bench, as: kiosk)["id"]?.text.flatMap { OrderID($0) })
            bench.clock.advance(by: GuestOrder.nameRetention + .seconds(1))
            try await bench.services.housekeeping.clean()
            #expect(try await bench.services.orders.guestOrder(id).name == nil)
        }
    }
}
