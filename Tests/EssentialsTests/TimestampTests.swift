import Essentials
import Foundation
import Testing

struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_123, "2000-02-29T00:00:00.123Z"),
            (1_795_225_424_007, "2026-11-21T01:43:44.007Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `an instant is written in UTC with milliseconds and read back`(milliseconds: Int64, text: String) {
        let instant = Timestamp(millisecondsSinceEpoch: milliseconds)
        #expect(instant.description == text)
        #expect(Timestamp(text) == instant)
    }

    @Test(arguments: [
        ("2026-11-21T01:43:44Z", "2026-11-21T01:43:44.000Z"),
        ("2026-11-21t01:43:44.5z", "2026-11-21T01:43:44.500Z"),
        ("2026-11-21T01:43:44.123999999+09:00", "2026-11-20T16:43:44.123Z"),
        ("2026-12-31T23:30:00.07-03:30", "2027-01-01T03:00:00.070Z"),
    ])
    func `offsets and fractions of RFC 3339 are understood`(text: String, expected: String) {
        #expect(Timestamp(text)?.description == expected)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T01:43:44", "2026-11-21 01:43:44Z", "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T01:60:00Z", "2026-11-21T01:43:60Z", "2026-11-21T01:43:44.Z",
        "2026-11-21T01:43:44.1234567890Z", "2026-11-21T01:43:44ZZ", "2026-11-21T01:43:44+0900",
        "2026-11-21T01:43:44+24:00", "2026-11-21T01:43:44*09:00", "2026-1a-21T01:43:44Z",
        "２026-11-21T01:43:44Z",
    ])
    func `other texts are refused`(text: String) { #expect(Timestamp(text) == nil) }

    // Before 1582 Foundation goes by the Julian calendar, ISO 8601 by the Gregorian.
    @Test(arguments: Int64(-1)...40)
    func `the text is the one that Foundation writes`(step: Int64) {
        let whole = step * 6_310_000_019_000
        let date = Date(timeIntervalSince1970: Double(whole / 1_000))
        let theirs = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        #expect(Timestamp(millisecondsSinceEpoch: whole).description == theirs)
    }

    @Test func `durations move instants and lie between them`() {
        let start = Timestamp(millisecondsSinceEpoch: 1_000)
        #expect(start.advanced(by: .seconds(-2)).millisecondsSinceEpoch == -1_000)
        #expect(start.advanced(by: .microseconds(1_999)).millisecondsSinceEpoch == 1_001)
        #expect(start.duration(to: Timestamp(millisecondsSinceEpoch: 250)) == .milliseconds(-750))
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.nanoseconds(999_999), 0), (.nanoseconds(-999_999), 0),
            (.nanoseconds(1_999_999), 1),
            (.nanoseconds(-1_999_999), -1), (.seconds(180), 180_000), (.seconds(-25 * 3_600), -90_000_000),
            (.milliseconds(Int64.max), Int64.max), (.milliseconds(-Int64.max), -Int64.max),
        ] as [(Duration, Int64)])
    func `whole milliseconds are rounded towards zero`(duration: Duration, milliseconds: Int64) {
        #expect(duration.wholeMilliseconds == milliseconds)
    }
}
