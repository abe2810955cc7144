/// Why a crossing reminded a person or did not; programs and pages use the raw value.
public enum ReminderReason: String, Hashable, Sendable, CaseIterable {
    /// Reminded: no crossing of that kind was known.
    case firstCrossing = "first-crossing"
    /// Reminded: the last crossing of that kind was longer ago than the window.
    case windowPassed = "window-passed"
    /// Not reminded: the last crossing of that kind was within the window.
    case recentCrossing = "recent-crossing"
    /// Not reminded: a later crossing was known when the report arrived.
    case outOfOrder = "out-of-order"
    /// Not reminded: the report arrived more than a day after the crossing.
    case late
    /// Not reminded: the person could not make the punch, because they were already clocked in, or not
    /// clocked in.
    case nothingToPunch = "nothing-to-punch"

    /// Whether a reminder was shown.
    public var reminds: Bool {
        switch self {
        case .firstCrossing, .windowPassed: true
        case .recentCrossing, .outOfOrder, .late, .nothingToPunch: false
        }
    }

    /// Replaces a reminder of a punch that the person cannot make.
    ///
    /// - Parameters:
    ///   - proposal: The punch that the crossing proposes.
    ///   - state: Whether the person is at work.
    /// - Returns: ``nothingToPunch`` instead of a reason that would remind of such a punch; any other reason
    ///   stays.
    public func forProposal(_ proposal: PunchKind, in state: PunchStateMachine.State) -> ReminderReason {
        reminds && proposal != state.next ? .nothingToPunch : self
    }
}
