/// The ages at which a ticket needs attention and at which it is late.
public struct TicketAges: Hashable, Sendable {
    /// The thresholds of a café that sets none.
    public static let standard = TicketAges(ageing: .seconds(5 * 60), late: .seconds(8 * 60))

    /// The age at which a ticket needs attention.
    public let ageing: Duration
    /// The age at which it is late.
    public let late: Duration

    /// Makes thresholds.
    ///
    /// - Parameters:
    ///   - ageing: The age at which a ticket needs attention, above zero.
    ///   - late: The age at which it is late, above `ageing`.
    public init(ageing: Duration, late: Duration) {
        precondition(.zero < ageing && ageing < late, "a ticket ages before it is late")
        self.ageing = ageing
        self.late = late
    }
}

extension Cafe {
    /// The thresholds for the tickets of a kind.
    public func ticketAges(of kind: OrderKind) -> TicketAges { ticketAges[kind] ?? .standard }
}
