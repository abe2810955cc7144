import Essentials
import Testing

struct OpeningHoursTests {
    private func hours(_ ranges: [Weekday: [String]]) throws -> OpeningHours {
        OpeningHours(try ranges.mapValues { try $0.map { try #require(LocalTimeRange($0)) } })
    }

    private func change(
        of hours: OpeningHours, after instant: String, in identifier: String
    ) throws -> String? {
        switch hours.nextChange(after: try #require(Timestamp(instant)), in: try #require(Zone(identifier))) {
        case .opens(let instant): "opens \(instant)"
        case .closes(let instant): "closes \(instant)"
        case nil: nil
        }
    }

    @Test(arguments: [
        ("2026-11-20T22:29:59.999Z", false), ("2026-11-20T22:30:00Z", true),
        ("2026-11-21T04:59:59.999Z", true),
        ("2026-11-21T05:00:00Z", false), ("2026-11-22T00:00:00Z", false),
    ])
    func `a café is open from its first to before its last minute`(instant: String, isOpen: Bool) throws {
        let hours = try hours([.saturday: ["07:30–14:00"]])
        let zone = try #require(Zone("Asia/Tokyo"))
        #expect(hours.isOpen(at: try #require(Timestamp(instant)), in: zone) == isOpen)
    }

    @Test(arguments: [
        ("2026-11-21T17:59:59Z", false), ("2026-11-21T18:00:00Z", true), ("2026-11-22T00:00:00Z", true),
        ("2026-11-22T01:59:59Z", true), ("2026-11-22T02:00:00Z", false), ("2026-11-22T18:00:00Z", false),
    ])
    func `a range may run past midnight`(instant: String, isOpen: Bool) throws {
        let hours = try hours([.saturday: ["18:00–02:00"]])
        #expect(hours.isOpen(at: try #require(Timestamp(instant)), in: .utc) == isOpen)
    }

    @Test(arguments: [
        ("2026-11-20T12:00:00Z", "opens 2026-11-21T07:00:00.000Z"),
        ("2026-11-21T07:00:00Z", "closes 2026-11-21T10:00:00.000Z"),
        ("2026-11-21T10:00:00Z", "opens 2026-11-21T23:00:00.000Z"),
        ("2026-11-21T23:30:00Z", "closes 2026-11-22T03:00:00.000Z"),
        ("2026-11-22T03:00:00Z", "opens 2026-11-28T07:00:00.000Z"),
    ])
    func `touching ranges are one, and the next change is of the week that follows`(
        instant: String, expected: String
    ) throws {
        let hours = try hours([.saturday: ["07:00-10:00", "23:00–24:00"], .sunday: ["00:00–03:00"]])
        #expect(try change(of: hours, after: instant, in: "UTC") == expected)
    }

    @Test func `LA3 the stretches of several days are as long as the clock's change has them`() throws {
        let zone = try #require(Zone("America/New_York"))
        let hours = try hours([
            .friday: ["08:00-10:00", "10:00-11:00"], .saturday: ["22:00-06:00"],
            .sunday: ["05:00-07:00", "02:10-02:50"],
        ])
        func lengths(_ first: String, _ last: String) throws -> [String] {
            let days = try (#require(CalendarDate(first)), #require(CalendarDate(last)))
            return hours.intervals(from: days.0, through: days.1, in: zone).map {
                "\($0.lowerBound) \($0.lowerBound.duration(to: $0.upperBound).wholeMilliseconds / 60_000) min"
            }
        }
        // The clock goes forward in the night to 2026-03-08, and back in the night to 2026-11-01.
        #expect(
            try lengths("2026-03-06", "2026-03-08") == [
                "2026-03-06T13:00:00.000Z 180 min", "2026-03-08T03:00:00.000Z 480 min",
            ])
        #expect(
            try lengths("2026-10-31", "2026-11-01") == ["2026-11-01T02:00:00.000Z 600 min"])
        #expect(try lengths("2026-10-31", "2026-10-31") == ["2026-11-01T02:00:00.000Z 540 min"])
        #expect(try lengths("2026-11-01", "2026-10-31").isEmpty)
    }

    @Test func `a café that never opens or never closes does not change`() throws {
        let always = try hours(
            Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, ["00:00–24:00"]) }))
        #expect(try change(of: hours([:]), after: "2026-11-21T00:00:00Z", in: "Asia/Tokyo") == nil)
        #expect(try change(of: always, after: "2026-10-30T00:00:00Z", in: "America/Los_Angeles") == nil)
        #expect(
            always.isOpen(
                at: try #require(Timestamp("2026-11-01T09:30:00Z")), in: try #require(Zone("Europe/Paris"))))
    }

