import Machine

/// Decides when a registered program that is missing has gone for good.
///
/// A package upgrade, or a build, removes an executable for a moment. It has no clock: times come in.
struct MissingPrograms {
    /// How long a program may be missing; its registration is dropped then.
    static let patience = Duration.seconds(24 * 60 * 60)

    private var since: [BackgroundPrograms.Entry: ContinuousClock.Instant] = [:]

    /// Takes the registrations whose programs are missing now; all others count as there.
    ///
    /// - Returns: Those whose programs have gone for good.
    mutating func look(
        _ missing: Set<BackgroundPrograms.Entry>, at now: ContinuousClock.Instant
    ) -> Set<BackgroundPrograms.Entry> {
        since = since.filter { missing.contains($0.key) }
        for entry in missing where since[entry] == nil { since[entry] = now }
        return Set(since.filter { $0.value.duration(to: now) >= Self.patience }.keys)
    }
}
