public import Observations

/// Time windows; the condition is satisfied while an observation lies in one of them (LA3).
///
/// The windows are instants: a caller that knows time zones and calendars converts rules such as "on weekdays
/// from eight to ten" first. A window includes its lower bound and excludes its upper bound. Only the times
/// of observations count. If a border passes without an observation, the next observation decides, and the
/// transition is dated with the border.
public struct TimeWindowCondition: Hashable, Sendable {
    /// The windows in their order, with time between each two.
    public let windows: [Range<ObservationTime>]

    /// The maximum number of windows of one condition: nearly three for each day of ten years.
    public static let mostWindows = 10_000

    /// Makes a condition from windows in their order; adjacent windows are merged.
    ///
    /// - Throws: ``ConditionError/noWindows`` and ``ConditionError/tooManyWindows`` for their number;
    ///   ``ConditionError/emptyWindow`` for an empty one; ``ConditionError/endlessWindow`` for a bound at an
    ///   end of the representable time; ``ConditionError/windowsOutOfOrder`` when one begins before the
    ///   previous one has ended.
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
