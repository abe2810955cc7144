public import Essentials

/// How crossings remind one person at one place.
public struct ReminderPolicy: Hashable, Sendable {
    /// The length of the window if nobody has set another.
    public static let standardWindow: Duration = .seconds(2 * 3_600)
    /// The longest window.
    public static let longestWindow: Duration = .seconds(12 * 3_600)
    /// How many times a person is reminded a day if the organisation has set no other number.
    public static let standardLimit = 6
    /// How long before a break a departure counts as one into the break, and how long after it a return is still expected.
    public static let restMargin: Duration = .seconds(15 * 60)

    /// How long after the end of their working hours a person who is still clocked in is asked.
    public static let overtimeTolerance: Duration = .seconds(30 * 60)
    /// How long somebody is clocked in before the question, outside of their working hours or when these are unknown.
    public static let longestStretch: Duration = .seconds(12 * 3_600)

    /// The rule.
    public var mode: ReminderMode
    /// The window of the rule, 0 to 12 hours.
    public var window: Duration
    /// How many times a day of the place's calendar reminds at most; at least one.
    public var dailyLimit: Int
    /// Whether the person is reminded on days on which they do not work.
    public var remindsOnDaysOff: Bool
    /// When the person usually works.
    public var pattern: WorkPattern
    /// The zone of the place.
    public var zone: Zone
    /// Whether the place records the person's arrivals and departures by itself, so that it asks about none of them.
    public var isAutomatic = false

    /// Makes a policy.
    public init(
        mode: ReminderMode = .ledgerAware, window: Duration = standardWindow, dailyLimit: Int = standardLimit,
        remindsOnDaysOff: Bool = false, pattern: WorkPattern = WorkPattern(), zone: Zone
    ) {
        self.mode = mode
        self.window = window
        self.dailyLimit = dailyLimit
        self.remindsOnDaysOff = remindsOnDaysOff
        self.pattern = pattern
        self.zone = zone
    }

    /// Decides on a crossing that counts.
    ///
    /// - Parameters:
    ///   - crossing: The crossing.
    ///   - known: What ``DoorStateMachine`` says of it, by the rule of the article.
    ///   - last: The person's last punch; `nil` before the first.
    ///   - shown: The reminders of the last day, of both kinds.
    ///   - time: The present time.
    /// - Returns: A reason, or the time until which a departure is held back.
    public func verdict(
        on crossing: Crossing, _ known: ReminderReason, after last: Punch?, shown: [ShownReminder],
        at time: Timestamp
    ) -> ReminderVerdict {
        // A report that came late or in disorder reminds in no mode.
        guard known.isOfItsTime else { return .decided(known) }
        let kind = crossing.kind.proposal
        if isAutomatic {
            let reason = ReminderReason.punchExpected.onCrossing(crossing, after: last)
            return .decided(reason.reminds ? (kind == .in ? .recorded : .provisional) : reason)
        }
        let reason =
            switch mode {
            case .article: known
            case .lastShown: reason(byLastShownOf: kind, shown, crossing.observedAt)
            case .ledgerAware: ReminderReason.punchExpected.onCrossing(crossing, after: last)
            }
        guard reason.reminds else { return .decided(reason) }
        if let refusal = refusal(of: kind, at: crossing.observedAt, shown) { return .decided(refusal) }
        guard mode == .ledgerAware else { return .decided(reason) }
        switch kind {
        case .in:
            let isRecent = self.reason(byLastShownOf: .in, shown, crossing.observedAt) == .recentReminder
            return .decided(isRecent ? .recentReminder : reason)
        case .out:
            guard let hold = hold(of: crossing.observedAt, shown), time < hold.until else {
                return .decided(reason)
            }
            return .held(hold)
        }
    }

    /// Decides on a departure that was held back, when the time is over and the person has not come back.
    ///
    /// - Returns: The reason.
    public func reason(
        afterHolding departure: Crossing, last: Punch?, shown: [ShownReminder]
    ) -> ReminderReason {
        let reason = ReminderReason.stayedAway.onCrossing(departure, after: last)
        return reason.reminds ? refusal(of: .out, at: departure.observedAt, shown) ?? reason : reason
    }

    /// Returns when a person who is clocked in is asked to clock out by the time alone.
    ///
    /// Only the rule that knows the punches asks so.
    ///
    /// - Parameter last: The person's last punch; `nil` before the first.
    /// - Returns: The time and the reason; `nil` when nothing is to be asked.
    public func openPunchCheck(after last: Punch?) -> OpenPunchCheck? {
        guard mode == .ledgerAware, let last, last.mark != .out else { return nil }
        guard let work = pattern.work(around: last.time, in: zone), last.time < work.upperBound else {
            return OpenPunchCheck(time: last.time.advanced(by: Self.longestStretch), reason: .longStretch)
        }
        return OpenPunchCheck(
            time: work.upperBound.advanced(by: Self.overtimeTolerance), reason: .hoursEnded)
    }

