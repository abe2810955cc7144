/// When a café is open, week by week, on the wall clock of its zone.
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

    /// Makes opening hours.
    public init(_ ranges: [Weekday: [LocalTimeRange]]) { self.ranges = ranges }

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
        let days = (-1...9).map { today.advanced(byDays: $0) }
        // If there are changes at all, one comes before this day. An end at this day is only the end of the
        // search.
        let horizon = zone.firstInstant(atMinute: 0, of: today.advanced(byDays: 9))
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
        (ranges[date.weekday] ?? []).compactMap { range in
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
