public import Essentials

/// What counts of a person's work on one day.
///
/// A day begins at five on the wall clock of its place, unless the place sets another hour. A shift counts for the day on which it begins, also when it
/// ends on the next one. Durations are elapsed time, so that a night on which clocks change has seven or nine hours.
public struct WorkDay: Hashable, Sendable {
    /// What is to be said of the day.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Nothing is recorded.
        case none
        /// Work goes on.
        case running
        /// Every shift has its punches.
        case complete
        /// A punch is missing.
        case missingPunch = "missing-punch"
        /// A correction waits for an approver.
        case waiting
    }

    /// The hour of the wall clock at which a day begins by default.
    public static let standardStartHour = 5

    /// An hour as a clock shows it, such as `05:00`.
    public static func clock(ofHour hour: Int) -> String { hour < 10 ? "0\(hour):00" : "\(hour):00" }

    /// The date on which the day begins.
    public let date: CalendarDate
    /// The zone of its place: that of its first time, else that of the person's place.
    public let zone: Zone
    /// When days begin at its place.
    public let starts: DayStarts
    /// The shifts that count for the day, in order: as corrected, else as punched.
    public let shifts: [WorkShift]
    /// The shifts as they were punched; they are the ones that count unless the day was corrected.
    public let punched: [WorkShift]
    /// Whether accepted times count in place of the punches.
    public let isCorrected: Bool
    /// Whether a correction waits for an approver.
    public let isWaiting: Bool
    /// The time up to which a running shift counts.
    private let now: Timestamp
    /// Whether the last shift may go on.
    private let isLast: Bool
    /// Its instants as a closed month keeps them; `nil` asks the zone.
    private var keptSpan: Range<Timestamp>?

    /// The first instant of the day.
    public var start: Timestamp {
        keptSpan?.lowerBound ?? starts.start(of: date, in: zone)
    }
    /// The first instant of the next day.
    public var end: Timestamp {
        keptSpan?.upperBound ?? starts.start(of: date.advanced(byDays: 1), in: zone)
    }

    /// The shift that goes on; `nil` without one.
    public var running: WorkShift? {
        guard isLast, let last = shifts.last, last.isRunning(at: now) else { return nil }
        return last
    }

    /// The punches that are missing, in order.
    public var missing: [WorkShift.Missing] {
        let running = running
        return shifts.compactMap { $0.missing(isRunning: $0 == running) }
    }

    /// Whether a shift is so long that a punch may be wrong.
    public var isLong: Bool {
        let running = running
        return shifts.contains { ($0.isEnded || $0 == running) && $0.isLong(at: now) }
    }

    /// What is to be said of the day.
    public var state: State {
        if isWaiting { return .waiting }
        if shifts.isEmpty { return isCorrected ? .complete : .none }
        if !missing.isEmpty { return .missingPunch }
        return running == nil ? .complete : .running
    }

    /// The elapsed time of work, in seconds; what runs counts up to now, and what lacks its end counts nothing.
    public var workedSeconds: Int { seconds(ofBreaks: false) }
    /// The elapsed time of breaks, in seconds.
    public var breakSeconds: Int { seconds(ofBreaks: true) }

    private func seconds(ofBreaks isBreak: Bool) -> Int {
        let ended = shifts.flatMap(\.stretches).filter { $0.isBreak == isBreak }.reduce(0) { $0 + $1.seconds }
        guard let open = running?.open, open.isBreak == isBreak else { return ended }
        return ended + max(0, Int(open.start.duration(to: now).components.seconds))
    }

    /// Files shifts under the days on which they begin.
    ///
    /// - Parameters:
    ///   - dates: The days that are wanted.
    ///   - marks: The person's punches as marks, in order, from before the first day to after the last.
    ///   - corrections: The accepted times of days, which count in place of their punches.
    ///   - waiting: The days whose correction waits for an approver.
    ///   - imported: The imported days that nobody had corrected in the other system.
    ///   - zone: The zone of the person's place, for days without a time.
    ///   - starts: When days begin at the person's place.
    ///   - now: The present time.
    /// - Returns: The days, in order.
    /// - Complexity: O(*m* + *d*) for *m* marks and *d* days.
    public static func days(
        _ dates: Range<CalendarDate>, of marks: [WorkMark], corrections: [CalendarDate: [WorkMark]] = [:],
        waiting: Set<CalendarDate> = [], imported: Set<CalendarDate> = [], in zone: Zone,
        starting starts: DayStarts = .standard, now: Timestamp
    ) -> [WorkDay] {
        let shifts = WorkShift.shifts(of: marks)
        let punched = Dictionary(grouping: shifts, by: \.date)
        return (dates.lowerBound.daysSinceEpoch..<dates.upperBound.daysSinceEpoch).map { number in
            let date = CalendarDate(daysSinceEpoch: number)
            let own = punched[date] ?? []
            let counting = corrections[date].map(WorkShift.shifts) ?? own
            return WorkDay(
                date: date, zone: (counting.first ?? own.first)?.zone ?? zone,
                starts: (counting.first ?? own.first)?.dayStarts ?? starts, shifts: counting,
                punched: own,
                isCorrected: corrections[date] != nil && !imported.contains(date),
                isWaiting: waiting.contains(date), now: now,
                isLast: corrections[date] == nil && !own.isEmpty && own.last == shifts.last)
        }
    }

    /// The day for which a time counts, where days begin at hours of the wall clock.
    public static func date(
        at time: Timestamp, in zone: Zone, starting starts: DayStarts = .standard
    ) -> CalendarDate {
        let (date, minute) = zone.dateAndMinute(at: time)
        return minute < starts.hour(on: date) * 60 ? date.advanced(byDays: -1) : date
    }
}

extension WorkDay {
    /// Makes a day of a closed month, in which nothing goes on; zones are not asked, because their rules may have changed since.
    ///
    /// - Parameters:
    ///   - date: The date on which the day begins.
    ///   - zone: The zone of its place.
    ///   - span: The first instant of the day, and that of the next.
    ///   - marks: The times that count.
    ///   - punched: The times as they were punched; `nil` when they are those that count.
    public init(
        closed date: CalendarDate, in zone: Zone, _ span: Range<Timestamp>, marks: [WorkMark],
        punched: [WorkMark]?
    ) {
        let counting = WorkShift.shifts(of: marks)
        self.init(
            date: date, zone: zone, starts: .standard, shifts: counting,
            punched: punched.map(WorkShift.shifts) ?? counting, isCorrected: punched != nil,
            isWaiting: false, now: span.upperBound, isLast: false, keptSpan: span)
    }
}
