/// How ranging reports, and how it smooths signal strengths.
public struct RangingPolicy: Hashable, Sendable {
    /// The interval between reports (LD8); `nil` reports only changes.
    public var beat: Duration? = .seconds(1)
    /// Whether a change of proximity is reported at once instead of with the next beat (L125).
    public var reportsChangesAtOnce = true
    /// The time constant of the filter of signal strengths.
    public var timeConstant: Duration = .seconds(2)
    /// How long a beacon may be silent before its distance becomes unknown; short losses are common (L137).
    public var unknownAfter: Duration = .seconds(5)
    /// How long a beacon may be silent before it is no longer reported (L127).
    public var goneAfter: Duration = .seconds(10)
    /// How a signal fades with distance.
    public var pathLoss = PathLoss.indoors
    /// The distances at which proximity changes from one step to the next.
    public var thresholds = ProximityThresholds.common

    /// The policy for a person who walks through a building.
    public init() {}
}
