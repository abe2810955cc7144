public import Essentials

/// Shifts as an iCalendar text (RFC 5545), to which calendar programs subscribe.
///
/// The text contains the clock changes of each zone around the shifts, so that a program needs no zone database. The same shifts
/// give the same text.
public struct ShiftCalendar: Hashable, Sendable {
    /// A shift.
    public struct Event: Hashable, Sendable {
        /// The permanent identifier of the shift.
        public let id: String
        /// How often its times have changed.
        public let sequence: Int
        /// When its times were last set.
        public let stamp: Timestamp
        /// When it begins.
        public let start: Timestamp
        /// When it ends.
        public let end: Timestamp
        /// The zone of its place.
        public let zone: Zone
        /// The title.
        public let summary: String
        /// Whether it is only expected, not recorded.
        public let isExpected: Bool

        /// Makes a shift from its parts.
        public init(
            id: String, sequence: Int, stamp: Timestamp, start: Timestamp, end: Timestamp, zone: Zone,
            summary: String, isExpected: Bool = false
        ) {
            self.id = id
            self.sequence = sequence
            self.stamp = stamp
            self.start = start
            self.end = end
            self.zone = zone
            self.summary = summary
            self.isExpected = isExpected
        }
    }

    private static let day: Int64 = 86_400_000

    /// The name of the calendar.
    public let name: String
    /// The shifts, in order.
    public let events: [Event]

    /// Makes a calendar.
    public init(name: String, events: [Event]) {
        self.name = name
        self.events = events
    }

    /// The text, with lines of at most 75 bytes.
    ///
    /// - Complexity: O(*n*) in the number of shifts, and in the days between the first and the last.
    public var text: String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Vicinity//Attendance//EN", "METHOD:PUBLISH",
            "X-WR-CALNAME:\(Self.escaped(name))",
        ]
        let zones = Dictionary(grouping: events, by: \.zone).sorted { $0.key.identifier < $1.key.identifier }
        for (zone, events) in zones where zone.identifier != "UTC" {
            lines += Self.lines(of: zone, around: events)
        }
        for event in events { lines += Self.lines(of: event) }
        lines.append("END:VCALENDAR")
        return lines.map(Self.folded).joined()
    }

    private static func lines(of event: Event) -> [String] {
        [
            "BEGIN:VEVENT", "UID:\(escaped(event.id))", "SEQUENCE:\(event.sequence)",
            "DTSTAMP:\(utc(event.stamp))", time("DTSTART", event.start, event.zone),
            time("DTEND", event.end, event.zone), "SUMMARY:\(escaped(event.summary))",
            "STATUS:\(event.isExpected ? "TENTATIVE" : "CONFIRMED")", "END:VEVENT",
        ]
    }

    private static func time(_ name: String, _ time: Timestamp, _ zone: Zone) -> String {
        if zone.identifier == "UTC" { return "\(name):\(utc(time))" }
        return "\(name);TZID=\(zone.identifier):\(local(time, aheadBy: zone.secondsFromUTC(at: time)))"
    }

    private static func utc(_ time: Timestamp) -> String { local(time, aheadBy: 0) + "Z" }

    /// The wall clock, such as `20261102T090000`.
    private static func local(_ time: Timestamp, aheadBy seconds: Int) -> String {
        let shown = time.advanced(by: .seconds(seconds)).description
        return String(shown.prefix(19).filter { $0 != "-" && $0 != ":" })
    }

    // MARK: - Zones

    private static func lines(of zone: Zone, around events: [Event]) -> [String] {
        let first = (events.map(\.start.millisecondsSinceEpoch).min() ?? 0) - 400 * day
        let last = (events.map(\.end.millisecondsSinceEpoch).max() ?? 0) + 2 * day
        let changes = changes(of: zone, from: first, to: last)
        let offsets = [offset(of: zone, first)] + changes.map(\.after)
        let standard = offsets.min() ?? 0
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(zone.identifier)"]
        lines += observance("19700101T000000", from: offsets[0], to: offsets[0], standard: standard)
        for change in changes {
            let onset = local(Timestamp(millisecondsSinceEpoch: change.time), aheadBy: change.before)
            lines += observance(onset, from: change.before, to: change.after, standard: standard)
        }
        return lines + ["END:VTIMEZONE"]
    }

    private static func observance(_ onset: String, from: Int, to: Int, standard: Int) -> [String] {
        let kind = to > standard ? "DAYLIGHT" : "STANDARD"
        return [
            "BEGIN:\(kind)", "DTSTART:\(onset)", "TZOFFSETFROM:\(difference(from))",
            "TZOFFSETTO:\(difference(to))", "END:\(kind)",
        ]
    }

    private static func changes(
        of zone: Zone, from first: Int64, to last: Int64
    ) -> [(time: Int64, before: Int, after: Int)] {
        var changes: [(time: Int64, before: Int, after: Int)] = []
        var time = first
        while time < last {
            let next = time + day
            let (before, after) = (offset(of: zone, time), offset(of: zone, next))
            if before != after {
                var (low, high) = (time, next)
                while high - low > 1_000 {
                    let middle = (low + (high - low) / 2) / 1_000 * 1_000
                    if offset(of: zone, middle) == before { low = middle } else { high = middle }
                }
                changes.append((high / 1_000 * 1_000, before, after))
            }
            time = next
        }
        return changes
    }

    private static func offset(of zone: Zone, _ time: Int64) -> Int {
        zone.secondsFromUTC(at: Timestamp(millisecondsSinceEpoch: time))
    }

    /// An offset from UTC, such as `+0545`.
    private static func difference(_ seconds: Int) -> String {
        let parts = [abs(seconds) / 3_600, abs(seconds) / 60 % 60]
        let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        let rest = abs(seconds) % 60
        return (seconds < 0 ? "-" : "+") + digits + (rest == 0 ? "" : rest < 10 ? "0\(rest)" : "\(rest)")
    }

    // MARK: - Text

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\", ";", ",": "\\\(character)"
            case "\n", "\r\n", "\r": "\\n"
            default: String(character)
            }
        }.joined()
    }

    /// A line with its ending, folded after at most 75 bytes and never within a character.
    private static func folded(_ line: String) -> String {
        var text = ""
        var length = 0
        for scalar in line.unicodeScalars {
            let width = String(scalar).utf8.count
            if length + width > 75 {
                text += "\r\n "
                length = 1
            }
            text.unicodeScalars.append(scalar)
            length += width
        }
        return text + "\r\n"
    }
}
