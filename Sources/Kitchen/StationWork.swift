public import Essentials
public import Ordering

/// The work that a line of an order makes at a station.
public struct StationWork: Hashable, Sendable {
    /// The station.
    public let station: StationID
    /// How many minutes one takes.
    public let minutes: Int
    /// How many are made.
    public let quantity: Int

    /// Makes work.
    ///
    /// - Parameters:
    ///   - station: The station.
    ///   - minutes: How many minutes one takes.
    ///   - quantity: How many are made.
    public init(station: StationID, minutes: Int, quantity: Int) {
        self.station = station
        self.minutes = minutes
        self.quantity = quantity
    }

    /// The work of a line.
    public init(_ line: OrderLine) {
        self.init(station: line.station, minutes: line.prepMinutes, quantity: line.quantity)
    }

    /// The work of a ticket's line.
    public init(_ line: TicketLine) {
        self.init(station: line.station, minutes: line.prepMinutes, quantity: line.quantity)
    }
}

/// A ticket of the line, as far as it keeps the stations busy.
public struct QueuedTicket: Hashable, Sendable {
    /// The ticket.
    public let id: TicketID
    /// When it took its place in the line.
    public let releasedAt: Timestamp
    /// When a cook began; `nil` while it waits.
    public let startedAt: Timestamp?
    /// Whether it has priority over the others.
    public let isRaised: Bool
    /// The work of the lines that nobody has finished.
    public let work: [StationWork]

    /// Makes a ticket.
    ///
    /// - Parameters:
    ///   - id: The ticket.
    ///   - releasedAt: When it took its place in the line.
    ///   - startedAt: When a cook began; `nil` while it waits.
    ///   - isRaised: Whether it has priority over the others.
    ///   - work: The work of the lines that nobody has finished.
    public init(
        id: TicketID, releasedAt: Timestamp, startedAt: Timestamp?, isRaised: Bool, work: [StationWork]
    ) {
        self.id = id
        self.releasedAt = releasedAt
        self.startedAt = startedAt
        self.isRaised = isRaised
        self.work = work
    }
}
