import Attendance
import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Which changes tell people something, and which take it back.
@Suite(.timeLimit(.minutes(1)))
struct NoticeSourcesTests {
    private func inbox(_ store: any WorkplaceStore) async throws -> [Notice] {
        try await store.read { try $0.notices(of: Fixture.ada, limit: 10) }
    }

    private func kinds(_ store: any WorkplaceStore) async throws -> [NoticeKind] {
        try await inbox(store).map(\.kind)
    }

    private func withOrder(_ body: (CafesFixture, OrderDetail, Principal) async throws -> Void) async throws {
        try await withCafes { cafes in
            try await body(cafes, try await cafes.place(), try cafes.device("screen"))
        }
    }

    private func finish(_ cafes: CafesFixture, _ order: OrderDetail, _ cook: Principal) async throws {
        _ = try await cafes.kitchen.apply(.bump, to: order.ticket, by: cook, expectedVersion: nil)
        let clock = cafes.clock
        clock.advance(by: .seconds(5))
        _ = try await DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp }).workNow()
    }

    @Test func `C90: an order that is ready is told once, and a recall sends a correction`() async throws {
        try await withOrder { cafes, order, cook in
            _ = try await cafes.kitchen.apply(.bump, to: order.ticket, by: cook, expectedVersion: nil)
            // Within the undo window nobody is told.
            #expect(try await inbox(cafes.store).isEmpty)
            let clock = cafes.clock
            clock.advance(by: .seconds(5))
            let timer = DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp })
            _ = try await timer.workNow()
            _ = try await timer.workNow()
            let ready = try await inbox(cafes.store)
            #expect(ready.map(\.kind) == [.orderReady] && ready.map(\.version) == [1])
            _ = try await cafes.kitchen.apply(.recall, to: order.ticket, by: cook, expectedVersion: nil)
            let corrected = try await inbox(cafes.store)
            #expect(corrected.map(\.kind) == [.orderCorrected] && corrected.map(\.version) == [2])
            #expect(corrected.map(\.id) == ready.map(\.id))
            try await finish(cafes, order, cook)
            #expect(try await inbox(cafes.store).map(\.version) == [3])
            #expect(try await kinds(cafes.store) == [.orderReady])
        }
    }

    @Test func `an order that was collected is no notice any more`() async throws {
        try await withOrder { cafes, order, cook in
            try await finish(cafes, order, cook)
            _ = try await cafes.kitchen.apply(.collect, to: order.ticket, by: cook, expectedVersion: nil)
            #expect(try await inbox(cafes.store).isEmpty)
        }
    }

    @Test func `the notice becomes durable with its order, or neither does`() async throws {
        try await withOrder { cafes, order, cook in
            try await finish(cafes, order, cook)
            let entries = cafes.published.all.filter { $0.change.topic == .person(Fixture.ada) }.suffix(2)
            #expect(Set(entries.map(\.change.kind)) == ["order", "notice"])
            #expect(Set(entries.map(\.time)).count == 1)
        }
    }

    @Test func `a departure asks to clock out, and the punch takes it back`() async throws {
        try await withAttendance { attendance in
            _ = try await attendance.service.setReminders(of: Fixture.ada, on: true)
            try await attendance.punch(.in, key: "in")
            attendance.clock.advance(by: .seconds(3_600))
            let decision = try await attendance.departure()
            #expect(decision.reason == .punchExpected)
            #expect(try await kinds(attendance.store) == [.clockOut])
            try await attendance.punch(.out, key: "out", reminder: decision.id)
            #expect(try await kinds(attendance.store).isEmpty)
        }
    }

    @Test func `of the reminders at the door the last one stands, and switching them off takes it back`()
        async throws
    {
        try await withAttendance { attendance in
            _ = try await attendance.service.setReminders(of: Fixture.ada, on: true)
            _ = try await attendance.decision(.entered)
            #expect(try await kinds(attendance.store) == [.clockIn])
            attendance.clock.advance(by: .seconds(3 * 3_600))
            _ = try await attendance.decision(.entered)
            #expect(try await inbox(attendance.store).count == 1)
            _ = try await attendance.service.setReminders(of: Fixture.ada, on: false)
            #expect(try await inbox(attendance.store).isEmpty)
        }
    }
}
