import Essentials
import Foundation

/// What a wall clock shows, the way the terminal's person writes dates and times.
///
/// One way for all commands: a time is that of the machine, or of where something happens, such as in a café; then the zone
/// stands behind it where the clock of the machine shows another time.
struct WallClock {
    private let style: Date.FormatStyle
    private let machine: TimeZone

    /// Makes the clock of a machine for who reads a language.
    init(for language: LanguageTag = TerminalLanguage.tag, machine: TimeZone = .current) {
        var style = Date.FormatStyle(date: .abbreviated, time: .shortened)
        style.locale = Locale(identifier: language.description)
        style.timeZone = machine
        self.style = style
        self.machine = machine
    }

    /// The time on the clock of the machine.
    func text(_ time: Timestamp) -> String { Self.date(time).formatted(style) }

    /// The time where something happens, with the zone unless a clock of the machine shows the same.
    func text(_ time: Timestamp, in zone: Zone) -> String {
        let date = Self.date(time)
        guard let place = TimeZone(identifier: zone.identifier),
            place.secondsFromGMT(for: date) != machine.secondsFromGMT(for: date)
        else { return text(time) }
        var style = style
        style.timeZone = place
        return "\(date.formatted(style)) (\(zone.identifier))"
    }

    private static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000)
    }
}
