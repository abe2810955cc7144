import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What is counted of a café's days, and how it is kept.
@Suite(.timeLimit(.minutes(1)))
struct DayFiguresTests {
    @Test func `counts are stored in order and read back, and other texts are damage`() {
        for counts in [[0: 1], [-3: 2, 0: 4, 1_230: 17], [7: 9_999_999]] {
            #expect(DayFigures.counts(stored: DayFigures.stored(counts)) == counts)
        }
        #expect(DayFigures.stored([60: 2, -1: 3]) == "-1 3 60 2")
        for text in ["", "1", "1 2 3", "1  2", " 1 2", "1 2 ", "--1 2", "1- 2", "a 2", "1 2,3 4"] {
            #expect(DayFigures.counts(stored: text) == nil, "\(text)")
        }
    }

    @Test func `C86 percentiles are by nearest rank, and small groups have none`() throws {
        #expect(CafeReport.Lengths([10: 4]) == nil)
        let five = try #require(CafeReport.Lengths([10: 1, 20: 1, 30: 1, 40: 1, 50: 1]))
        #expect((five.count, five.median, five.p90, five.longest) == (5, 30, 50, 50))
        let many = try #require(CafeReport.Lengths([60: 50, 90: 40, 600: 10]))
        #expect((many.count, many.median, many.p90, many.longest) == (100, 60, 90, 600))
    }

    @Test
    func
        `C86 a line counts from its last mark before the order is ready, and a recall is another preparation`()
    {
        func at(_ seconds: Int) -> Timestamp { Fixture.noon.advanced(by: .seconds(seconds)) }
        var order = CountedOrder(
            channel: .web, stage: .collected, kind: .soonest, placedAt: at(0), enteredAt: at(0),
            pickupAt: nil,
            quote: at(60)..<at(120),
            work: ["soup", "tea"].map {
                CountedOrder.Work(item: $0, station: "grill", minutes: 2, quantity: 1)
            })
        order.note(.preparing, [.done, .open], at: at(30))
        order.note(.preparing, [.open, .open], at: at(35))
        order.note(.preparing, [.done, .open], at: at(64))
        order.note(.done, [.done, .doneWithTicket], at: at(200))
        order.note(.ready, [.done, .doneWithTicket], at: at(205))
        order.note(.preparing, [.open, .open], at: at(300))
        order.note(.ready, [.done, .done], at: at(900))
        var figures = DayFigures()
        figures.add(order, in: Fixture.mainCafe.zone)
        #expect(figures.counts[.item] == ["soup": [60: 1], "tea": [200: 1]])
        #expect(figures.counts[.wait] == ["ahead": [200: 1]])
        #expect(figures.counts[.quote] == ["": [2: 1]])
    }

    @Test func `C86 a change after a day was kept has it counted again`() async throws {
        try await withCafes { cafes in
            let reports = ReportService(
                store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
            let cook = try cafes.person("ada", roles: [.cook])
            let order = try await cafes.place()
            _ = try await cafes.kitchen.apply(.bump, to: order.ticket, by: cook, expectedVersion: nil)
            try await reports.keepFigures()
            let day = order.order.serviceDay
            func kept() async throws -> Bool {
                try await cafes.store.read {
                    try !$0.keptDays(of: CafesFixture.grill, from: day, through: day).isEmpty
                }
            }
            #expect(try await !kept())
            cafes.clock.advance(by: .seconds(2 * 86_400))
            try await reports.keepFigures()
            #expect(try await kept())
            let campus = try cafes.campuses.inForce()
            let grill = try #require(campus.cafe(CafesFixture.grill))
            func counted() async throws -> [String: [Int: Int]]? {
                try await cafes.store.read { [time = cafes.clock.timestamp] in
                    try $0.figures(of: grill, from: day, through: day, at: time).counts[.stage]
                }
            }
            #expect(try await counted() == ["preparing": [0: 1]])
            // The notice is due since two days.
            _ = try await cafes.kitchen.apply(.noticeDue, to: order.ticket, by: cook, expectedVersion: nil)
            #expect(try await !kept())
            #expect(try await counted() == ["ready": [0: 1]])
            try await reports.keepFigures()
            #expect(try await kept())
            #expect(try await counted() == ["ready": [0: 1]])
        }
    }

    @Test func `what is sold out is recorded with its end, also when the counted stock is used up`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            @Sendable func at(_ minutes: Int) -> Timestamp {
                Fixture.noon.advanced(by: .seconds(60 * minutes))
            }
            let cafe = Fixture.mainCafe.id
            let cake = SoldOutMark.Thing.item(Fixture.cake)
            try await store.write { transaction in
                try transaction.setStock(of: Fixture.cake, at: cafe, remaining: 2, time: at(0))
                _ = try transaction.takeStock(of: Fixture.cake, at: cafe, count: 1, time: at(1))
                _ = try transaction.takeStock(of: Fixture.cake, at: cafe, count: 1, time: at(2))
                try transaction.insert(SoldOutMark(thing: cake, until: at(20)), of: cafe, at: at(5))
                try transaction.returnStock(of: Fixture.cake, at: cafe, count: 1, time: at(7))
                try transaction.removeSoldOutMark(of: cake, at: cafe, time: at(9))
                try transaction.removeSoldOutMark(of: cake, at: cafe, time: at(10))
                try transaction.insert(SoldOutMark(thing: cake, until: at(40)), of: cafe, at: at(30))
                try transaction.insert(SoldOutMark(thing: cake, until: at(35)), of: cafe, at: at(32))
            }
            let spans = try await store.read { try $0.soldOutSpans(of: cafe, before: at(60)) }
            #expect(spans == [cake: [at(2)..<at(9), at(30)..<at(35)]])
            let earlier = try await store.read { try $0.soldOutSpans(of: cafe, before: at(6)) }
            #expect(earlier == [cake: [at(2)..<at(6)]])
        }
    }
}
