import FoundationEssentials
import FoundationInternationalization
import Essentials
import Testing

struct ZoneTests {
    @Test(arguments: [
        "UTC", "America/Montevideo", "Asia/Tokyo", "America/Argentina/Buenos_Aires", "Australia/Lord_Howe",
    ])
    func `identifiers of the database are accepted`(identifier: String) {
        #expect(Zone(identifier)?.identifier == identifier)
    }

    @Test(arguments: [
        "", "CET", "EST", "JST", "IST", "PST", "GMT", "MST7MDT", "GMT+5", "Europe/Atlantis", "../etc/passwd",
        "+09:00",
    ])
    func `W68: abbreviations and other texts are refused, because only a region has rules`(identifier: String)
    { #expect(Zone(identifier) == nil) }

    @Test(arguments: [
        ("Asia/Tokyo", "2026-11-20T15:00:00Z", "2026-11-21"),
        ("Asia/Tokyo", "2026-11-20T14:59:59.999Z", "2026-11-20"),
        ("America/Montevideo", "2026-11-21T02:59:59Z", "2026-11-20"),
        ("UTC", "1969-12-31T23:59:59.999Z", "1969-12-31"),
    ])
    func `the date is the one on the wall`(identifier: String, instant: String, date: String) throws {
        let zone = try #require(Zone(identifier))
        #expect(zone.date(at: try #require(Timestamp(instant))).description == date)
    }

    @Test(arguments: [
        // Clocks go from 02:00 to 03:00, from 02:00 back to 01:00, and by half an hour.
        ("America/Los_Angeles", "2027-03-14", 60, "2027-03-14T09:00:00.000Z"),
        ("America/Los_Angeles", "2027-03-14", 120, "2027-03-14T10:00:00.000Z"),
        ("America/Los_Angeles", "2027-03-14", 150, "2027-03-14T10:00:00.000Z"),
        ("America/Los_Angeles", "2027-03-14", 180, "2027-03-14T10:00:00.000Z"),
        ("America/Los_Angeles", "2026-11-01", 90, "2026-11-01T08:30:00.000Z"),
        ("America/Los_Angeles", "2026-11-01", 120, "2026-11-01T10:00:00.000Z"),
        ("America/Los_Angeles", "2026-10-31", 1_530, "2026-11-01T08:30:00.000Z"),
        ("Australia/Lord_Howe", "2027-04-04", 180, "2027-04-03T16:30:00.000Z"),
        // On this date midnight is skipped.
        ("Africa/Cairo", "2026-04-24", 0, "2026-04-23T22:00:00.000Z"),
        ("Asia/Tokyo", "2026-11-21", 1_440, "2026-11-21T15:00:00.000Z"),
    ])
    func `a wall-clock time is its first instant, or that of the skip`(
        identifier: String, date: String, minute: Int, expected: String
    ) throws {
        let zone = try #require(Zone(identifier))
        let instant = zone.firstInstant(atMinute: minute, of: try #require(CalendarDate(date)))
        #expect(instant.description == expected)
    }

    /// The table is built from ICU's list of clock changes; this test compares it with ICU's offsets at single instants.
    @Test
    func `offsets are those of ICU in every zone, on both sides of each change and in between`() throws {
        var wrong: [String] = []
        for identifier in TimeZone.knownTimeZoneIdentifiers where identifier.contains("/") {
            let zone = try #require(Zone(identifier))
            let timeZone = try #require(TimeZone(identifier: identifier))
            var last = 0
            /// The offset, after a comparison with ICU.
            func checked(_ time: Int64) -> Int {
                let seconds = zone.secondsFromUTC(at: Timestamp(millisecondsSinceEpoch: time))
                let date = Date(timeIntervalSince1970: Double(time) / 1_000)
                if seconds != timeZone.secondsFromGMT(for: date) { wrong.append("\(identifier) at \(time)") }
                return seconds
            }
            // From 1969 to 2109: every tenth day at different times, and each hour before a change of the offset.
            for day in stride(from: Int64(-365), to: 51_000, by: 10) {
                let time = day * 86_400_000 + day * 7_919_993 % 86_400_000
                let seconds = checked(time)
                guard seconds != last else { continue }
                last = seconds
                for hour in -240..<0 where day % 7 == 0 { _ = checked(time + Int64(hour) * 3_600_000) }
            }
        }
        #expect(wrong == [])
    }
}
