public import Observations

/// Time windows; the condition is satisfied while an observation lies in one of them (LA3).
///
/// They are instants: a caller that knows zones and calendars expands "on weekdays from eight to ten" before. A window begins
/// with its lower bound and ends before its upper bound. Only the times of observations count: a border that passes with
/// nothing observed is decided by the next observation, and dated with the moment of the border.
public struct TimeWindowCondition: Hashable, Sendable {
    /// The windows in their order, with time between each and the next.
    public let windows: [Range<ObservationTime>]

    /// The most windows of one condition: nearly three for each day of ten years.
    public static let mostWindows = 10_000

    /// Takes windows in their order; those that touch become one.
    ///
    /// - Throws: ``ConditionError/noWindows`` and ``ConditionError/tooManyWindows`` for their number;
    ///   ``ConditionError/emptyWindow`` for one without time in it; ``ConditionError/endlessWindow`` for a bound at the
    ///   end of what can be counted; ``ConditionError/windowsOutOfOrder`` when one begins before the last has ended.
    public init(_ windows: [Range<ObservationTime>]) throws(ConditionError) {
        guard !windows.isEmpty else { throw .noWindows }
        guard windows.count <= Self.mostWindows else { throw .tooManyWindows }
        var joined: [Range<ObservationTime>] = []
        for window in windows {
            guard !window.isEmpty else { throw .emptyWindow }
            guard window.lowerBound.microseconds > .min, window.upperBound.microseconds < .max else {
                throw .endlessWindow
            }
            guard let last = joined.last else {
                joined.append(window)
                continue
            }
            guard last.upperBound <= window.lowerBound else { throw .windowsOutOfOrder }
            if last.upperBound == window.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<window.upperBound
            } else {
                joined.append(window)
            }
        }
        self.windows = joined
    }
}
