import Foundation

/// A length of time as people read it, in as large units as it fills: two of them, such as hours and minutes.
///
/// In English, as all of the program's own words.
enum LengthOfTime {
    /// For a sentence.
    static func words(seconds: Int64) -> String { text(seconds, .wide) }

    /// For a cell of a table.
    static func cell(seconds: Int64) -> String { text(seconds, .abbreviated) }

    private static func text(_ seconds: Int64, _ width: Duration.UnitsFormatStyle.UnitWidth) -> String {
        Duration.seconds(seconds).formatted(
            .units(
                allowed: [.days, .hours, .minutes, .seconds], width: width, maximumUnitCount: 2
            ).locale(Locale(identifier: "en")))
    }
}
