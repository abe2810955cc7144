import Attendance
import Essentials
import Testing

/// A week's hours on the wall clock.
struct WorkPatternTests {
    private func day(_ hours: String, rest: String? = nil) throws -> WorkPattern.Day {
        let hours = try #require(LocalTimeRange(hours))
        let rest = try rest.map { text in try #require(LocalTimeRange(text)) }
        return try #require(WorkPattern.Day(hours: hours, rest: rest))
    }

    @Test func `a break lies within the hours, also after midnight`() throws {
        let office = try #require(LocalTimeRange("09:00–17:00"))
        let night = try #require(LocalTimeRange("22:00–06:00"))
        let lunch = try #require(LocalTimeRange("12:00–13:00"))
        let tea = try #require(LocalTimeRange("01:00–01:30"))
        let around = try #require(LocalTimeRange("23:45–00:15"))
        #expect(WorkPattern.Day(hours: office, rest: lunch) != nil)
        #expect(WorkPattern.Day(hours: office, rest: tea) == nil)
        #expect(WorkPattern.Day(hours: night, rest: tea) != nil)
        #expect(WorkPattern.Day(hours: night, rest: around) != nil)
        #expect(WorkPattern.Day(hours: night, rest: lunch) == nil)
    }

    @Test func `the end of a night shift belongs to the day on which it began`() throws {
        // Friday night into Saturday.
        let pattern = WorkPattern(days: [.friday: try day("22:00–06:00", rest: "01:00–01:30")])
        #expect(!pattern.isOff(at: at("06:05", day: 2), in: .utc))
        #expect(!pattern.isOff(at: at("09:59", day: 2), in: .utc))
        #expect(pattern.isOff(at: at("10:00", day: 2), in: .utc))
        #expect(pattern.isOff(at: at("12:00"), in: .utc))
        let work = try #require(pattern.work(around: at("05:00", day: 2), in: .utc))
        #expect(work == at("22:00", day: 1)..<at("06:00", day: 2))
        let rest = try #require(pattern.rest(around: at("01:10", day: 2), margin: .zero, in: .utc))
        #expect(rest == at("01:00", day: 2)..<at("01:30", day: 2))
    }

    @Test func `a date off has no hours and no break`() throws {
        let thursday = Zone.utc.date(at: midnight)
        let pattern = WorkPattern(
            days: [.thursday: try day("09:00–17:00", rest: "12:00–13:00")], daysOff: [thursday])
        #expect(pattern.isOff(at: at("10:00"), in: .utc))
        #expect(pattern.rest(around: at("12:30"), margin: .zero, in: .utc) == nil)
        #expect(!pattern.isOff(at: at("10:00", day: 7), in: .utc))
    }

    @Test func `hours follow the wall clock through the night of a clock change`() throws {
        // In the night to 2026-03-29 Berlin's clocks go from 2 to 3: the shift lasts 7 hours.
        let pattern = WorkPattern(days: [.saturday: try day("22:00–06:00")])
        let midnight = try #require(Timestamp("2026-03-28T23:00:00Z"))
        let work = try #require(pattern.work(around: midnight, in: berlin))
        #expect(work.lowerBound.duration(to: work.upperBound) == .seconds(7 * 3_600))
    }
}
