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

    /// Whether a reminder was shown.
    public var reminds: Bool {
        switch self {
        case .firstCrossing, .windowPassed: true
        case .recentCrossing, .outOfOrder, .late: false
        }
    }
}
