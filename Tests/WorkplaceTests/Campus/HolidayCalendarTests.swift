import Essentials
import Ordering
import JSON
import Testing
import WorkplaceFixtures

@testable import Workplace

struct HolidayCalendarTests {
    @Test(arguments: [
        // Women's Day is a holiday in Berlin only, and in Mecklenburg; Epiphany is none there.
        ("DE", "2026-03-08", false), ("DE-BE", "2026-03-08", true), ("DE-BE", "2026-01-06", false),
        ("DE-BW", "2026-01-06", true), ("DE-BY", "2026-01-06", true),
        // Dates of single years: Easter Monday, and the last year of the table.
        ("DE", "2026-04-06", true), ("DE", "2027-04-06", false), ("DE", "2035-12-25", true),
        ("JP", "2026-05-05", true), ("JP", "2026-05-07", false), ("UY", "2026-08-25", true),
        ("US-TX", "2026-07-04", true),
    ])
    func `W26: the table has the public holidays of countries and regions`(
        region: String, date: String, isOff: Bool
    ) throws {
        let holidays = try #require(HolidayCalendar.holidays(of: region))
        #expect(holidays.contains(try #require(CalendarDate(date))) == isOff)
    }

    @Test(arguments: ["", "XX", "DE-XX", "DE-", "Berlin", "de", "DE,DE", "="])
    func `a region that is unknown has no holidays`(region: String) {
        #expect(HolidayCalendar.holidays(of: region) == nil)
    }

    @Test func `the table has dates in each of its years, except for countries without holidays`() throws {
        for (number, line) in HolidayCalendar.table.split(separator: "\n").enumerated() where number % 40 == 0
        {
            let words = line.split(separator: " ")
            guard words.count > 1 else { continue }
            let region = try #require(words.first?.split(separator: ",").first)
            let dates = try #require(HolidayCalendar.holidays(of: String(region)))
            let years = Set(dates.map(\.parts.year))
            #expect(years == Set(HolidayCalendar.years), "\(region)")
        }
    }

    @Test func `W26: a site's region and its own dates are days off together`() throws {
        let change = #""id": "north", "holidays": ["2026-11-21"], "holidayRegion": "DE-BE","#
        let text = CampusSample.text.replacing(#""id": "north","#, with: change)
        let campus = try CampusFile.read(Array(text.utf8), name: "sample")
        let site = try #require(campus.sites.first)
        for date in ["2026-11-21", "2026-03-08", "2026-12-25"] {
            #expect(site.holidays.contains(try #require(CalendarDate(date))))
        }
        let wrong = text.replacing("DE-BE", with: "DE-XX")
        let error = #expect(throws: CampusFileError.self) {
            try CampusFile.read(Array(wrong.utf8), name: "sample")
        }
        guard case .mistakes(let mistakes)? = error?.cause else { return }
        #expect(mistakes.map(\.path.pointer) == ["/sites/0/holidayRegion"])
    }

    @Test func `a café is closed on public holidays where it says so, unless it has an entry for the day`()
        throws
    {
        let text = CampusSample.text
            .replacing(
                #""id": "north","#,
                with: #""id": "north", "holidays": ["2026-11-23"], "holidayRegion": "DE-BE","#
            )
            .replacing(
                #""dayBoundaryHour": 4,"#,
                with:
                    #""dayBoundaryHour": 4, "closedOnHolidays": true, "exceptions": [{"from": "2026-12-25", "hours": ["10:00-12:00"]}],"#
            )
        let campus = try CampusFile.read(Array(text.utf8), name: "sample")
        let cafe = try #require(campus.cafes.first)
        let isOpen = { (time: String) in
            cafe.openingHours.isOpen(at: try #require(Timestamp(time)), in: cafe.zone)
        }
        #expect(try isOpen("2026-11-16T10:00:00Z"))
        #expect(try !isOpen("2026-11-23T10:00:00Z"))
        #expect(try isOpen("2026-12-25T10:00:00Z"))
        let other = try #require(campus.cafes.last)
        #expect(other.openingHours.exceptions.isEmpty)
    }
}
