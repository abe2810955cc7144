import Essentials
import Foundation

/// Formats times in the language of the terminal.
///
/// A time is in the zone of the machine or of a place such as a café. The zone follows a time of the machine, and a time of a
/// place whose clock shows another time than the machine.
struct WallClock {
    private let style: Date.FormatStyle
    private let machine: TimeZone

    /// Makes a clock for a language and the zone of a machine.
    init(for language: LanguageTag = TerminalLanguage.tag, machine: TimeZone = .current) {
        var style = Date.FormatStyle(date: .abbreviated, time: .shortened)
        style.locale = Locale(identifier: language.description)
        style.timeZone = machine
        self.style = style
        self.machine = machine
    }

    /// The time on the clock of the machine, with its zone, because no place says which clock is meant.
    func text(_ time: Timestamp) -> String {
        "\(Self.date(time).formatted(style)) (\(machine.identifier))"
    }

    /// The time where something happens, with the zone unless a clock of the machine shows the same.
    func text(_ time: Timestamp, in zone: Zone) -> String {
        let date = Self.date(time)
        guard let place = TimeZone(identifier: zone.identifier),
            place.secondsFromGMT(for: date) != machine.secondsFromGMT(for: date)
        else { return date.formatted(style) }
        var style = style
        style.timeZone = place
        return "\(date.formatted(style)) (\(zone.identifier))"
    }

    private static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000)
    }
}
