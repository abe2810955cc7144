public import Beacons
public import Conditions
public import Observations
public import Ranging

/// The beacons of one constraint at a moment.
public struct RangingReport: Hashable, Sendable {
    /// A beacon, with the source that heard it.
    public typealias Beacon = RangedBeacon<ObservationSource, ObservationTime>

    /// The constraint.
    public var constraint: BeaconIdentityConstraint
    /// The time, in the time of the observations.
    public var time: ObservationTime
    /// The beacons that are heard, nearest first (L124); empty when none is (L127).
    public var beacons: [Beacon]
    /// The reasons why nothing can be ranged; empty while it can.
    public var diagnostics: ConditionDiagnostics

    /// Makes a report, for example for a test.
    public init(
        of constraint: BeaconIdentityConstraint, at time: ObservationTime, beacons: [Beacon],
        diagnostics: ConditionDiagnostics = []
    ) {
        self.constraint = constraint
        self.time = time
        self.beacons = beacons
        self.diagnostics = diagnostics
    }
}
