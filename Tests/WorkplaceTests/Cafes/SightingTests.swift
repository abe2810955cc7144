import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Names a station; the texts are valid identifiers.
private func station(_ id: String) -> StationID {
    guard let station = StationID(id) else { preconditionFailure("\(id) is no identifier") }
    return station
}

/// C83: tickets that no screen of their station shows alert the kitchen, and are printed.
@Suite(.timeLimit(.minutes(1)))
struct SightingTests {
    fileprivate static let grill = station("grill")
    private static let bar = station("bar")

    private struct Kitchen {
        let cafes: CafesFixture
        let screen: Principal
        let timer: DueTimer

        init(_ cafes: CafesFixture) throws {
            self.cafes = cafes
            screen = try cafes.device("screen")
            let clock = cafes.clock
            timer = .sightings(
                store: cafes.store, clock: clock, campuses: cafes.campuses, now: { clock.timestamp })
        }

        func acknowledge(_ tickets: [TicketID], _ stations: Set<StationID> = [SightingTests.grill])
            async throws
        {
            try await cafes.kitchen.acknowledge(tickets, for: stations, of: CafesFixture.grill, by: screen)
        }

        func unseen() async throws -> [TicketID: [StationID]] {
            let tickets = try await cafes.kitchen.unseenTickets(of: CafesFixture.grill, for: screen)
            return Dictionary(uniqueKeysWithValues: tickets.map { ($0.id, $0.stations) })
        }

        /// The jobs that the timer has added, as printer and place.
        func jobs() async throws -> [[String]] {
            try await cafes.store.read { reading in
                try reading.openPrintJobs(of: CafesFixture.grill).map {
                    [$0.printer.rawValue, $0.place.rawValue]
                }
            }
        }

        func changes() async throws -> Int {
            try await cafes.store.read { reading in
                try reading.feedEntries(after: 0, topics: [.kitchen(CafesFixture.grill)], limit: 100).count {
                    $0.change.kind == "unseen"
                }
            }
        }
    }

    private func withKitchen(_ body: (Kitchen) async throws -> Void) async throws {
        try await withCafes { try await body(try Kitchen($0)) }
    }

    @Test func `C83 a ticket that its station has not shown in time alerts once and prints at the backup`()
        async throws
    {
        try await withKitchen { kitchen in
            try await kitchen.acknowledge([])
            let ticket = try await kitchen.cafes.place().ticket
            kitchen.cafes.clock.advance(by: .milliseconds(14_999))
            let next = try await kitchen.timer.workNow()
            #expect(next == kitchen.cafes.clock.timestamp.advanced(by: .seconds(5)))
            #expect(try await kitchen.unseen().isEmpty)
            kitchen.cafes.clock.advance(by: .milliseconds(1))
            for _ in 0..<2 { _ = try await kitchen.timer.workNow() }
            #expect(try await kitchen.unseen() == [ticket: [Self.grill]])
            #expect(try await kitchen.jobs() == [["grill-printer", "counter-printer"]])
            #expect(try await kitchen.changes() == 1)
            // A screen that comes back ends the alert.
            try await kitchen.acknowledge([ticket])
            #expect(try await kitchen.unseen().isEmpty)
            #expect(try await kitchen.changes() == 2)
        }
    }

    @Test func `C83 a ticket that its station shows, and a kitchen without screens, alert nobody`()
        async throws
    {
        try await withKitchen { kitchen in
            _ = try await kitchen.cafes.place(key: "0")
            kitchen.cafes.clock.advance(by: .seconds(60))
            #expect(try await kitchen.timer.workNow() == nil)
            #expect(try await kitchen.unseen().isEmpty)

            let ticket = try await kitchen.cafes.place(key: "1").ticket
            try await kitchen.acknowledge([ticket])
            try await kitchen.acknowledge([ticket], [Self.bar])
            kitchen.cafes.clock.advance(by: .seconds(60))
            _ = try await kitchen.timer.workNow()
            #expect(try await kitchen.unseen()[ticket] == nil)
        }
    }

    @Test func `C83 what was made, and what is for another station, is not missed`() async throws {
        try await withKitchen { kitchen in
            try await kitchen.acknowledge([], [Self.bar])
            _ = try await kitchen.cafes.place(key: "1")
            kitchen.cafes.clock.advance(by: .seconds(60))
            #expect(try await kitchen.unseen().isEmpty)
            try await kitchen.acknowledge([], [Self.grill])
            #expect(try await kitchen.unseen().count == 1)
            let made = try #require(try await kitchen.unseen().keys.first)
            _ = try await kitchen.cafes.kitchen.apply(
                .bump, to: made, by: kitchen.screen, expectedVersion: nil)
            #expect(try await kitchen.unseen().isEmpty)
        }
    }

    @Test func `a station that the café does not have is not acknowledged, and other cafés' staff may not`()
        async throws
    {
        try await withKitchen { kitchen in
            try await kitchen.acknowledge([], [station("roof")])
            #expect(try await kitchen.timer.workNow() == nil)
            let ben = try kitchen.cafes.device("wall")
            await #expect(throws: WorkplaceRefusal.forbidden) {
                try await kitchen.cafes.kitchen.acknowledge(
                    [], for: [Self.grill], of: CafesFixture.grill, by: ben)
            }
        }
    }
}
