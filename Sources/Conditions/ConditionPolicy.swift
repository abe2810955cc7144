/// How sure a condition must be before it changes; chosen for each condition (LA4).
public struct ConditionPolicy: Hashable, Sendable {
    /// How many consecutive fixes decide a circle (LD13): 2, or 1 for the raw rule of benches and simulators.
    ///
    /// The raw rule takes every fix at its word: ``sigmas``, ``cushion`` and ``maximumSpeed`` count for nothing then.
    public var fixes = 2
    /// How many sigmas of a fix must lie inside for one fix to be enough (LD13).
    public var sigmas = 1.0
    /// How far past the boundary a fix must lie to count towards leaving, in metres (L56, L59).
    ///
    /// For a circle it is at most the radius.
    public var cushion = 20.0
    /// The fastest that a device is believed to move, in metres a second (LD13).
    public var maximumSpeed = 100.0
    /// The weakest signal of a beacon that counts, in dBm; `nil` counts every one (LA4).
    ///
    /// An advertisement without a signal strength counts.
    public var weakestSignal: Int8?
    /// How long none of the beacons may be heard before the condition is unsatisfied (LD14).
    public var exitAfter: Duration = .seconds(30)
    /// How far a source may fall behind the newest observation of any source before it counts as gone (LD15).
    ///
    /// A report counts as the newest when it follows another of its source within this time, or is followed by one: a
    /// single wrong time ahead makes no source gone.
    public var goneAfter: Duration = .seconds(120)

    /// The policy that the contract names.
    public init() {}
}
