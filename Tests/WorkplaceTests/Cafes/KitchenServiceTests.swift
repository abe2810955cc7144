import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct KitchenServiceTests {
    /// An order of Ada's and the display that works its ticket.
    private struct Work {
        let cafes: CafesFixture
        let order: OrderID
        let ticket: TicketID
        let cook: Principal

        init(_ cafes: CafesFixture) async throws {
            let placed = try await cafes.place()
            self.cafes = cafes
            order = placed.order.id
            ticket = placed.ticket
            cook = try cafes.device("screen")
        }

        @discardableResult
        func apply(_ input: TicketInput, expectedVersion: Int? = nil) async throws -> Ticket {
            try await cafes.kitchen.apply(input, to: ticket, by: cook, expectedVersion: expectedVersion)
        }

        /// Sends the notices that are due.
        func sendNotices() async throws {
            let clock = cafes.clock
            let timer = DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp })
            _ = try await timer.workNow()
        }

        /// Bumps the ticket and lets the undo window pass.
        func finish() async throws {
            try await apply(.bump)
            cafes.clock.advance(by: .seconds(5))
            try await sendNotices()
        }

        func orderStage() async throws -> OrderStage {
            try await cafes.orders.order(order, of: Fixture.ada).order.stage
        }

        func boardStages() async throws -> [BoardStage] {
            try await cafes.kitchen.board(of: CafesFixture.grill, for: cook).content.entries.map(\.stage)
        }
    }

    private func withWork(_ body: (Work) async throws -> Void) async throws {
        try await withCafes { try await body(try await Work($0)) }
    }

    private func expectRefusal(
        _ reason: TicketRefusal, _ body: () async throws -> Ticket
    ) async throws {
        let error = await #expect(throws: TicketRefused.self) { try await body() }
        #expect(try #require(error).reason == reason)
    }

    @Test func `a started ticket prepares its order`() async throws {
        try await withWork { work in
            let started = try await work.apply(.start)
            #expect(started.stage == .preparing)
            #expect(try await work.orderStage() == .preparing)
            #expect(try await work.boardStages() == [.preparing])
        }
    }

    @Test func `a bumped ticket is ready when the undo window is over`() async throws {
        try await withWork { work in
            let due = work.cafes.clock.timestamp.advanced(by: .seconds(5))
            #expect(try await work.apply(.bump).stage == .done(noticeDue: due))
            #expect(work.cafes.signals.notices == 1)
            work.cafes.clock.advance(by: .milliseconds(4_999))
            try await work.sendNotices()
            #expect(try await work.orderStage() == .preparing)
            #expect(try await work.boardStages() == [.preparing])
            work.cafes.clock.advance(by: .milliseconds(1))
            try await work.sendNotices()
            #expect(try await work.orderStage() == .ready)
            #expect(try await work.boardStages() == [.ready])
        }
    }

    @Test func `an undone bump sends no notice`() async throws {
        try await withWork { work in
            try await work.apply(.bump)
            work.cafes.clock.advance(by: .milliseconds(4_999))
            #expect(try await work.apply(.undo).stage == .preparing)
            work.cafes.clock.advance(by: .seconds(60))
            try await work.sendNotices()
            #expect(try await work.orderStage() == .preparing)
        }
    }

    @Test func `a bump cannot be undone when the undo window is over`() async throws {
        try await withWork { work in
            try await work.apply(.bump)
            work.cafes.clock.advance(by: .seconds(5))
            try await expectRefusal(.undoExpired) { try await work.apply(.undo) }
        }
    }

    @Test func `a recalled ticket prepares its order again, in its old place`() async throws {
        try await withWork { work in
            try await work.finish()
            let later = try await work.cafes.place(key: "later")
            let recalled = try await work.apply(.recall)
            #expect(recalled.stage == .preparing)
            #expect(recalled.progress.wasRecalled)
            #expect(try await work.orderStage() == .preparing)
            let queue = try await work.cafes.kitchen.openTickets(of: CafesFixture.grill, for: work.cook)
            #expect(queue.content.tickets.map(\.id) == [work.ticket, later.ticket])
        }
    }

    @Test func `a ticket of another service day is not recalled`() async throws {
        try await withWork { work in
            try await work.finish()
            work.cafes.clock.advance(by: .seconds(86_400))
            try await expectRefusal(.recallExpired) { try await work.apply(.recall) }
        }
    }

    @Test func `a collected ticket leaves the queue and the board`() async throws {
        try await withWork { work in
            try await work.finish()
            #expect(try await work.apply(.collect).stage == .collected)
            #expect(try await work.orderStage() == .collected)
            let kitchen = work.cafes.kitchen
            let queue = try await kitchen.openTickets(of: CafesFixture.grill, for: work.cook)
            #expect(queue.content.tickets.isEmpty)
            #expect(try await work.boardStages().isEmpty)
            let collected = try await kitchen.collectedTickets(
                of: CafesFixture.grill, for: work.cook, limit: 9)
            #expect(collected.content.map(\.id) == [work.ticket])
        }
    }

    @Test func `an unfinished ticket is not collected`() async throws {
        try await withWork { work in
            try await expectRefusal(.illegal(stage: .waiting, input: .collect)) {
                try await work.apply(.collect)
            }
        }
    }

    @Test func `a repeated bump changes nothing, also with the old version`() async throws {
        try await withWork { work in
            let bumped = try await work.apply(.bump, expectedVersion: 0)
            let entries = work.cafes.published.numbers
            #expect(try await work.apply(.bump, expectedVersion: 0) == bumped)
            #expect(work.cafes.published.numbers == entries)
        }
    }

    @Test func `a stale version is refused with the present ticket`() async throws {
        try await withWork { work in
            let started = try await work.apply(.start)
            let error = await #expect(throws: TicketRefused.self) {
                try await work.apply(.bump, expectedVersion: 0)
            }
            let refused = try #require(error)
            #expect(refused.reason == .staleVersion(stage: .preparing, version: started.version))
            #expect(refused.ticket == started)
        }
    }

    private static let roles: [(Role, Bool)] = [
        (.cook, true), (.expo, true), (.manager, true), (.employee, false), (.administrator, false),
    ]

    @Test(arguments: roles)
    func `only cooks, expo and managers among the people work tickets`(role: Role, isAllowed: Bool)
        async throws
    {
        try await withWork { work in
            let kitchen = work.cafes.kitchen
            let person = try work.cafes.person("ada", roles: [role])
            guard !isAllowed else {
                _ = try await kitchen.openTickets(of: CafesFixture.grill, for: person)
                let started = try await kitchen.apply(
                    .start, to: work.ticket, by: person, expectedVersion: nil)
                #expect(started.stage == .preparing)
                return
            }
            await expectForbidden(to: person, work)
            #expect(try await work.orderStage() == .accepted)
        }
    }

    @Test(arguments: [("screen", true), ("wall", false)])
    func `C84 a kitchen display stands for the pass and gives priority, and a board does not`(
        display: String, isAllowed: Bool
    ) async throws {
        try await withWork { work in
            let principal = try work.cafes.device(display)
            func apply(_ input: TicketInput) async throws -> Ticket {
                try await work.cafes.kitchen.apply(
                    input, to: work.ticket, by: principal, expectedVersion: nil)
            }
            guard isAllowed else {
                for input in [TicketInput.prioritise, .undoPriority] {
                    await #expect(throws: WorkplaceRefusal.forbidden) { try await apply(input) }
                }
                return
            }
            #expect(try await apply(.prioritise).progress.raisedAt == work.cafes.clock.timestamp)
            work.cafes.clock.advance(by: .milliseconds(2_999))
            #expect(try await apply(.undoPriority).progress.raisedAt == nil)
            _ = try await apply(.prioritise)
            work.cafes.clock.advance(by: .seconds(3))
            try await expectRefusal(.priorityUndoExpired) { try await apply(.undoPriority) }
        }
    }

    @Test
    func `numbers of an earlier service day leave the board and the ready orders, and unmade tickets stay`()
        async throws
    {
        try await withWork { work in
            // The sample's service day ends at four in the morning, 16 hours after the fixture's noon.
            work.cafes.clock.advance(by: .seconds(1))
            let second = try await work.cafes.place(key: "second")
            try await work.finish()
            func queue() async throws -> [TicketID] {
                let queue = try await work.cafes.kitchen.openTickets(of: CafesFixture.grill, for: work.cook)
                return queue.content.tickets.map(\.id)
            }
            work.cafes.clock.advance(by: .seconds(14 * 3_600))
            #expect(try await work.boardStages() == [.ready, .preparing])
            work.cafes.clock.advance(by: .seconds(4 * 3_600))
            #expect(try await work.boardStages().isEmpty)
            #expect(try await queue() == [second.ticket])
        }
    }

    private static let mayPrioritise: [(Role, Bool)] = [(.cook, false), (.expo, true), (.manager, true)]

    @Test(arguments: mayPrioritise)
    func `C84 only people at the pass give priority, and can undo it for three seconds`(
        role: Role, isAllowed: Bool
    ) async throws {
        try await withWork { work in
            let kitchen = work.cafes.kitchen
            let person = try work.cafes.person("ada", roles: [role])
            func apply(_ input: TicketInput) async throws -> Ticket {
                try await kitchen.apply(input, to: work.ticket, by: person, expectedVersion: nil)
            }
            guard isAllowed else {
                for input in [TicketInput.prioritise, .undoPriority] {
                    await #expect(throws: WorkplaceRefusal.forbidden) { try await apply(input) }
                }
                return
            }
            for wait in [2_999, 3_000] as [Int64] {
                let raisedAt = work.cafes.clock.timestamp
                #expect(try await apply(.prioritise).progress.raisedAt == raisedAt)
                let queue = try await kitchen.openTickets(of: CafesFixture.grill, for: work.cook)
                #expect(queue.content.tickets.map(\.progress.raisedAt) == [raisedAt])
                work.cafes.clock.advance(by: .milliseconds(wait))
                if wait < 3_000 {
                    #expect(try await apply(.undoPriority).progress.raisedAt == nil)
                } else {
                    try await expectRefusal(.priorityUndoExpired) { try await apply(.undoPriority) }
                }
            }
        }
    }

    @Test func `a cancelled ticket stays in the queue until it is acknowledged, and not over night`()
        async throws
    {
        try await withWork { work in
            let second = try await work.cafes.place(key: "second")
            for order in [work.order, second.order.id] {
                _ = try await work.cafes.orders.cancel(order, of: Fixture.ada, expectedVersion: nil)
            }
            func queue() async throws -> [TicketStage] {
                let queue = try await work.cafes.kitchen.openTickets(of: CafesFixture.grill, for: work.cook)
                return queue.content.tickets.map(\.stage)
            }
            #expect(try await queue() == [.cancelled, .cancelled])
            #expect(try await work.boardStages().isEmpty)
            try await expectRefusal(.illegal(stage: .cancelled, input: .bump)) { try await work.apply(.bump) }
            try await work.apply(.acknowledge(nil))
            #expect(try await queue() == [.cancelled])
            work.cafes.clock.advance(by: .seconds(86_400))
            #expect(try await queue() == [])
        }
    }

    @Test func `a board of another café works no tickets`() async throws {
        try await withWork { work in
            let wall = try work.cafes.device("wall")
            await expectForbidden(to: wall, work)
            #expect(try await work.orderStage() == .accepted)
        }
    }

    private func expectForbidden(to principal: Principal, _ work: Work) async {
        let kitchen = work.cafes.kitchen
        let grill = CafesFixture.grill
        await #expect(throws: WorkplaceRefusal.forbidden) {
            try await kitchen.openTickets(of: grill, for: principal)
        }
        await #expect(throws: WorkplaceRefusal.forbidden) {
            try await kitchen.collectedTickets(of: grill, for: principal, limit: 9)
        }
        await #expect(throws: WorkplaceRefusal.forbidden) {
            try await kitchen.board(of: grill, for: principal)
        }
        await #expect(throws: WorkplaceRefusal.forbidden) {
            try await kitchen.ticket(work.ticket, for: principal)
        }
        await #expect(throws: WorkplaceRefusal.forbidden) {
            try await kitchen.apply(.start, to: work.ticket, by: principal, expectedVersion: nil)
        }
    }

    @Test func `a kitchen display works only its own café, and a board only shows its own`() async throws {
        try await withCafes { cafes in
            let tea = Fixture.cafeID("tea-cafe")
            let (screen, wall) = (try cafes.device("screen"), try cafes.device("wall"))
            await #expect(throws: WorkplaceRefusal.forbidden) {
                try await cafes.kitchen.openTickets(of: tea, for: screen)
            }
            #expect(try await cafes.kitchen.board(of: tea, for: wall).content.entries.isEmpty)
            await #expect(throws: WorkplaceRefusal.forbidden) {
                try await cafes.kitchen.openTickets(of: tea, for: wall)
            }
        }
    }

    @Test func `an unknown café and an unknown ticket are refused`() async throws {
        try await withCafes { cafes in
            let cook = try cafes.device("screen")
            let nowhere = Fixture.cafeID("nowhere")
            await #expect(throws: WorkplaceRefusal.unknownCafe(nowhere)) {
                try await cafes.kitchen.board(of: nowhere, for: cook)
            }
            var builder = OrderBuilder()
            let ticket = builder.accepted(sequence: 1).ticket.id
            await #expect(throws: WorkplaceRefusal.unknownTicket(ticket)) {
                try await cafes.kitchen.ticket(ticket, for: cook)
            }
        }
    }
}
