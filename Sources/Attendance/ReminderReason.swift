/// Why a crossing reminded somebody, or did not, in words that programs and pages act on.
public enum ReminderReason: String, Hashable, Sendable, CaseIterable {
    /// Reminded: no crossing of that kind was known.
    case firstCrossing = "first-crossing"
    /// Reminded: the last crossing of that kind was longer ago than the window.
    case windowPassed = "window-passed"
    /// Not reminded: the last crossing of that kind was within the window.
    case recentCrossing = "recent-crossing"
    /// Not reminded: a later crossing was known already when the report arrived.
    case outOfOrder = "out-of-order"
    /// Not reminded: the report arrived more than a day after the crossing.
    case late
    /// Not reminded: the person could not make the punch, being clocked in already, or not clocked in.
    case nothingToPunch = "nothing-to-punch"

    /// Whether a reminder was shown.
    public var reminds: Bool {
        switch self {
        case .firstCrossing, .windowPassed: true
        case .recentCrossing, .outOfOrder, .late, .nothingToPunch: false
        }
    }

    /// Withholds a reminder of a punch that the person could not make.
    ///
    /// - Parameters:
    ///   - proposal: The punch that the crossing proposes.
    ///   - state: Where the person stands.
    /// - Returns: ``nothingToPunch`` for a reason that would remind of such a punch, else the reason itself.
    public func forProposal(_ proposal: PunchKind, in state: PunchStateMachine.State) -> ReminderReason {
        reminds && proposal != state.next ? .nothingToPunch : self
    }
}
