/// The lifetimes of grants that end by themselves; Core Location documents none of these values.
public struct AuthorizationPolicy: Hashable, Sendable {
    /// How long "once" lasts after the program was last in use (L92).
    public var onceOutlivesUse: Duration = .seconds(60)
    /// How long a temporary full accuracy lasts after the program was last in use (L97).
    public var accuracyOutlivesUse: Duration = .seconds(60)
    /// How long after a provisional grant the person is asked to confirm it, at the next use (L93).
    public var confirmationAfter: Duration = .seconds(86_400)
    /// How long sessions of the previous run count as held (L106).
    public var sessionsOutliveProgram: Duration = .seconds(5)

    /// The policy for a program that runs on a person's own device.
    public init() {}
}
