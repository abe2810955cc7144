public import Essentials

/// When a person usually works, week by week, on the wall clock of the place where they work.
public struct WorkPattern: Hashable, Sendable {
    /// The hours of a weekday.
    public struct Day: Hashable, Sendable {
        /// From the beginning to the end of work; the end may be on the next day.
        public let hours: LocalTimeRange
        /// The break in which the person usually goes out; `nil` when there is none.
        public let rest: LocalTimeRange?

        /// Makes a day; `nil` when the break is not within the hours.
        ///
        /// A break after midnight belongs to the day on which work began: `01:00–01:30` fits `20:00–04:00`.
        public init?(hours: LocalTimeRange, rest: LocalTimeRange? = nil) {
            if let rest, Self.minutes(of: rest, within: hours) == nil { return nil }
            self.hours = hours
            self.rest = rest
        }

        fileprivate static func minutes(of rest: LocalTimeRange, within hours: LocalTimeRange) -> Range<Int>?
        {
            let days = rest.startMinute < hours.startMinute ? 1_440 : 0
            let minutes = rest.startMinute + days..<rest.endMinute + days
            return hours.startMinute <= minutes.lowerBound && minutes.upperBound <= hours.endMinute
                ? minutes : nil
        }
    }

    /// How long before its hours and after them a day of work still counts as that day.
    static let around: Duration = .seconds(4 * 3_600)

    /// Minutes of the wall clock beyond which an interval is too far away, also if the clock changes in between.
    private static let far = 8 * 60

    /// The weekdays on which the person works; `nil` when that is unknown.
    public let days: [Weekday: Day]?
    /// Dates on which the person does not work: leave and holidays.
    public let daysOff: Set<CalendarDate>
    /// The days from Monday to Sunday, as an array because reading a dictionary is slower.
    private let week: [Day?]

    /// Makes a pattern; without anything it knows neither hours nor days off.
    public init(days: [Weekday: Day]? = nil, daysOff: Set<CalendarDate> = []) {
        self.days = days
        self.daysOff = daysOff
        week = Weekday.allCases.map { days?[$0] }
    }

    /// Whether an instant belongs to no day of work.
    ///
    /// The end of a night shift belongs to the day on which the shift began.
    public func isOff(at instant: Timestamp, in zone: Zone) -> Bool {
        guard work(around: instant, in: zone) == nil else { return false }
        let date = zone.date(at: instant)
        return daysOff.contains(date) || (days != nil && day(on: date) == nil)
    }

    /// The hours of the day of work to which an instant belongs, with four hours before and after them; `nil` outside.
    public func work(around instant: Timestamp, in zone: Zone) -> Range<Timestamp>? {
        let ranges = intervals(near: instant, in: zone) { $0.hours.startMinute..<$0.hours.endMinute }
        return ranges.first { $0.contains(instant) }
            ?? ranges.first { range in
                let start = range.lowerBound.advanced(by: .zero - Self.around)
                return start <= instant && instant < range.upperBound.advanced(by: Self.around)
            }
    }

    /// The break that contains an instant, or begins or ends within a margin of it.
    public func rest(around instant: Timestamp, margin: Duration, in zone: Zone) -> Range<Timestamp>? {
        intervals(near: instant, in: zone) { day in
            day.rest.flatMap { Day.minutes(of: $0, within: day.hours) }
        }.first { rest in
            rest.lowerBound.advanced(by: .zero - margin) <= instant
                && instant < rest.upperBound.advanced(by: margin)
        }
    }

    private func day(on date: CalendarDate) -> Day? {
        if !daysOff.isEmpty, daysOff.contains(date) { return nil }
        return week[date.weekdayIndex]
    }

    /// The intervals of yesterday, today and tomorrow; only those that may matter at an instant.
    private func intervals(near instant: Timestamp, in zone: Zone, _ minutes: (Day) -> Range<Int>?)
        -> [Range<Timestamp>]
    {
        guard days != nil else { return [] }
        let (today, minute) = zone.dateAndMinute(at: instant)
        return (-1...1).compactMap { offset in
            let date = today.advanced(byDays: offset)
            guard let day = day(on: date), let minutes = minutes(day) else { return nil }
            let distance = minute - offset * 1_440
            // Looking up a time of the wall clock is what costs.
            guard minutes.lowerBound - Self.far <= distance, distance < minutes.upperBound + Self.far else {
                return nil
            }
            return interval(minutes, on: date, in: zone)
        }
    }

    private func interval(_ minutes: Range<Int>, on date: CalendarDate, in zone: Zone) -> Range<Timestamp>? {
        let start = zone.firstInstant(atMinute: minutes.lowerBound, of: date)
        let end = zone.firstInstant(atMinute: minutes.upperBound, of: date)
        // A range within a skipped hour has no length.
        return start < end ? start..<end : nil
    }
}
