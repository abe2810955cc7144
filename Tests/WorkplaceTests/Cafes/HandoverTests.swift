import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Handing orders over by code, and orders that nobody collects, at the sample's grill.
@Suite(.timeLimit(.minutes(1)))
struct HandoverTests {
    private static let rules =
        #"{"code": true, "remindMinutes": 10, "giveUpMinutes": 30, "refundPercent": 50}"#

    private func withHandover(
        _ rules: String = rules, _ body: (CafesFixture, Principal) async throws -> Void
    ) async throws {
        try await withCafes { cafes in
            let text = CampusSample.text.replacing(
                "\"dayBoundaryHour\": 4,", with: "\"dayBoundaryHour\": 4, \"handover\": \(rules),")
            let imports = CampusImport(
                store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
            _ = try await imports.importCampus(Array(text.utf8), name: "handover")
            try await body(cafes, try cafes.device("screen"))
        }
    }

    /// Places an order of Ada's and makes it ready.
    private func ready(_ cafes: CafesFixture, _ display: Principal, key: String = "key") async throws -> Order
    {
        let order = try await cafes.orders.place(try cafes.request(key: key)).detail.order
        try await makeReady(order, cafes, display)
        return order
    }

    private func makeReady(_ order: Order, _ cafes: CafesFixture, _ display: Principal) async throws {
        _ = try await cafes.kitchen.apply(
            .bump, to: TicketID(of: order.id), by: display, expectedVersion: nil)
        cafes.clock.advance(by: .seconds(5))
        try await sendReady(cafes)
    }

    private func notices(_ cafes: CafesFixture) async throws -> [NoticeKind] {
        try await cafes.store.read { try $0.notices(of: Fixture.ada, limit: 9).map(\.kind) }
    }

    private func sendReady(_ cafes: CafesFixture) async throws {
        let (clock, campuses) = (cafes.clock, cafes.campuses)
        _ = try await DueTimer.readiness(
            store: cafes.store, clock: clock, handover: { try? campuses.inForce().cafe($0)?.handover },
            now: { clock.timestamp }
        ).workNow()
    }

    /// Lets the time to collect pass.
    private func giveUp(_ cafes: CafesFixture) async throws {
        cafes.clock.advance(by: .seconds(1_815))
        for _ in 0..<3 { try await work(cafes) }
    }

    private func work(_ cafes: CafesFixture) async throws {
        let clock = cafes.clock
        _ = try await DueTimer.handovers(store: cafes.store, clock: clock, now: { clock.timestamp }).workNow()
    }

    private func stage(of order: Order, in cafes: CafesFixture) async throws -> OrderStage? {
        try await cafes.store.read { try $0.order(order.id)?.stage }
    }

    @Test func `C92 the right code hands an order over, and a wrong one says nothing and is limited`()
        async throws
    {
        try await withHandover { cafes, display in
            let counter = CounterService(orders: cafes.orders)
            let order = try await ready(cafes, display)
            let code = HandoverCode(of: order).text
            #expect(code.hasPrefix("001") && code.count == 7)
            // A display hands nothing over without the code.
            await #expect(throws: WorkplaceRefusal.handoverCodeNeeded) {
                try await cafes.kitchen.apply(
                    .collect, to: TicketID(of: order.id), by: display, expectedVersion: nil)
            }
            // A wrong code of an order that is there, one of no order, and one that is no code are the same.
            let wrong = String(code.dropLast()) + (code.hasSuffix("0") ? "1" : "0")
            for text in [wrong, "9990000", "what", "\u{661}234567"] {
                await #expect(throws: WorkplaceRefusal.wrongHandoverCode) {
                    try await counter.handOver(text, at: CafesFixture.grill, by: display)
                }
            }
            #expect(try await stage(of: order, in: cafes) == .ready)
            let handed = try await counter.handOver(code, at: CafesFixture.grill, by: display)
            #expect(handed.stage == .collected)
            let again = try await counter.handOver(code, at: CafesFixture.grill, by: display)
            #expect(again == handed)
            for _ in 4..<CounterService.wrongCodesPerMinute {
                await #expect(throws: WorkplaceRefusal.wrongHandoverCode) {
                    try await counter.handOver(wrong, at: CafesFixture.grill, by: display)
                }
            }
            // Beyond the limit the right code is not looked at either, until the next minute.
            await #expect(throws: WorkplaceRefusal.self) {
                try await counter.handOver(code, at: CafesFixture.grill, by: display)
            }
            cafes.clock.advance(by: .seconds(61))
            _ = try await counter.handOver(code, at: CafesFixture.grill, by: display)
        }
    }

    @Test(arguments: [false, true])
    func `C71 the notice waits for all lines, and for the pass where it confirms`(passConfirms: Bool)
        async throws
    {
        try await withHandover("{\"passConfirms\": \(passConfirms)}") { cafes, display in
            let burger = try cafes.request().basket.lines
            let request = OrderRequest(
                person: Fixture.ada, cafe: CafesFixture.grill, basket: Basket(lines: burger + burger),
                expectedTotal: Fixture.euros(CafesFixture.price.minorUnits * 2), channel: .web, key: "key",
                fingerprint: [1])
            let order = try await cafes.orders.place(request).detail.order
            let ticket = TicketID(of: order.id)
            func make(_ input: TicketInput) async throws -> [OrderStage?] {
                _ = try await cafes.kitchen.apply(input, to: ticket, by: display, expectedVersion: nil)
                var seen: [OrderStage?] = []
                for _ in 0..<2 {
                    seen.append(try await stage(of: order, in: cafes))
                    cafes.clock.advance(by: .seconds(5))
                    try await sendReady(cafes)
                }
                return seen + [try await stage(of: order, in: cafes)]
            }
            #expect(try await make(.bumpLines([0])) == [.preparing, .preparing, .preparing])
            if passConfirms {
                #expect(try await make(.bumpLines([1])) == [.preparing, .preparing, .preparing])
                #expect(try await notices(cafes) == [])
                // The pass sends a wrong line back to the station.
                #expect(try await make(.undoLines([1])) == [.preparing, .preparing, .preparing])
                #expect(try await make(.bumpLines([1])) == [.preparing, .preparing, .preparing])
                #expect(try await make(.bump) == [.preparing, .ready, .ready])
            } else {
                #expect(try await make(.bumpLines([1])) == [.preparing, .ready, .ready])
            }
            #expect(try await notices(cafes) == [.orderReady])
        }
    }

    @Test func `C93 a reminder, then not collected with the refund of the café, each exactly once`()
        async throws
    {
        try await withHandover { cafes, display in
            let before = try await cafes.store.read { try $0.mealBalances(of: Fixture.ada) }
            let order = try await ready(cafes, display)
            for _ in 0..<2 {
                cafes.clock.advance(by: .seconds(605))
                try await work(cafes)
                try await work(cafes)
            }
            #expect(try await stage(of: order, in: cafes) == .ready)
            let reminders = try await cafes.store.read { reading in
                try reading.connection.all("SELECT kind FROM notices ORDER BY kind") { try $0.text(0) }
            }
            #expect(reminders.contains("order-waiting"))
            cafes.clock.advance(by: .seconds(605))
            // As after a restart: the table knows what is due, and a second run finds nothing.
            for _ in 0..<3 { try await work(cafes) }
            #expect(try await stage(of: order, in: cafes) == .notCollected)
            let after = try await cafes.store.read { try $0.mealBalances(of: Fixture.ada) }
            let refund = order.basket.total.minorUnits / 2
            #expect(after[0].minorUnits == before[0].minorUnits - order.basket.total.minorUnits + refund)
            let sum = try await cafes.store.read { reading in
                try reading.connection.first("SELECT count(*) FROM ledger WHERE kind = 'refund'") {
                    try $0.int(0)
                }
            }
            #expect(sum == 1)
            #expect(try await cafes.store.read { try $0.openTickets(of: CafesFixture.grill) }.isEmpty)
            // Who comes late still gets it.
            let late = try await CounterService(orders: cafes.orders).handOver(
                HandoverCode(of: order).text, at: CafesFixture.grill, by: display)
            #expect(late.stage == .collected)
        }
    }

    @Test func `what nobody pays for any more is not handed over by its code`() async throws {
        try await withHandover(
            #"{"code": true, "remindMinutes": 10, "giveUpMinutes": 30, "refundPercent": 100}"#
        ) { cafes, display in
            let order = try await ready(cafes, display)
            try await giveUp(cafes)
            #expect(try await stage(of: order, in: cafes) == .notCollected)
            await #expect(throws: WorkplaceRefusal.orderRefunded) {
                try await CounterService(orders: cafes.orders).handOver(
                    HandoverCode(of: order).text, at: CafesFixture.grill, by: display)
            }
            #expect(try await stage(of: order, in: cafes) == .notCollected)
        }
    }

    @Test func `a guest who comes late gets the order that was paid at the counter, on its day`() async throws
    {
        try await withHandover { cafes, display in
            let counter = CounterService(orders: cafes.orders)
            let own = try cafes.request()
            let order = try await counter.place(
                own.basket, at: CafesFixture.grill, expectedTotal: own.expectedTotal, pickup: .soonest,
                means: .cash, name: nil, key: "guest", fingerprint: [1], by: display
            ).walkUp.order
            try await makeReady(order, cafes, display)
            try await giveUp(cafes)
            #expect(try await stage(of: order, in: cafes) == .notCollected)
            for _ in 1...2 {
                let late = try await counter.handOver(order.id, at: CafesFixture.grill, by: display)
                #expect(late.stage == .collected)
            }
            // A person's order needs its code.
            let other = try await ready(cafes, display, key: "other")
            await #expect(throws: WorkplaceRefusal.unknownOrder(other.id)) {
                try await counter.handOver(other.id, at: CafesFixture.grill, by: display)
            }
            cafes.clock.advance(by: .seconds(86_400))
            await #expect(throws: WorkplaceRefusal.unknownOrder(order.id)) {
                try await counter.handOver(order.id, at: CafesFixture.grill, by: display)
            }
        }
    }

    @Test func `a collected order is neither reminded of nor given up`() async throws {
        try await withHandover(#"{"remindMinutes": 10, "giveUpMinutes": 30}"#) { cafes, display in
            let order = try await ready(cafes, display)
            _ = try await cafes.kitchen.apply(
                .collect, to: TicketID(of: order.id), by: display, expectedVersion: nil)
            cafes.clock.advance(by: .seconds(9_000))
            try await work(cafes)
            #expect(try await stage(of: order, in: cafes) == .collected)
            let due = try await cafes.store.read { try $0.nextHandoverDue() }
            #expect(due == nil)
        }
    }

    @Test(arguments: [
        #"{"remindMinutes": 0}"#, #"{"remindMinutes": 30, "giveUpMinutes": 30}"#,
        #"{"refundPercent": 50}"#, #"{"giveUpMinutes": 30, "refundPercent": 101}"#, #"{"code": 1}"#,
        #"{"codes": true}"#,
    ])
    func `rules that make no sense are refused with the campus file`(rules: String) async throws {
        await #expect(throws: (any Error).self) { try await withHandover(rules) { _, _ in } }
    }
}
