/// How ranging reports, and how it smooths strengths.
public struct RangingPolicy: Hashable, Sendable {
    /// How often it reports while it runs (LD8); `nil` for changes alone.
    public var beat: Duration? = .seconds(1)
    /// Whether a change of proximity is reported at once, rather than with the next beat (L125).
    public var reportsChangesAtOnce = true
    /// How long the past of a signal counts.
    public var timeConstant: Duration = .seconds(2)
    /// How long a beacon may be silent before nothing is known of its distance; short losses are common (L137).
    public var unknownAfter: Duration = .seconds(5)
    /// How long it may be silent before it is no longer received (L127).
    public var goneAfter: Duration = .seconds(10)
    /// How a signal fades with distance.
    public var pathLoss = PathLoss.indoors
    /// Where one step of proximity ends and the next begins.
    public var thresholds = ProximityThresholds.common

    /// The policy of a person who walks through a building.
    public init() {}
}
