import Essentials
import Testing

struct ServiceDayTests {
    @Test(arguments: [
        ("Asia/Tokyo", 4, "2026-11-20T18:59:59.999Z", "2026-11-20", 24),
        ("Asia/Tokyo", 4, "2026-11-20T19:00:00Z", "2026-11-21", 24),
        ("America/Los_Angeles", 0, "2027-03-14T20:00:00Z", "2027-03-14", 23),
        ("America/Los_Angeles", 0, "2026-11-01T07:00:00Z", "2026-11-01", 25),
        ("America/Los_Angeles", 4, "2026-11-01T11:59:59Z", "2026-10-31", 25),
        ("America/Los_Angeles", 4, "2026-11-01T12:00:00Z", "2026-11-01", 24),
        ("America/Los_Angeles", 2, "2027-03-14T09:59:59Z", "2027-03-13", 24),
        ("America/Los_Angeles", 2, "2027-03-14T10:00:00Z", "2027-03-14", 23),
    ])
    func `an instant belongs to the day that began at the boundary hour`(
        identifier: String, hour: Int, instant: String, date: String, hours: Int
    ) throws {
        let instant = try #require(Timestamp(instant))
        let day = ServiceDay(at: instant, in: try #require(Zone(identifier)), startingAtHour: hour)
        #expect(day.date.description == date)
        #expect(day.contains(instant))
        #expect(day.start.duration(to: day.end) == .seconds(hours * 3_600))
    }

    @Test(
        arguments: ["America/Los_Angeles", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Tokyo"],
        [0, 2, 4, 23])
    func `each day of a year begins where the one before ends`(identifier: String, hour: Int) throws {
        let zone = try #require(Zone(identifier))
        var day = ServiceDay(
            at: try #require(Timestamp("2026-06-01T12:00:00Z")), in: zone, startingAtHour: hour)
        for _ in 0..<366 {
            let next = ServiceDay(at: day.end, in: zone, startingAtHour: hour)
            #expect(next.start == day.end)
            #expect(next.date == day.date.advanced(byDays: 1))
            let last = day.end.advanced(by: .milliseconds(-1))
            #expect(ServiceDay(at: last, in: zone, startingAtHour: hour) == day)
            day = next
        }
    }
}
