import Essentials
import Ordering
import Testing

/// Which pickup windows a café has.
struct PickupWindowTests {
    private func cafe(
        _ zone: String, _ hours: [String], minutes: Int, lead: Int = 0
    ) throws -> Cafe {
        let ranges = try hours.map { try #require(LocalTimeRange($0)) }
        let daily = Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, ranges) })
        return try Cafe(
            id: id("main"), site: id("campus"), name: text("Café"), zone: try #require(Zone(zone)),
            currency: euro, openingHours: OpeningHours(daily), dayBoundaryHour: 4, taxRules: rules(),
            menu: Menu(sections: []), stations: [],
            pickup: PickupRules(
                interval: .seconds(60 * minutes), leadTime: .seconds(60 * lead), holdTime: .seconds(300),
                capacity: PickupCapacity(orders: 1)))
    }

    /// The windows that begin on a day of the café's calendar.
    private func windows(of cafe: Cafe, on day: String) throws -> [PickupWindow] {
        let date = try #require(CalendarDate(day))
        return cafe.pickupWindows(
            from: cafe.zone.firstInstant(atMinute: 0, of: date),
            before: cafe.zone.firstInstant(atMinute: 0, of: date.advanced(byDays: 1)))
    }

    /// A service from midnight to three o'clock on a night on which clocks change, and on the night before.
    @Test(arguments: [
        ("America/Los_Angeles", "2026-11-01", 16), ("America/Los_Angeles", "2027-03-14", 8),
        ("America/Los_Angeles", "2026-10-31", 12), ("America/New_York", "2026-11-01", 16),
        ("America/New_York", "2027-03-14", 8), ("Australia/Lord_Howe", "2027-04-04", 14),
        ("Australia/Lord_Howe", "2026-10-04", 10),
    ])
    func `C51: windows on the night of a clock change are counted in real time, each with its own instant`(
        zone: String, day: String, count: Int
    ) throws {
        let cafe = try cafe(zone, ["00:00-03:00"], minutes: 15)
        let found = try windows(of: cafe, on: day)
        #expect(found.count == count)
        #expect(Set(found.map(\.start)).count == count)
        for (window, next) in zip(found, found.dropFirst()) { #expect(window.end == next.start) }
    }

    @Test
    func `C50: a window is a time of the café's clock and an instant`() throws {
        let cafe = try cafe("Asia/Tokyo", ["11:30-13:00"], minutes: 30)
        let starts = try windows(of: cafe, on: "2026-11-23").map(\.start.description)
        #expect(
            starts == ["2026-11-23T02:30:00.000Z", "2026-11-23T03:00:00.000Z", "2026-11-23T03:30:00.000Z"])
    }

    @Test(arguments: [(25, 7), (40, 4), (50, 3), (15, 12), (181, 0)])
    func `C53, C54: windows start from the opening, for any interval, and none ends after the closing`(
        minutes: Int, count: Int
    ) throws {
        let cafe = try cafe("Europe/Berlin", ["07:10-10:10"], minutes: minutes)
        let found = try windows(of: cafe, on: "2026-11-23")
        #expect(found.count == count)
        let opening = try #require(Timestamp("2026-11-23T06:10:00Z"))
        for (index, window) in found.enumerated() {
            #expect(window.start == opening.advanced(by: .seconds(60 * minutes * index)))
            #expect(window.opening == opening)
            #expect(window.end <= opening.advanced(by: .seconds(3 * 3_600)))
        }
    }

    @Test
    func `each range of hours has windows of its own, also one that runs past midnight`() throws {
        let cafe = try cafe("UTC", ["11:00-12:30", "22:30-01:00"], minutes: 60)
        let found = try windows(of: cafe, on: "2026-11-23").map(\.start.description)
        #expect(
            found == [
                "2026-11-22T23:30:00.000Z", "2026-11-23T11:00:00.000Z", "2026-11-23T22:30:00.000Z",
                "2026-11-23T23:30:00.000Z",
            ])
    }

    @Test
    func `a window that has begun is there until it ends`() throws {
        let cafe = try cafe("UTC", ["11:00-12:00"], minutes: 30)
        let end = try #require(Timestamp("2026-11-23T11:30:00Z"))
        let later = end.advanced(by: .seconds(7_200))
        #expect(cafe.pickupWindows(from: end.advanced(by: .milliseconds(-1)), before: later).count == 2)
        #expect(cafe.pickupWindows(from: end, before: later).count == 1)
    }
}
