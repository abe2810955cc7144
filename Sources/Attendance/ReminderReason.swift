/// Why a crossing or the time reminded a person or did not; programs and pages use the raw value.
public enum ReminderReason: String, Hashable, Sendable, CaseIterable {
    /// Reminded: no crossing of that kind was known.
    case firstCrossing = "first-crossing"
    /// Reminded: the last crossing of that kind was longer ago than the window.
    case windowPassed = "window-passed"
    /// Reminded: the person has not punched what the crossing proposes.
    case punchExpected = "punch-expected"
    /// Reminded: the person left in a break or soon after another reminder, and has not come back.
    case stayedAway = "stayed-away"
    /// Reminded: the person was still clocked in when their working hours had ended some time before.
    case hoursEnded = "hours-ended"
    /// Reminded: the person had been clocked in for longer than a day's work.
    case longStretch = "long-stretch"
    /// Not reminded: the last crossing of that kind was within the window.
    case recentCrossing = "recent-crossing"
    /// Not reminded, or not yet: the last reminder of that kind was within the window.
    case recentReminder = "recent-reminder"
    /// Not reminded yet: the person left in their break.
    case onBreak = "on-break"
    /// Not reminded: the person does not work on this day.
    case dayOff = "day-off"
    /// Not reminded: the person was reminded as often as they may be on one day.
    case dailyLimit = "daily-limit"
    /// Not reminded: a later crossing was known when the report arrived.
    case outOfOrder = "out-of-order"
    /// Not reminded: the report arrived more than a day after the crossing.
    case late
    /// Not reminded: the person could not make the punch, because they were already clocked in or not clocked in, or
    /// they have made a punch since the crossing.
    case nothingToPunch = "nothing-to-punch"

    /// Not reminded: the arrival was recorded automatically.
    case recorded
    /// Not reminded: the departure is recorded automatically when the day changes, unless the person comes back.
    case provisional

    /// Not decided: the person has left, and may be back before the departure counts.
    case waiting
    /// Not reminded: the person came back before the departure counted.
    case cameBack = "came-back"

    /// Whether a reminder was shown.
    public var reminds: Bool {
        switch self {
        case .firstCrossing, .windowPassed, .punchExpected, .stayedAway, .hoursEnded, .longStretch: true
        case .recentCrossing, .recentReminder, .onBreak, .dayOff, .dailyLimit, .outOfOrder, .late,
            .nothingToPunch, .recorded, .provisional, .waiting, .cameBack:
            false
        }
    }

    /// Whether the report came in its time and in order.
    var isOfItsTime: Bool { self != .late && self != .outOfOrder }

    /// Replaces a reminder of a punch that the person cannot make, or that a later punch has answered.
    ///
    /// - Parameters:
    ///   - crossing: The crossing, which proposes a punch.
    ///   - last: The person's last punch; `nil` before the first.
    /// - Returns: ``nothingToPunch`` instead of a reason that would remind of such a punch; any other reason
    ///   stays.
    public func onCrossing(_ crossing: Crossing, after last: Punch?) -> ReminderReason {
        guard reminds else { return self }
        let isPossible = crossing.kind.proposal == PunchStateMachine(after: last).state.next
        let isAnswered = last.map { $0.time > crossing.observedAt } ?? false
        return isPossible && !isAnswered ? self : .nothingToPunch
    }
}
