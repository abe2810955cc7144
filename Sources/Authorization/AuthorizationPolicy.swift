/// How long things last that the system, rather than the person, ends; Core Location documents none of these figures.
public struct AuthorizationPolicy: Hashable, Sendable {
    /// How long "once" lasts after the program was last in use (L92).
    public var onceOutlivesUse: Duration = .seconds(60)
    /// How long a temporary full accuracy lasts after the program was last in use (L97).
    public var accuracyOutlivesUse: Duration = .seconds(60)
    /// How long after a provisional permission the person is asked to confirm it, when next in use (L93).
    public var confirmationAfter: Duration = .seconds(86_400)
    /// How long sessions of the run before count as held (L106).
    public var sessionsOutliveProgram: Duration = .seconds(5)

    /// The policy of a program that a person holds in the hand.
    public init() {}
}
