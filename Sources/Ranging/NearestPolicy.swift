/// How certain the machine must be that another beacon is nearest.
public struct NearestPolicy: Hashable, Sendable {
    /// The lead in dB at which one beacon is chosen over another without a question; above 0.
    ///
    /// Below this lead, the two count as equally near. With an exponent of 2, 3 dB is a distance ratio of 1.4
    /// to 1.
    public var margin = 3.0
    /// The lead in dB at which another beacon takes over, or a question is settled; at least the margin.
    ///
    /// 6 dB is a distance ratio of 2 to 1. It was tested with a badge at rest among six beacons that are
    /// almost equally near, and with the noise of the worst tenth of recordings. Then the answer changes at
    /// most four times an hour.
    public var takeover = 6.0
    /// How long another beacon must lead without a break before it takes over.
    ///
    /// An answer never changes more often than this, except when its beacon is lost.
    public var hold: Duration = .seconds(3)
    /// How long a beacon may be silent before it counts as lost.
    ///
    /// In a recording of twelve gateways, the longest gap between two advertisements was 8 s.
    public var grace: Duration = .seconds(10)
    /// The time constant of each beacon's filter.
    public var timeConstant: Duration = .seconds(2)

    /// The policy for a person who walks through a building.
    public init() {}
}
