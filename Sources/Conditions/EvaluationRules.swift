/// A policy in the units of the evaluation.
package struct EvaluationRules: Hashable, Sendable {
    /// How many consecutive fixes decide; 1 or more.
    package let fixes: Int
    /// How many sigmas of a fix must be inside for a single fix to be enough.
    package let sigmas: Double
    /// How far outside a fix must be to count towards leaving, in metres.
    package let cushion: Double
    /// The maximum plausible speed of a device, in metres per second.
    package let maximumSpeed: Double
    /// The silence that ends a beacon condition, in microseconds.
    package let exitAfter: Int64
    /// How far a source may fall behind before it counts as gone, in microseconds.
    package let goneAfter: Int64
    /// The weakest signal that counts as heard, in dBm; the lowest possible value if every signal counts.
    package let weakestSignal: Int8

    /// Makes the rules from a policy.
    package init(_ policy: ConditionPolicy) {
        fixes = max(1, policy.fixes)
        sigmas = policy.sigmas
        cushion = policy.cushion
        maximumSpeed = policy.maximumSpeed
        exitAfter = policy.exitAfter.wholeMicroseconds
        goneAfter = policy.goneAfter.wholeMicroseconds
        weakestSignal = policy.weakestSignal ?? .min
    }

    /// Whether every fix is treated as exact: no cushion, no sigmas, no jumps.
    package var areRaw: Bool { fixes == 1 }
}
