public import Essentials

/// Work from one clock-in to one clock-out, with its breaks.
///
/// A shift never invents a time. Without its clock-out it lacks that punch, and the stretch that nothing ends counts
/// nothing.
public struct WorkShift: Hashable, Sendable {
    /// A stretch of work or a break that has an end.
    public struct Stretch: Hashable, Sendable {
        /// Whether it is a break.
        public let isBreak: Bool
        /// The first instant.
        public let start: Timestamp
        /// The first instant after it.
        public let end: Timestamp
        /// The elapsed time, between the whole seconds of the start and the end.
        public let seconds: Int
    }

    /// A punch that a shift lacks.
    public enum Missing: String, Hashable, Sendable {
        /// The clock-in is missing.
        case `in`
        /// The clock-out is missing.
        case out
    }

    /// From this length on a shift is an exception that the person is asked to check.
    public static let long: Duration = .seconds(16 * 3_600)
    /// A shift is never longer; a later punch begins another shift, so that a forgotten punch makes no day of forty hours.
    public static let longest: Duration = .seconds(24 * 3_600)

    /// A clock-in after a longer break begins another shift: the person went home without clocking out.
    public static let longestBreak: Duration = .seconds(8 * 3_600)

    /// The times of the shift, in order; never empty.
    public let marks: [WorkMark]

    /// When the shift begins; the clock-out when the clock-in is missing.
    public var start: Timestamp { marks[0].time }
    /// The zone of the place where it begins.
    public var zone: Zone { marks[0].zone }
    /// When days begin there.
    public var dayStarts: DayStarts { marks[0].dayStarts }
    /// The day on which it begins.
    public var date: CalendarDate { WorkDay.date(at: start, in: zone, starting: dayStarts) }
    /// Whether its clock-out is known.
    public var isEnded: Bool { marks[marks.count - 1].kind == .out }
    /// The stretch that nothing has ended yet: when it began, and whether it is a break; `nil` when the shift is ended.
    public var open: (start: Timestamp, isBreak: Bool)? {
        let last = marks[marks.count - 1]
        return isEnded ? nil : (last.time, last.kind == .break)
    }

    /// The work and the breaks that have an end, in order.
    public var stretches: [Stretch] {
        zip(marks, marks.dropFirst()).map { first, second in
            Stretch(
                isBreak: first.kind == .break, start: first.time, end: second.time,
                seconds: Int(second.second - first.second))
        }
    }

    /// Whether the shift, up to an instant if it goes on, is so long that a punch may be wrong.
    public func isLong(at now: Timestamp) -> Bool {
        let end = isEnded ? marks[marks.count - 1].time : now
        return start.duration(to: end) > Self.long
    }

    /// Whether it may still go on: nothing has ended it, and it is not longer than a shift can be.
    public func isRunning(at now: Timestamp) -> Bool {
        !isEnded && start.duration(to: now) <= Self.longest
    }

    /// Groups times into shifts.
    ///
    /// A clock-in on top of another begins a shift, and the earlier one lacks its clock-out. A clock-out without a
    /// clock-in is a shift that lacks its clock-in.
    ///
    /// - Parameter marks: The times of a person, in order.
    /// - Returns: The shifts, in order; each mark is in one of them, unless it repeats the one before.
    public static func shifts(of marks: [WorkMark]) -> [WorkShift] {
        var shifts: [WorkShift] = []
        var current: [WorkMark] = []
        func close() {
            if !current.isEmpty { shifts.append(WorkShift(marks: current)) }
            current = []
        }
        for mark in marks {
            if let first = current.first, first.time.duration(to: mark.time) > longest { close() }
            switch (mark.kind, current.last?.kind) {
            case (.in, .in?): close()
            case (.break, .break?): continue
            case (.in, .break?):
                if let last = current.last, last.time.duration(to: mark.time) > longestBreak { close() }
            default: break
            }
            current.append(mark)
            if mark.kind == .out { close() }
        }
        close()
        return shifts
    }

    /// Finds the punch that is missing for good.
    ///
    /// - Parameter isRunning: Whether the shift goes on.
    /// - Returns: The punch; `nil` for a whole shift, and for one that runs.
    func missing(isRunning: Bool) -> Missing? {
        if marks[0].kind != .in { return .in }
        return isEnded || isRunning ? nil : .out
    }
}
