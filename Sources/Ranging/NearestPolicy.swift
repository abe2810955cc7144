/// How sure it must be that another beacon is nearest.
public struct NearestPolicy: Hashable, Sendable {
    /// By how many dB one beacon must be nearer than another to be chosen without a question; above 0.
    ///
    /// Within it the two are equally near. 3 dB is a distance of 1.4 to 1, with an exponent of 2.
    public var margin = 3.0
    /// By how many dB another beacon must lead before it takes over, or settles a question; at least the margin.
    ///
    /// 6 dB is a distance of 2 to 1. A badge that does not move, among six beacons that are almost equally near, then
    /// changes its answer at most four times an hour with as much noise as the worst tenth of recordings has.
    public var takeover = 6.0
    /// How long another beacon must lead without a break before it takes over; an answer never changes more often, except
    /// when its beacon is lost.
    public var hold: Duration = .seconds(3)
    /// How long a beacon may be silent before it counts as lost.
    ///
    /// In a recording of twelve gateways no gap between two advertisements was longer than 8 s.
    public var grace: Duration = .seconds(10)
    /// The time constant of the filter of each beacon.
    public var timeConstant: Duration = .seconds(2)

    /// The policy for a person who walks through a building.
    public init() {}
}
