/// A condition that must have been satisfied without a break for some time (LA3).
///
/// The time is that of the observations. Whatever is not satisfied ends the stay, `unknown` too; what nobody reported in
/// between does not: the next observation decides, and the stay is complete from the moment at which it was long enough.
public struct DwellCondition: Hashable, Sendable {
    /// What must be satisfied.
    public let condition: Condition
    /// For how many microseconds.
    package let microseconds: Int64

    /// For how long it must be satisfied.
    public var duration: Duration { .microseconds(microseconds) }

    /// The longest time that can be asked for: a leap year.
    public static let longestDuration = Duration.seconds(366 * 86_400)

    /// Asks that a condition be satisfied for some time; finer parts than a microsecond are cut off.
    ///
    /// - Throws: ``ConditionError/dwellOutOfRange`` for less than a microsecond and for more than ``longestDuration``;
    ///   ``ConditionError/tooManyLevels`` when the tree becomes too high.
    public init(_ condition: Condition, for duration: Duration) throws(ConditionError) {
        guard duration >= .microseconds(1), duration <= Self.longestDuration else { throw .dwellOutOfRange }
        self.condition = try condition.checkedAsPart()
        microseconds = duration.wholeMicroseconds
    }
}
