/// A policy in the units in which decisions are made.
package struct EvaluationRules: Hashable, Sendable {
    /// How many consecutive fixes decide; 1 or more.
    package let fixes: Int
    /// How many sigmas of a fix must lie inside for one to be enough.
    package let sigmas: Double
    /// How far outside a fix must lie to count towards leaving, in metres.
    package let cushion: Double
    /// The fastest that a device is believed to move, in metres a second.
    package let maximumSpeed: Double
    /// The silence that ends a beacon condition, in microseconds.
    package let exitAfter: Int64
    /// How far a source may fall behind, in microseconds.
    package let goneAfter: Int64
    /// The weakest signal that counts, in dBm; the lowest of all when every one does.
    package let weakestSignal: Int8

    /// Takes the rules from a policy.
    package init(_ policy: ConditionPolicy) {
        fixes = max(1, policy.fixes)
        sigmas = policy.sigmas
        cushion = policy.cushion
        maximumSpeed = policy.maximumSpeed
        exitAfter = policy.exitAfter.wholeMicroseconds
        goneAfter = policy.goneAfter.wholeMicroseconds
        weakestSignal = policy.weakestSignal ?? .min
    }

    /// Whether a fix is taken at its word: no cushion, no sigmas, no jumps.
    package var areRaw: Bool { fixes == 1 }
}