    /// Decides whether a check of an open punch reminds.
    func reason(for check: OpenPunchCheck, after last: Punch, shown: [ShownReminder], at time: Timestamp)
        -> ReminderReason
    {
        if check.time.duration(to: time) > ReminderStateMachine.lateness { return .late }
        // The day is that of the work, which may have begun before midnight.
        if !remindsOnDaysOff, pattern.isOff(at: last.time, in: zone) { return .dayOff }
        return count(shown, onDayOf: time) < limit(keepsOne: true) ? check.reason : .dailyLimit
    }

    private func reason(
        byLastShownOf kind: PunchKind, _ shown: [ShownReminder], _ time: Timestamp
    ) -> ReminderReason {
        guard let last = Self.last(kind, shown) else { return .firstCrossing }
        return last.duration(to: time) > window ? .windowPassed : .recentReminder
    }

    /// Why a reminder is not shown on this day, or not any more; `nil` when it is.
    private func refusal(of kind: PunchKind, at time: Timestamp, _ shown: [ShownReminder]) -> ReminderReason?
    {
        if !remindsOnDaysOff, pattern.isOff(at: time, in: zone) { return .dayOff }
        return count(shown, onDayOf: time) < limit(keepsOne: kind == .in) ? nil : .dailyLimit
    }

    /// The limit of a day; the last reminder is kept for a departure, because the last departure matters most.
    private func limit(keepsOne: Bool) -> Int {
        mode == .ledgerAware && keepsOne ? max(1, dailyLimit - 1) : dailyLimit
    }

    private func hold(of departure: Timestamp, _ shown: [ShownReminder]) -> ReminderHold? {
        let rest = pattern.rest(around: departure, margin: Self.restMargin, in: zone).map {
            ReminderHold(until: $0.upperBound.advanced(by: Self.restMargin), reason: .onBreak)
        }
        let end = windowEnd(of: departure, shown)
        let recent = end.map { ReminderHold(until: $0, reason: .recentReminder) }
        guard let rest, let recent else { return rest ?? recent }
        return rest.until < recent.until ? recent : rest
    }

    /// The end of the window, but not later than the end of work: who leaves then does not come back.
    private func windowEnd(of departure: Timestamp, _ shown: [ShownReminder]) -> Timestamp? {
        // With the last reminder of the day a departure must look like the last one.
        if count(shown, onDayOf: departure) == dailyLimit - 1 {
            return departure.advanced(by: max(window, Self.standardWindow))
        }
        guard let end = Self.last(.out, shown)?.advanced(by: window) else { return nil }
        guard let work = pattern.work(around: departure, in: zone) else { return end }
        return departure < work.upperBound ? min(end, work.upperBound) : nil
    }

    private func count(_ shown: [ShownReminder], onDayOf time: Timestamp) -> Int {
        let day = zone.date(at: time)
        return shown.count { zone.date(at: $0.time) == day }
    }

    private static func last(_ kind: PunchKind, _ shown: [ShownReminder]) -> Timestamp? {
        shown.lazy.filter { $0.kind == kind }.map(\.time).max()
    }
}

/// A reminder that a person has seen.
public struct ShownReminder: Hashable, Sendable {
    /// The punch that it proposed.
    public let kind: PunchKind
    /// When the person crossed, or, for a departure that was held back, when it was shown.
    public let time: Timestamp

    /// Makes a reminder that was shown.
    public init(_ kind: PunchKind, at time: Timestamp) {
        self.kind = kind
        self.time = time
    }
}

/// What a rule says of a crossing.
public enum ReminderVerdict: Hashable, Sendable {
    /// The reason why it reminds or does not.
    case decided(ReminderReason)
    /// It is a departure that reminds later, unless the person comes back.
    case held(ReminderHold)
}

/// The time until which a departure is held back.
public struct ReminderHold: Hashable, Sendable {
    /// When the person is reminded if they have not come back.
    public let until: Timestamp
    /// ``ReminderReason/onBreak`` or ``ReminderReason/recentReminder``.
    public let reason: ReminderReason
}

/// When a person who is clocked in is asked to clock out by the time alone.
public struct OpenPunchCheck: Hashable, Sendable {
    /// The time.
    public let time: Timestamp
    /// ``ReminderReason/hoursEnded`` or ``ReminderReason/longStretch``.
    public let reason: ReminderReason
}
