/// How certain a condition must be before its state changes; each condition has its own policy (LA4).
public struct ConditionPolicy: Hashable, Sendable {
    /// How many consecutive fixes decide a circle (LD13): 2, or 1 for the raw rule of test benches and
    /// simulators.
    ///
    /// The raw rule treats every fix as exact, and ignores ``sigmas``, ``cushion`` and ``maximumSpeed``.
    public var fixes = 2
    /// How many sigmas of a fix must be inside for a single fix to be enough (LD13).
    public var sigmas = 1.0
    /// How far past the boundary a fix must be to count towards leaving, in metres (L56, L59).
    ///
    /// For a circle, the radius is the maximum.
    public var cushion = 20.0
    /// The maximum plausible speed of a device, in metres per second (LD13).
    public var maximumSpeed = 100.0
    /// The weakest signal that counts as heard, in dBm; with `nil`, every signal counts (LA4).
    ///
    /// An advertisement without a signal strength counts.
    public var weakestSignal: Int8?
    /// How long all of the beacons must be silent before the condition is unsatisfied (LD14).
    public var exitAfter: Duration = .seconds(30)
    /// How far a source may fall behind the newest observation of any source before it counts as gone (LD15).
    ///
    /// A report sets the newest time only if another report of its source comes before or after it within
    /// this time. So a single wrong time in the future does not make other sources count as gone.
    public var goneAfter: Duration = .seconds(120)

    /// The policy that the contract defines.
    public init() {}
}
