import Observations
import Testing

@testable import Formats

struct ObservationTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.000001Z", 1),
        ("1969-12-31T23:59:59.999999Z", -1),
        ("2026-11-21T12:00:00.25+09:00", 1_795_230_000_250_000),
        ("2026-11-21t03:00:00.2500009z", 1_795_230_000_250_000),
        ("2000-02-29T00:00:00-00:30", 951_784_200_000_000),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
        ("9999-12-31T23:59:59.999999999Z", 253_402_300_799_999_999),
    ])
    func `a date-time of RFC 3339 is read to the microsecond`(text: String, microseconds: Int64) {
        #expect(ObservationTime(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T12:00:00", "2026-11-21 12:00:00Z", "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T12:60:00Z",
        "2026-11-21T23:59:60Z", "2026-11-21T12:00:00.Z", "2026-11-21T12:00:00.1234567890Z",
        "2026-11-21T12:00:00+9:00", "2026-11-21T12:00:00+24:00", "2026-11-21T12:00:00Zx",
        "26-11-21T12:00:00Z", "+026-11-21T12:00:00Z", "2026-11-21T12:00:00é",
    ])
    func `anything else is no time`(text: String) {
        #expect(ObservationTime(rfc3339: text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
        (1_795_230_000_250_000, "2026-11-21T03:00:00.250000Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
        (Int64.max, "294247-01-10T04:00:54.775807Z"), (Int64.min, "-290308-12-21T19:59:05.224192Z"),
    ])
    func `a time is written in UTC with microseconds`(microseconds: Int64, text: String) {
        #expect(ObservationTime(microseconds: microseconds).rfc3339 == text)
    }

    @Test
    func `what is written is read back`() {
        for day in stride(from: Int64(-700_000), through: 2_900_000, by: 97) {
            let time = ObservationTime(microseconds: day * 86_400_000_000 + day)
            #expect(ObservationTime(rfc3339: time.rfc3339) == time)
        }
    }
}
