public import Essentials
import Kitchen
import Ordering

/// A ticket that some of its stations have not seen in time.
public struct UnseenTicket: Hashable, Sendable {
    /// The ticket.
    public let id: TicketID
    /// The stations.
    public let stations: [StationID]
    /// Whether nobody was alerted about it yet.
    let isNew: Bool
}

// Which stations have seen which tickets (C83).
extension KitchenService {
    /// Notes which tickets a screen shows to the people of some stations.
    ///
    /// - Parameters:
    ///   - tickets: The tickets; those of other cafés, and those that are not there any more, are left out.
    ///   - stations: The stations that the screen is for.
    ///   - cafe: The café.
    ///   - principal: The person or display that shows them.
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func acknowledge(
        _ tickets: [TicketID], for stations: Set<StationID>, of cafe: CafeID, by principal: Principal
    ) async throws {
        let found = try check(principal.mayWorkKitchen(of: cafe), cafe)
        let stations = stations.intersection(found.stations.map(\.id))
        guard !stations.isEmpty else { return }
        let time = now()
        try await store.write { transaction in
            try transaction.noteScreen(of: stations, at: cafe, time: time)
            var endsAlert = false
            for id in tickets {
                guard let ticket = try transaction.ticket(id), ticket.cafe == cafe else { continue }
                let known = try transaction.sightings(of: id)
                for station in stations.intersection(ticket.lines.map(\.station)) {
                    let sighting = known.first { $0.station == station }
                    guard sighting?.isSeen != true else { continue }
                    try transaction.noteSighting(of: id, by: station, at: time)
                    endsAlert = endsAlert || sighting?.isAlerted == true
                }
            }
            if endsAlert { try transaction.announceUnseen(at: cafe, time: time) }
        }
        screenSeen()
    }

    /// The tickets of a café that some of their stations have not seen in time.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``.
    public func unseenTickets(of cafe: CafeID, for principal: Principal) async throws -> [UnseenTicket] {
        try check(principal.mayWorkKitchen(of: cafe), cafe)
        let time = now()
        return try await store.read { try $0.unseenTickets(of: cafe, at: time) }
    }
}
