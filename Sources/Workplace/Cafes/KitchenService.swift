public import Essentials
public import Kitchen
public import Ordering

/// Shows the tickets of a kitchen and changes them together with their orders.
public struct KitchenService: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let noticeSet: @Sendable () -> Void
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the tickets.
    ///   - campuses: The cafés and their clocks.
    ///   - noticeSet: Called after a change that set the time of a notice, so that the timer checks again.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, noticeSet: @escaping @Sendable () -> Void,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.noticeSet = noticeSet
        self.now = now
    }

    /// A café's open tickets in order of release, and the number of orders that wait for their people.
    ///
    /// A ticket that was cancelled today is among them until each of its stations has acknowledged it.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func openTickets(of cafe: CafeID, for principal: Principal) async throws -> Snapshot<KitchenQueue>
    {
        let found = try check(principal.mayWorkKitchen(of: cafe), cafe)
        let time = now()
        let day = campuses.openingStatus(of: found, at: time).serviceDay
        return try await snapshot { reading in
            // A ready ticket of an earlier day needs no work. A ticket that nobody has made stays until somebody makes or
            // rejects it.
            let open = try reading.openTickets(of: cafe).filter {
                $0.stage != .ready || $0.isOfPresent(at: time, today: day.date)
            }
            let tickets = try open + reading.ticketsToAcknowledge(of: cafe, day: day.date)
            return KitchenQueue(
                tickets: tickets.sorted {
                    ($0.releasedAt, $0.order.rawValue) < ($1.releasedAt, $1.order.rawValue)
                },
                coming: try reading.waitingOrderCount(of: cafe), day: day)
        }
    }

    /// A café's orders that wait for their people, oldest first.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func comingOrders(of cafe: CafeID, for principal: Principal) async throws -> [ComingOrder] {
        try check(principal.mayWorkKitchen(of: cafe), cafe)
        return try await store.read { reading in
            try reading.waitingOrders(of: cafe).compactMap { id in
                guard let order = try reading.order(id), let wait = try reading.wait(of: id) else {
                    return nil
                }
                return ComingOrder(
                    id: id, number: order.number, placedAt: order.placedAt, until: wait.until,
                    lines: order.basket.lines.map(TicketLine.init))
            }
        }
    }

    /// The tickets that a café handed over on its present service day, the latest first.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func collectedTickets(
        of cafe: CafeID, for principal: Principal, limit: Int
    ) async throws -> Snapshot<[Ticket]> {
        let found = try check(principal.mayWorkKitchen(of: cafe), cafe)
        let day = campuses.openingStatus(of: found, at: now()).serviceDay.date
        return try await snapshot { try $0.collectedTickets(of: cafe, day: day, limit: limit) }
    }

    /// A café's status board: numbers and states only.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func board(of cafe: CafeID, for principal: Principal) async throws -> Snapshot<Board> {
        let found = try check(principal.maySeeBoard(of: cafe), cafe)
        let time = now()
        let day = campuses.openingStatus(of: found, at: time).serviceDay
        return try await snapshot { reading in
            let tickets = try reading.openTickets(of: cafe).filter {
                $0.isOfPresent(at: time, today: day.date)
            }
            return Board(
                entries: tickets.compactMap { BoardEntry($0, at: time) },
                dayOver: Ticket.nextLeaving(of: day, at: time))
        }
    }

    /// Finds a ticket.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownTicket(_:)``, ``WorkplaceRefusal/forbidden``.
    public func ticket(_ id: TicketID, for principal: Principal) async throws -> Ticket {
        try await store.read { try Self.ticket(id, for: principal, in: $0) }
    }

    /// Applies an input to a ticket, changes its order accordingly and announces both.
    ///
    /// Repeating an input changes nothing and is not an error.
    ///
    /// - Parameters:
    ///   - input: The cook's action.
    ///   - id: The ticket.
    ///   - principal: The person or display that acts.
    ///   - expectedVersion: The version that the cook saw; `nil` accepts any version.
    /// - Returns: The changed ticket.
    /// - Throws: ``WorkplaceRefusal/unknownTicket(_:)``, ``WorkplaceRefusal/forbidden``, ``TicketRefused``.
    public func apply(
        _ input: TicketInput, to id: TicketID, by principal: Principal, expectedVersion: Int?
    ) async throws -> Ticket {
        let time = now()
        let result = try await store.write { transaction in
            let ticket = try Self.ticket(id, for: principal, in: transaction)
            guard !input.isOfExpo || principal.mayPrioritise(at: ticket.cafe) else {
                throw WorkplaceRefusal.forbidden
            }
            if input == .collect, ticket.stage == .ready {
                try requireCode(of: ticket, by: principal, in: transaction)
            }
            let move = TicketMove(
                input: input, actor: principal.actor, expectedVersion: expectedVersion,
                context: try campuses.context(of: ticket, at: time))
            return try move.apply(to: ticket, in: transaction)
        }
        if result.setsNotice { noticeSet() }
        return result.ticket
    }

    /// Refuses to hand over an order without its code at a café that requires codes.
    ///
    /// Guests have no code. Expo and managers may hand over without it.
    private func requireCode(
        of ticket: Ticket, by principal: Principal, in reading: ReadTransaction
    ) throws {
        guard try campuses.inForce().cafe(ticket.cafe)?.handover.requiresCode == true,
            try reading.order(ticket.order)?.diner != .guest
        else { return }
        if case .person = principal, principal.mayPrioritise(at: ticket.cafe) { return }
        throw WorkplaceRefusal.handoverCodeNeeded
    }

    @discardableResult
    private func check(_ isAllowed: Bool, _ id: CafeID) throws(WorkplaceRefusal) -> Cafe {
        guard let cafe = try campuses.inForce().cafe(id) else { throw .unknownCafe(id) }
        guard isAllowed else { throw .forbidden }
        return cafe
    }

    private func snapshot<Content: Sendable>(
        _ content: @escaping @Sendable (ReadTransaction) throws -> Content
    ) async throws -> Snapshot<Content> {
        let time = now()
        return try await store.read { reading in
            Snapshot(asOf: try reading.feedBounds().last, time: time, content: try content(reading))
        }
    }

    private static func ticket(
        _ id: TicketID, for principal: Principal, in reading: ReadTransaction
    ) throws -> Ticket {
        guard let ticket = try reading.ticket(id) else { throw WorkplaceRefusal.unknownTicket(id) }
        guard principal.mayWorkKitchen(of: ticket.cafe) else { throw WorkplaceRefusal.forbidden }
        return ticket
    }
}

/// The open tickets of a kitchen and the number of orders that may follow.
public struct KitchenQueue: Sendable {
    /// The open tickets and those to acknowledge, in order of release.
    public let tickets: [Ticket]
    /// How many orders wait for their people; they have no tickets yet.
    public let coming: Int
    /// The café's present service day; tickets of an earlier day are leftovers.
    public let day: ServiceDay
}

/// An order that waits for its person, as the kitchen sees it: without the person.
public struct ComingOrder: Hashable, Sendable {
    /// The order.
    public let id: OrderID
    /// The short number.
    public let number: OrderNumber
    /// When it was placed.
    public let placedAt: Timestamp
    /// When it expires if its person does not come.
    public let until: Timestamp
    /// The lines to make.
    public let lines: [TicketLine]
}
