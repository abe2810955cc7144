import Essentials
import Ordering
import TestSupport
import Testing

/// Booked windows under changed rules of a café or of its zone.
struct PickupReviewTests {
    /// A café with windows of half an hour from noon to two o'clock.
    private func grill(in zone: String, orders: Int = 2) throws -> Cafe {
        let ranges = [try #require(LocalTimeRange("12:00-14:00"))]
        return try Cafe(
            id: id("main"), site: id("campus"), name: text("Café"), zone: try #require(Zone(zone)),
            currency: euro,
            openingHours: OpeningHours(
                Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, ranges) })),
            dayBoundaryHour: 4, taxRules: rules(), menu: Menu(sections: []), stations: [],
            pickup: PickupRules(
                interval: .seconds(1_800), leadTime: .zero, holdTime: .seconds(300),
                capacity: PickupCapacity(orders: orders)))
    }

    private func clocks(_ windows: [PickupWindow], _ cafe: Cafe) -> [Int] {
        windows.map {
            (Int($0.start.millisecondsSinceEpoch / 60_000) + cafe.zone.secondsFromUTC(at: $0.start) / 60)
                % 1_440
        }
    }

    @Test
    func `C52 new zone rules move the windows of a day with the clock, and flag what was booked before`()
        throws
    {
        // Two sets of rules for one winter day: an hour ahead of UTC, and two.
        let (before, after) = (try grill(in: "Europe/Berlin"), try grill(in: "Africa/Johannesburg"))
        let winter = try #require(Timestamp("2026-12-01T00:00:00Z"))
        let day = winter.advanced(by: .seconds(86_400))
        let (old, new) = (
            before.pickupWindows(from: winter, before: day), after.pickupWindows(from: winter, before: day)
        )
        #expect(clocks(old, before) == clocks(new, after))
        #expect(old.first?.start == new.first?.start.advanced(by: .seconds(3_600)))
        let start = try #require(old.first?.start)
        let load = PickupLoad(orders: 1, items: 1, work: [:])
        let offset = before.zone.secondsFromUTC(at: start)
        #expect(PickupReview(start: start, offset: offset, load: load, at: after).hasMoved)
        #expect(!PickupReview(start: start, offset: offset, load: load, at: before).hasMoved)
        #expect(!PickupReview(start: start, offset: nil, load: load, at: after).hasMoved)
    }

    @Test func `C61 a window that holds more than it may now is overfull`() throws {
        let start = try #require(Timestamp("2026-12-01T11:00:00Z"))
        let two = PickupLoad(orders: 2, items: 2, work: [:])
        func isOverfull(_ orders: Int) throws -> Bool {
            PickupReview(
                start: start, offset: nil, load: two, at: try grill(in: "Europe/Berlin", orders: orders)
            ).isOverfull
        }
        #expect(try isOverfull(1))
        #expect(try !isOverfull(2))
    }

    @Test func `an order whose window is outside the hours now is found, and an empty window is not`() throws
    {
        let cafe = try grill(in: "Europe/Berlin")
        let one = PickupLoad(orders: 1, items: 1, work: [:])
        func review(_ time: String, _ load: PickupLoad) throws -> PickupReview {
            PickupReview(start: try #require(Timestamp(time)), offset: nil, load: load, at: cafe)
        }
        #expect(try !review("2026-12-01T12:30:00Z", one).isClosed)
        let closed = try review("2026-12-01T13:00:00Z", one)
        #expect(closed.isClosed && closed.isOverfull)
        let empty = try review("2026-12-01T13:00:00Z", .none)
        #expect(!empty.isClosed && !empty.isOverfull)
    }
}
