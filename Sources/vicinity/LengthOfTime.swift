import Foundation

/// A length of time as people read it, in as large units as it fills: two of them, such as hours and minutes.
///
/// In English, as all of the program's own words.
enum LengthOfTime {
    /// For a sentence.
    static func words(seconds: Int64) -> String { text(seconds, .wide) }

    /// For a cell of a table.
    static func cell(seconds: Int64) -> String { text(seconds, .abbreviated) }

    /// For a length that something is compared with: in all of its units, and none of it left out.
    static func exact(microseconds: Int64) -> String {
        guard microseconds % 1_000_000 == 0 else { return "\(Double(microseconds) / 1e6) seconds" }
        return text(microseconds / 1_000_000, .wide, units: nil)
    }

    private static func text(
        _ seconds: Int64, _ width: Duration.UnitsFormatStyle.UnitWidth, units: Int? = 2
    ) -> String {
        Duration.seconds(seconds).formatted(
            .units(
                allowed: [.days, .hours, .minutes, .seconds], width: width, maximumUnitCount: units
            ).locale(Locale(identifier: "en")))
    }
}
