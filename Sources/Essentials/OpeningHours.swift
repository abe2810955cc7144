/// When a café is open, week by week and on days that differ, on the wall clock of its zone.
///
/// A range begins at the first instant at which the clock shows its start, and ends at the first later instant at which
/// it shows its end. On the night of a clock change it is therefore an hour longer or shorter.
public struct OpeningHours: Hashable, Sendable {
    /// The next time at which an open café closes or a closed one opens.
    public enum Change: Hashable, Sendable {
        /// The café opens at this instant.
        case opens(at: Timestamp)
        /// The café closes at this instant.
        case closes(at: Timestamp)
    }

    /// The ranges of each weekday on which they begin; a weekday without ranges is closed.
    public let ranges: [Weekday: [LocalTimeRange]]

    /// The ranges of days that differ from their weekday; a day without ranges is closed.
    public let exceptions: [CalendarDate: [LocalTimeRange]]

    /// How far ahead exceptions are looked through for the next change: a year.
    private static let daysAhead = 366

    /// Makes opening hours.
    ///
    /// - Parameters:
    ///   - ranges: The ranges of each weekday.
    ///   - exceptions: The ranges of days that differ from their weekday.
    public init(
        _ ranges: [Weekday: [LocalTimeRange]], exceptions: [CalendarDate: [LocalTimeRange]] = [:]
    ) {
        self.ranges = ranges
        self.exceptions = exceptions
    }

    /// Tells whether the café is open at an instant.
    public func isOpen(at instant: Timestamp, in zone: Zone) -> Bool {
        let today = zone.date(at: instant)
        // A range of the day before may run past midnight.
        return (-1...1).contains { offset in
            intervals(on: today.advanced(byDays: offset), in: zone).contains { $0.contains(instant) }
        }
    }

    /// Returns the next change after an instant, or `nil` when the café never opens or never closes.
    ///
    /// Until then ``isOpen(at:in:)`` returns the same answer, so that callers can cache it.
    public func nextChange(after instant: Timestamp, in zone: Zone) -> Change? {
        let today = zone.date(at: instant)
        // Nine days without an exception have every change of a week.
        let last = exceptions.keys.filter { $0 >= today }.max()
        let daysUntilLast = last.map { $0.daysSinceEpoch - today.daysSinceEpoch } ?? 0
        let farthest = min(daysUntilLast, Self.daysAhead) + 9
        // A change is usually near, and most walks end with the first stretch of days.
        var reach = 9
        while reach < farthest {
            if let change = nextChange(after: instant, from: today, reach: reach, in: zone) { return change }
            reach = min(reach * 4, farthest)
        }
        return nextChange(after: instant, from: today, reach: farthest, in: zone)
    }

    private func nextChange(
        after instant: Timestamp, from today: CalendarDate, reach: Int, in zone: Zone
    ) -> Change? {
        let days = (-1...reach).map { today.advanced(byDays: $0) }
        // An end at this day is only the end of the search.
        let horizon = zone.firstInstant(atMinute: 0, of: today.advanced(byDays: reach))
        for interval in Self.merged(days.flatMap { intervals(on: $0, in: zone) }) {
            if instant < interval.lowerBound {
                return interval.lowerBound < horizon ? .opens(at: interval.lowerBound) : nil
            }
            if instant < interval.upperBound {
                return interval.upperBound < horizon ? .closes(at: interval.upperBound) : nil
            }
        }
        return nil
    }

    /// The intervals in which it is open, for all ranges that begin on some days, in order.
    ///
    /// Intervals that touch or overlap are joined.
    ///
    /// - Complexity: O(*n*) in the number of days.
    public func intervals(
        from first: CalendarDate, through last: CalendarDate, in zone: Zone
    ) -> [Range<Timestamp>] {
        guard first <= last else { return [] }
        let days = (first.daysSinceEpoch...last.daysSinceEpoch).map(CalendarDate.init(daysSinceEpoch:))
        return Self.merged(days.flatMap { intervals(on: $0, in: zone) })
    }

    /// The intervals in which it is open, one for each range that begins on a day, in the order of the ranges.
    public func intervals(on date: CalendarDate, in zone: Zone) -> [Range<Timestamp>] {
        (exceptions[date] ?? ranges[date.weekday] ?? []).compactMap { range in
            let start = zone.firstInstant(atMinute: range.startMinute, of: date)
            let end = zone.firstInstant(atMinute: range.endMinute, of: date)
            // A range within a skipped hour has no length.
            return start < end ? start..<end : nil
        }
    }

    private static func merged(_ intervals: [Range<Timestamp>]) -> [Range<Timestamp>] {
        intervals.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, interval in
            guard let last = merged.last, interval.lowerBound <= last.upperBound else {
                return merged.append(interval)
            }
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, interval.upperBound)
        }
    }
}
