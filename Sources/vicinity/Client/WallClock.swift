import Essentials
import Foundation

/// What a café's wall clock shows, the way the terminal's person writes dates and times.
enum WallClock {
    static func text(_ time: Timestamp, in zone: Zone) -> String {
        var style = Date.FormatStyle(date: .abbreviated, time: .shortened)
        style.locale = Locale(identifier: TerminalLanguage.tag.description)
        if let zone = TimeZone(identifier: zone.identifier) { style.timeZone = zone }
        return Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000).formatted(style)
    }
}
