import Essentials
import Testing

struct CalendarDateTests {
    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday), ("2000-02-29", 11_016, .tuesday),
        ("2026-11-21", 20_778, .saturday), ("0000-03-01", -719_468, .wednesday),
    ])
    func `a day has its number and its weekday`(text: String, days: Int, weekday: Weekday) throws {
        let date = try #require(CalendarDate(text))
        #expect(date.daysSinceEpoch == days)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
    }

    @Test(arguments: [
        "", "2026-02-29", "1900-02-29", "2026-00-10", "2026-04-31", "2026-4-01", "2026-11-2x", "+026-11-21",
    ])
    func `days that do not exist are refused`(text: String) { #expect(CalendarDate(text) == nil) }

    @Test func `each day follows the day before through four hundred years`() throws {
        var date = try #require(CalendarDate("1999-12-31"))
        for _ in 0..<146_097 {
            let next = date.advanced(byDays: 1)
            #expect(date < next)
            let (year, month, day) = next.parts
            #expect(CalendarDate(year: year, month: month, day: day) == next)
            date = next
        }
        #expect(date.description == "2399-12-31")
    }
}
