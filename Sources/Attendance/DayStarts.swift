public import Essentials

/// The hours of the wall clock at which days begin at a place, with the dates from which they hold.
///
/// A day lasts from its own beginning to that of the next date. On the day before a change it is therefore longer or shorter, and every
/// instant still belongs to exactly one day.
public struct DayStarts: Hashable, Sendable {
    /// An hour, with the date from which it holds.
    public struct Version: Hashable, Sendable {
        /// The first date; `nil` from the beginning.
        public let from: CalendarDate?
        /// The hour of the wall clock.
        public let hour: Int

        /// Makes a version.
        public init(from: CalendarDate?, hour: Int) {
            self.from = from
            self.hour = hour
        }
    }

    /// Days that begin at the usual hour.
    public static let standard = DayStarts(hour: WorkDay.standardStartHour)

    /// The versions, in the order of their dates.
    public let versions: [Version]

    /// Makes one hour that holds always.
    public init(hour: Int) { versions = [Version(from: nil, hour: hour)] }

    /// Makes versions that are in the order of their dates; before the first the usual hour holds.
    public init(_ versions: [Version]) { self.versions = versions }

    /// The hour at which the day of a date begins.
    public func hour(on date: CalendarDate) -> Int {
        versions.last { version in version.from.map { $0 <= date } ?? true }?.hour
            ?? WorkDay.standardStartHour
    }

    /// The first instant of the day of a date.
    public func start(of date: CalendarDate, in zone: Zone) -> Timestamp {
        zone.firstInstant(atMinute: hour(on: date) * 60, of: date)
    }

    /// The hours that hold on a range of dates, each with its first date; the first without a date.
    public func versions(on dates: Range<CalendarDate>) -> [Version] {
        let changes = versions.compactMap(\.from).filter { dates.contains($0) && $0 != dates.lowerBound }
        return ([dates.lowerBound] + changes).reduce(into: []) { found, date in
            let hour = hour(on: date)
            if found.last?.hour != hour {
                found.append(Version(from: found.isEmpty ? nil : date, hour: hour))
            }
        }
    }
}
