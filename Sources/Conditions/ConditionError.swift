/// Why a condition cannot exist.
public enum ConditionError: Error, Equatable, Sendable {
    /// The radius is not finite, not positive, or above half the equator.
    case radiusOutOfRange
    /// The time that a condition must be satisfied is less than a microsecond or more than a leap year.
    case dwellOutOfRange
    /// There are no parts to put together.
    case noParts
    /// The tree of conditions has more than ``Condition/mostLevels`` levels.
    case tooManyLevels
    /// The tree of conditions has more than ``Condition/mostLeaves`` leaves.
    case tooManyLeaves
    /// There are no windows.
    case noWindows
    /// There are more than ``TimeWindowCondition/mostWindows`` windows.
    case tooManyWindows
    /// A window has no time in it.
    case emptyWindow
    /// A window has no beginning or no end.
    case endlessWindow
    /// A window begins before the one before it has ended.
    case windowsOutOfOrder
}
