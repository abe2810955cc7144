/// A condition that another condition has been satisfied for a duration without a break (LA3).
///
/// The time is that of the observations. Every other state ends the dwell, also `unknown`. A time without
/// observations does not end it: the next observation decides, and the dwell is dated with the moment at
/// which it became long enough.
public struct DwellCondition: Hashable, Sendable {
    /// The condition that must be satisfied.
    public let condition: Condition
    /// For how many microseconds.
    package let microseconds: Int64

    /// For how long the other condition must be satisfied.
    public var duration: Duration { .microseconds(microseconds) }

    /// The maximum duration: a leap year.
    public static let longestDuration = Duration.seconds(366 * 86_400)

    /// Makes a dwell condition; fractions of a microsecond are cut off.
    ///
    /// - Throws: ``ConditionError/dwellOutOfRange`` for less than a microsecond or more than
    ///   ``longestDuration``; ``ConditionError/tooManyLevels`` when the tree becomes too deep.
    public init(_ condition: Condition, for duration: Duration) throws(ConditionError) {
        guard duration >= .microseconds(1), duration <= Self.longestDuration else { throw .dwellOutOfRange }
        self.condition = try condition.checkedAsPart()
        microseconds = duration.wholeMicroseconds
    }
}
