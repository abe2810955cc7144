public import Essentials
public import Ordering

/// The kitchen's side of an order: the lines to make, the time of release, and the progress.
public struct Ticket: Hashable, Sendable {
    /// The order that it belongs to.
    public let order: OrderID
    /// The short number that is called out.
    public let number: OrderNumber
    /// The café.
    public let cafe: CafeID
    /// The lines to make; a line has the same index as the order's line.
    public let lines: [TicketLine]
    /// When it takes its place in the line, unless a cook pulls it forward.
    ///
    /// For an order that is to be handed over later, this is after the order was placed.
    public let entersLineAt: Timestamp
    /// How the order reached the kitchen.
    public let kind: OrderKind
    /// When the order is handed over; `nil` where the café has no pickup windows.
    public let pickup: OrderPickup?
    /// The name to call, if the guest gave one within the last day.
    public let callName: String?
    /// The progress.
    public private(set) var progress: TicketStateMachine

    /// The identifier, which is the order's identifier: each order has one ticket.
    public var id: TicketID { TicketID(of: order) }
    /// When it takes its place in the line, or took it; age and place in the queue count from here.
    public var releasedAt: Timestamp { progress.pulledAt ?? entersLineAt }
    /// The stage of the ticket.
    public var stage: TicketStage { progress.stage }
    /// How many changes the ticket has seen.
    public var version: Int { progress.version }
    /// The date of the café's service day that it belongs to.
    public var serviceDay: CalendarDate { progress.serviceDay }

    /// Makes a ticket at any stage, for example from stored rows.
    ///
    /// - Parameters:
    ///   - order: The order that it belongs to.
    ///   - number: The short number.
    ///   - cafe: The café.
    ///   - lines: The lines to make.
    ///   - entersLineAt: When it takes its place in the line, unless a cook pulls it forward.
    ///   - kind: How the order reached the kitchen.
    ///   - pickup: When the order is handed over, where the café has pickup windows.
    ///   - callName: The name to call, if the guest gave one.
    ///   - progress: The progress, with one mark for each line. The result is `nil` when there are more or
    ///     fewer marks than lines.
    public init?(
        order: OrderID, number: OrderNumber, cafe: CafeID, lines: [TicketLine], entersLineAt: Timestamp,
        kind: OrderKind = .soonest, pickup: OrderPickup? = nil, callName: String? = nil,
        progress: TicketStateMachine
    ) {
        guard progress.marks.count == lines.count else { return nil }
        self.order = order
        self.number = number
        self.cafe = cafe
        self.lines = lines
        self.entersLineAt = entersLineAt
        self.kind = kind
        self.pickup = pickup
        self.callName = callName
        self.progress = progress
    }

    /// Releases an order to the kitchen.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - time: When it is released. It takes its place in the line then, or later if the order is for later; the time that an order
    ///     waited for its payment does not count.
    ///   - kind: How it reached the kitchen; by default as it was placed.
    ///   - callName: The name to call, if the guest gave one.
    public init(
        releasing order: Order, at time: Timestamp, as kind: OrderKind? = nil, callName: String? = nil
    ) {
        self.order = order.id
        number = order.number
        cafe = order.cafe
        lines = order.basket.lines.map(TicketLine.init)
        entersLineAt = max(order.pickup?.entersLineAt ?? time, time)
        self.kind = kind ?? order.kind
        pickup = order.pickup
        self.callName = callName
        progress = TicketStateMachine(lineCount: order.basket.lines.count, serviceDay: order.serviceDay)
    }

    /// How long the tickets of a service day that has ended still count as the present ones.
    public static let timeAfterServiceDay = Duration.seconds(2 * 3_600)

    /// Whether its number may be called: of an earlier service day, only while it is fresh.
    ///
    /// The numbers of a service day begin again, so an old one would be mistaken for a new one.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - today: The date of the café's present service day.
    /// - Returns: Whether the number is of the present service day, or entered the line within the last two hours.
    public func isOfPresent(at now: Timestamp, today: CalendarDate) -> Bool {
        serviceDay >= today || now < releasedAt.advanced(by: Self.timeAfterServiceDay)
    }

    /// When the last numbers of a service day that is over do not count any more.
    ///
    /// - Parameters:
    ///   - day: The café's present service day.
    ///   - now: The present time.
    /// - Returns: Two hours after the day began, or after its end.
    public static func nextLeaving(of day: ServiceDay, at now: Timestamp) -> Timestamp {
        let ofYesterday = day.start.advanced(by: timeAfterServiceDay)
        return now < ofYesterday ? ofYesterday : day.end.advanced(by: timeAfterServiceDay)
    }

    /// Whether it stands in the list of later tickets: it has no place in the line yet, and no cook has begun.
    public func isLater(at now: Timestamp) -> Bool { stage == .waiting && now < releasedAt }

    /// When a cook begins each line, so that all lines are ready together.
    ///
    /// The line that takes longest begins when the ticket enters the line. What is late begins at once.
    ///
    /// - Complexity: O(*n*) in the number of lines.
    public var lineStarts: [Timestamp] {
        let longest = lines.map(\.prepMinutes).max() ?? 0
        return lines.map { releasedAt.advanced(by: .seconds(60 * (longest - $0.prepMinutes))) }
    }

    /// Applies an input to the ticket.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - expectedVersion: The version that the sender of the input has seen.
    ///   - context: The time, service day and undo window.
    /// - Returns: The consequences for the order and for the notice timer.
    /// - Throws: ``TicketRefusal`` as ``TicketStateMachine/apply(_:expectedVersion:in:)`` does.
    public mutating func apply(
        _ input: TicketInput, expectedVersion: Int, in context: TicketContext
    ) throws(TicketRefusal) -> TicketAction {
        try progress.apply(input, expectedVersion: expectedVersion, in: context)
    }
}

extension TicketID {
    /// Names the ticket of an order.
    public init(of order: OrderID) { self.init(sameAs: order) }
}
