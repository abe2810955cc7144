import Essentials
import Foundation
import Testing

@testable import vicinity

struct WallClockTests {
    /// A summer day, on which Berlin is two hours ahead of UTC, and a winter day, on which it is one.
    private static let summer = Timestamp(millisecondsSinceEpoch: 1_782_000_000_000)
    private static let winter = Timestamp(millisecondsSinceEpoch: 1_764_000_000_000)

    private func clock(_ machine: String, _ language: String = "en-US") throws -> WallClock {
        WallClock(
            for: try #require(LanguageTag(language)), machine: try #require(TimeZone(identifier: machine)))
    }

    private func text(_ time: Timestamp, in zone: String, on machine: String) throws -> String {
        try clock(machine).text(time, in: try #require(Zone(zone))).replacing("\u{202F}", with: " ")
    }

    @Test func `the zone of a café is said where the machine's clock shows another time`() throws {
        #expect(
            try text(Self.summer, in: "Europe/Berlin", on: "America/Montevideo")
                == "Jun 21, 2026 at 2:00 AM (Europe/Berlin)")
        #expect(
            try text(Self.winter, in: "Europe/Berlin", on: "Etc/UTC")
                == "Nov 24, 2025 at 5:00 PM (Europe/Berlin)")
    }

    @Test(arguments: ["Europe/Berlin", "Europe/Madrid"])
    func `it is not said where both clocks show the same, whatever the zones are called`(machine: String)
        throws
    {
        #expect(try text(Self.summer, in: "Europe/Berlin", on: machine) == "Jun 21, 2026 at 2:00 AM")
    }

    @Test func `two clocks may show the same in winter and not in summer`() throws {
        #expect(try text(Self.winter, in: "Africa/Tunis", on: "Europe/Berlin") == "Nov 24, 2025 at 5:00 PM")
        #expect(
            try text(Self.summer, in: "Africa/Tunis", on: "Europe/Berlin")
                == "Jun 21, 2026 at 1:00 AM (Africa/Tunis)")
    }

    @Test func `a time of no place is the machine's, with its zone, and is written as the person writes`()
        throws
    {
        let text = try clock("Asia/Tokyo", "de").text(Self.summer)
        #expect(text.hasPrefix("21. Juni 2026") && text.hasSuffix("9:00 (Asia/Tokyo)"), "\(text)")
    }
}
