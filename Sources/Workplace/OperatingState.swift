public import Essentials

/// What an operator watches of an installation, at an instant.
///
/// It counts; it names no person, no order and no device.
public struct OperatingState: Sendable {
    /// The instant.
    public let time: Timestamp
    /// How many entries of the feed are durable and not delivered to their followers yet.
    public let undeliveredEntries: Int64
    /// Since when the first of them is durable; `nil` when all are delivered.
    public let undeliveredSince: Timestamp?
    /// What waits to be sent.
    public let outboxes: [OutboxState]
    /// How many jobs wait for printers.
    public let waitingPrints: Int
    /// How many tickets of a café some station has not seen in time.
    public let unseenTickets: [(cafe: CafeID, count: Int)]
    /// How many gateways are in each state; empty before the first import.
    public let gateways: [GatewayState: Int]
    /// How long work of each timer has been due.
    public let lateness: [(timer: String, time: Duration)]
}

extension WorkplaceServices {
    /// Reads what an operator watches.
    ///
    /// - Returns: The state at one instant.
    /// - Throws: The store's own error.
    /// - Complexity: O(*n*) in the number of waiting deliveries and of open tickets.
    public func operatingState() async throws -> OperatingState {
        let time = now()
        let delivered = hub.lastPublished
        let (lag, outboxes, prints, tickets) = try await store.read { reading in
            (
                try reading.feedLag(after: delivered), try reading.outboxStates(),
                try reading.openPrintCount(), try reading.unseenTicketCounts(at: time)
            )
        }
        let keys = try await gateways.keys()
        var states: [GatewayState: Int] = [:]
        // Gateways report to the node that evaluates presence.
        if store.duty != .other, (try? campuses.inForce()) != nil {
            for state in GatewayState.allCases { states[state] = 0 }
            for status in try await presence.statuses(keys: keys) { states[status.state, default: 0] += 1 }
        }
        return OperatingState(
            time: time, undeliveredEntries: max(lag.last - delivered, 0), undeliveredSince: lag.since,
            outboxes: outboxes, waitingPrints: prints, unseenTickets: tickets, gateways: states,
            lateness: timers.map { ($0, $1.lateness(at: time)) })
    }

    /// The timers by their names.
    private var timers: [(name: String, timer: DueTimer)] {
        [
            ("readiness", readiness), ("waits", waits), ("handovers", handovers), ("holds", holds),
            ("payments", paymentsDue), ("sold-out", soldOutMarks), ("sightings", sightings),
            ("pace", paceEnds), ("departures", departures),
        ]
    }
}