    @Test(arguments: [
        ("2026-11-01T06:30:00Z", "opens 2026-11-01T07:00:00.000Z"),
        ("2026-11-01T07:00:00Z", "closes 2026-11-01T11:00:00.000Z"),
        ("2027-03-14T08:00:00Z", "closes 2027-03-14T10:00:00.000Z"),
    ])
    func `a night of a clock change is an hour longer or shorter`(instant: String, expected: String) throws {
        let hours = try hours([.sunday: ["00:00–03:00"]])
        #expect(try change(of: hours, after: instant, in: "America/Los_Angeles") == expected)
    }

    @Test func `a range within the skipped hour does not open`() throws {
        let hours = try hours([.sunday: ["02:00–02:30"]])
        #expect(
            try change(of: hours, after: "2027-03-14T00:00:00Z", in: "America/Los_Angeles")
                == "opens 2027-03-21T09:00:00.000Z")
    }

    @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles", "Australia/Lord_Howe", "Africa/Cairo"])
    func `between changes the answer stays the same`(identifier: String) throws {
        let hours = try hours([
            .monday: ["00:00–01:30", "07:30–14:00"], .friday: ["18:00–02:00"],
            .saturday: ["01:00–05:00", "22:15–01:15"],
        ])
        let zone = try #require(Zone(identifier))
        var instant = try #require(Timestamp("2026-10-20T00:00:00Z"))
        for _ in 0..<240 {
            let next: Timestamp
            switch try #require(hours.nextChange(after: instant, in: zone)) {
            case .opens(let at), .closes(let at): next = at
            }
            let isOpen = hours.isOpen(at: instant, in: zone)
            #expect(hours.isOpen(at: next.advanced(by: .milliseconds(-1)), in: zone) == isOpen)
            #expect(hours.isOpen(at: next, in: zone) != isOpen)
            instant = next
        }
    }

    @Test(arguments: [
        ("07:30-14:00", "07:30–14:00"), ("00:00–24:00", "00:00–24:00"), ("18:00–02:00", "18:00–02:00"),
        ("22:00–00:00", "22:00–24:00"),
    ])
    func `a range is written with an en dash`(text: String, expected: String) {
        #expect(LocalTimeRange(text)?.description == expected)
    }

    @Test(arguments: [
        "", "07:30", "7:30–14:00", "07:30–24:01", "24:00–01:00", "08:00–08:00", "07:60–08:00",
        "07:30–14:00–15:00", "07:30 – 14:00",
    ])
    func `a text that is no range is refused`(text: String) { #expect(LocalTimeRange(text) == nil) }

    /// Weekdays from 8 to 14, closed from 24 December to 6 January, and open on Saturday, 9 January.
    private func winter() throws -> OpeningHours {
        let range = try #require(LocalTimeRange("08:00–14:00"))
        let days =
            try #require(CalendarDate("2026-12-24"))
            .daysSinceEpoch...(try #require(CalendarDate("2027-01-06"))).daysSinceEpoch
        var exceptions = Dictionary(
            uniqueKeysWithValues: days.map { (CalendarDate(daysSinceEpoch: $0), [LocalTimeRange]()) })
        exceptions[try #require(CalendarDate("2027-01-09"))] = [range]
        let weekdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
        return OpeningHours(
            Dictionary(uniqueKeysWithValues: weekdays.map { ($0, [range]) }), exceptions: exceptions)
    }

    @Test(arguments: [
        ("2026-12-23T09:00:00Z", true), ("2026-12-24T09:00:00Z", false), ("2027-01-06T09:00:00Z", false),
        ("2027-01-07T09:00:00Z", true), ("2027-01-09T09:00:00Z", true), ("2027-01-16T09:00:00Z", false),
    ])
    func `a day that differs goes before its weekday`(instant: String, isOpen: Bool) throws {
        #expect(try winter().isOpen(at: try #require(Timestamp(instant)), in: .utc) == isOpen)
    }

    @Test(arguments: [
        ("2026-12-23T15:00:00Z", "opens 2027-01-07T08:00:00.000Z"),
        ("2026-12-23T09:00:00Z", "closes 2026-12-23T14:00:00.000Z"),
        ("2027-01-08T15:00:00Z", "opens 2027-01-09T08:00:00.000Z"),
        ("2027-01-09T15:00:00Z", "opens 2027-01-11T08:00:00.000Z"),
    ])
    func `the next change is found behind weeks of holidays`(instant: String, expected: String) throws {
        #expect(try change(of: try winter(), after: instant, in: "UTC") == expected)
    }

    @Test func `a café that never closes closes for a holiday`() throws {
        let always = try hours(
            Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, ["00:00–24:00"]) }))
        let holiday = OpeningHours(always.ranges, exceptions: [try #require(CalendarDate("2026-12-25")): []])
        #expect(
            try change(of: holiday, after: "2026-12-01T00:00:00Z", in: "UTC")
                == "closes 2026-12-25T00:00:00.000Z")
        #expect(
            try change(of: holiday, after: "2026-12-25T12:00:00Z", in: "UTC")
                == "opens 2026-12-26T00:00:00.000Z")
        #expect(try change(of: holiday, after: "2026-12-26T12:00:00Z", in: "UTC") == nil)
    }
}
