import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What orders are quoted, and what became of it.
///
/// It is noon; a burger takes nine minutes at a grill that makes one at a time.
@Suite(.timeLimit(.minutes(1)))
struct ReadyQuotesTests {
    private func minute(_ minutes: Double, in cafes: CafesFixture) -> Timestamp {
        Fixture.noon.advanced(by: .milliseconds((2 * 86_400 + 60 * minutes) * 1_000))
    }

    /// The minutes after noon at which a band begins and ends.
    private func band(_ quote: ReadyQuote?) -> [Int]? {
        let noon = Fixture.noon.advanced(by: .seconds(2 * 86_400))
        return quote.map { [$0.from, $0.until].map { Int(noon.duration(to: $0) / .seconds(60)) } }
    }

    private func finish(_ detail: OrderDetail, in cafes: CafesFixture) async throws {
        let cook = try cafes.device("screen")
        _ = try await cafes.kitchen.apply(.bump, to: detail.ticket, by: cook, expectedVersion: nil)
        cafes.clock.advance(by: .seconds(5))
        let clock = cafes.clock
        _ = try await DueTimer.readiness(store: cafes.store, clock: clock, now: { clock.timestamp }).workNow()
    }

    @Test func `C64 a quote follows from the work in the line, and an order keeps its own`() async throws {
        try await withCafes { cafes in
            let first = try await cafes.place(key: "1")
            let second = try await cafes.place(key: "2")
            #expect(band(first.quote) == [6, 13])
            #expect(band(second.quote) == [12, 26])
            // A repeated request gets the first answer, and the record stays when the kitchen moves.
            let replay = try await cafes.place(key: "1")
            #expect(replay == first)
            try await finish(first, in: cafes)
            let kept = try await cafes.orders.order(second.order.id, of: Fixture.ada)
            #expect(kept.quote == second.quote)
        }
    }

    @Test func `C64 the time of an order moves with the kitchen, and ends when it is made`() async throws {
        try await withCafes { cafes in
            let first = try await cafes.place(key: "1")
            cafes.clock.advance(by: .seconds(1))
            let second = try await cafes.place(key: "2")
            func outlooks() async throws -> [[Int]?] {
                var details: [OrderDetail] = []
                for id in [first.order.id, second.order.id] {
                    details.append(try await cafes.orders.order(id, of: Fixture.ada))
                }
                return try await cafes.orders.readyOutlooks(of: details).map { band($0?.band) }
            }
            // The forecast is made anew after a second.
            cafes.clock.advance(by: .seconds(1))
            #expect(try await outlooks() == [[6, 13], [12, 26]])
            // The first one was ready early, so the café expects less of the second.
            try await finish(first, in: cafes)
            #expect(try await outlooks() == [nil, [5, 11]])
            try await finish(second, in: cafes)
            #expect(try await outlooks() == [nil, nil])
        }
    }

    @Test func `C64 the record has quote and actual time, and the café learns from the difference`()
        async throws
    {
        try await withCafes { cafes in
            let detail = try await cafes.place()
            cafes.clock.advance(by: .seconds(20 * 60))
            try await finish(detail, in: cafes)
            let (calibration, ready) = try await cafes.store.read { reading in
                (
                    try reading.quoteCalibration(of: CafesFixture.grill),
                    try reading.connection.first("SELECT ready_at FROM tickets") { try $0.timestamp(0) }
                )
            }
            #expect(ready == cafes.clock.timestamp)
            #expect(calibration.outcomes == [.late])
            #expect(calibration.own > QuoteCalibration().own)
            #expect(calibration.width > QuoteCalibration().width)
            // A recall and a second bump are no second lesson.
            let cook = try cafes.device("screen")
            _ = try await cafes.kitchen.apply(.recall, to: detail.ticket, by: cook, expectedVersion: nil)
            try await finish(detail, in: cafes)
            let again = try await cafes.store.read { try $0.quoteCalibration(of: CafesFixture.grill) }
            #expect(again == calibration)
        }
    }

    @Test func `a delay of the café is part of what it quotes`() async throws {
        try await withCafes { cafes in
            let noon = cafes.clock.timestamp
            try await cafes.store.write {
                try $0.setDelay(
                    ServiceDelay(.seconds(600), until: noon.advanced(by: .seconds(3_600))),
                    of: CafesFixture.grill, at: noon)
            }
            #expect(band(try await cafes.place().quote) == [16, 23])
        }
    }

    @Test func `what is begun counts with its rest, and what was forgotten does not count`() async throws {
        try await withCafes { cafes in
            let first = try await cafes.place(key: "1")
            let cook = try cafes.device("screen")
            _ = try await cafes.kitchen.apply(.start, to: first.ticket, by: cook, expectedVersion: nil)
            cafes.clock.advance(by: .seconds(6 * 60))
            let time = cafes.clock.timestamp
            let line = try await cafes.store.read { try $0.line(of: CafesFixture.grill, at: time) }
            #expect(line.map(\.startedAt) == [minute(0, in: cafes)])
            #expect(line.map(\.work.count) == [1])
            // Three minutes are left, and nine for the next one.
            let second = try await cafes.place(key: "2")
            #expect(second.quote?.forecast == ReadyForecast(own: .seconds(540), ahead: .seconds(180)))
            let late = time.advanced(by: .seconds(5 * 3_600))
            #expect(try await cafes.store.read { try $0.line(of: CafesFixture.grill, at: late) }.isEmpty)
        }
    }

    @Test func `the work of lines is stored and read back`() throws {
        let (grill, bar) = (try #require(StationID("grill")), try #require(StationID("bar")))
        let lines = [("burger", 2, grill, 9), ("tea", 1, bar, 0)].map { item, quantity, station, minutes in
            TicketLine(
                item: Fixture.item(item), name: Fixture.label("Dish", "料理"), quantity: quantity, choices: [],
                allergens: .unknown, note: nil, station: station, prepMinutes: minutes)
        }
        #expect(lines.stored == "grill 9 2 burger;bar 0 1 tea")
        #expect([StationWork](stored: lines.stored) == lines.map { StationWork($0) })
        // As it was stored before lines named their items.
        #expect([StationWork](stored: "grill 9 2")?.map(\.minutes) == [9])
        #expect([StationWork](stored: "") == [])
        for damage in ["grill", "grill x 2", "grill 9", "G! 9 1"] {
            #expect([StationWork](stored: damage) == nil)
        }
    }
}
