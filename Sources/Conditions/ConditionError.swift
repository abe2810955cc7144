/// Why a condition cannot exist.
public enum ConditionError: Error, Equatable, Sendable {
    /// The radius is not finite, not positive, or above half the equator.
    case radiusOutOfRange
    /// The duration of a dwell condition is less than a microsecond or more than a leap year.
    case dwellOutOfRange
    /// There are no parts to combine.
    case noParts
    /// The tree of conditions has more than ``Condition/mostLevels`` levels.
    case tooManyLevels
    /// The tree of conditions has more than ``Condition/mostLeaves`` leaves.
    case tooManyLeaves
    /// There are no windows.
    case noWindows
    /// There are more than ``TimeWindowCondition/mostWindows`` windows.
    case tooManyWindows
    /// A window is empty.
    case emptyWindow
    /// A window has no lower or no upper bound.
    case endlessWindow
    /// A window begins before the previous one has ended.
    case windowsOutOfOrder
}
