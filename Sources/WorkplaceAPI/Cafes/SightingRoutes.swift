import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

/// Which tickets the kitchen's screens show, and which nobody has seen.
struct SightingRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [acknowledgement, unseen] }

    private var acknowledgement: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/sightings", access: .kitchen,
            operation: Operation(
                id: "acknowledgeTickets",
                summary: """
                    Says which tickets a screen shows to the people of some stations; also without tickets, which says that the \
                    screen is at work.
                    """,
                tag: .kitchen, body: "Sightings", success: .empty, problems: [.unknownCafe])
        ) { request, principal in
            let body = try request.body(SightingsBody.init)
            try await services.kitchen.acknowledge(
                body.tickets, for: Set(body.stations), of: try request.cafe(), by: principal)
            return HTTPResponse(.noContent)
        }
    }

    private var unseen: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/unseen", access: .kitchen,
            operation: Operation(
                id: "listUnseen",
                summary: "The tickets in the line that no screen of one of their stations has shown in time.",
                tag: .kitchen, success: .json("UnseenTickets"), problems: [.unknownCafe])
        ) { request, principal in
            let tickets = try await services.kitchen.unseenTickets(of: try request.cafe(), for: principal)
            var json = JSONWriter()
            json.object { json in
                json.member("tickets") { json in
                    json.array { json in
                        for ticket in tickets {
                            json.object { json in
                                json.member("ticket", ticket.id.rawValue)
                                json.member("stations") { json in
                                    json.array { json in
                                        for station in ticket.stations { json.string(station.rawValue) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }
}

/// The body of an acknowledgement.
private struct SightingsBody {
    private static let ticketsAtMost = 500
    private static let stationsAtMost = 100

    let tickets: [TicketID]
    let stations: [StationID]

    init?(_ reader: JSONReader) {
        let tickets = reader["tickets"].array(count: 0...Self.ticketsAtMost) { $0.identifier(TicketID.init) }
        let stations = reader["stations"].array(count: 1...Self.stationsAtMost) {
            $0.identifier(StationID.init)
        }
        reader.refuseUnknownMembers(except: ["tickets", "stations"])
        guard let tickets, let stations else { return nil }
        self.tickets = tickets
        self.stations = stations
    }
}
