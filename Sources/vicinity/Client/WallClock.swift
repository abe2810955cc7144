import Essentials
import Foundation

/// What a wall clock shows, the way the terminal's person writes dates and times.
enum WallClock {
    /// In the zone of where the clock hangs, such as in a café; without one, in that of the terminal.
    static func text(_ time: Timestamp, in zone: Zone?) -> String {
        var style = Date.FormatStyle(date: .abbreviated, time: .shortened)
        style.locale = Locale(identifier: TerminalLanguage.tag.description)
        if let zone = zone.flatMap({ TimeZone(identifier: $0.identifier) }) { style.timeZone = zone }
        return Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000).formatted(style)
    }
}
