import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

/// Tickets for the kitchen, and the status board for the counter.
struct KitchenRoutes: Sendable {
    private static let finishedAtMost = 50

    let services: WorkplaceServices

    var routes: [APIRoute] { [list, coming, one, action, board, replay] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/tickets", access: .kitchen,
            operation: Operation(
                id: "listTickets",
                summary: """
                    A café's open tickets and those cancelled today that are not acknowledged, in the order of their release; \
                    or those collected today.
                    """,
                tag: .kitchen,
                parameters: [
                    Operation.Parameter(
                        name: "state", place: .query, summary: "Which tickets.",
                        schema: ["type": "string", "enum": ["open", "collected"], "default": "open"])
                ],
                success: .json("TicketList"), isTranslated: true,
                problems: [.unknownCafe])
        ) { request, principal in
            let cafe = try request.cafe()
            switch try request.http.queryValue("state") ?? "open" {
            case "open":
                let queue = try await services.kitchen.openTickets(of: cafe, for: principal)
                return try response(
                    queue.map(\.tickets), inside: queue.content, of: cafe, in: request.language)
            case "collected":
                let tickets = try await services.kitchen.collectedTickets(
                    of: cafe, for: principal, limit: Self.finishedAtMost)
                return try response(tickets, of: cafe, in: request.language)
            default: throw Problem.invalidParameter("state", "must be open or collected")
            }
        }
    }

    private var coming: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/coming", access: .kitchen,
            operation: Operation(
                id: "listComing",
                summary: "A café's orders that wait for their people, the first placed first.",
                tag: .kitchen, success: .json("ComingOrders"), isTranslated: true, problems: [.unknownCafe])
        ) { request, principal in
            let orders = try await services.kitchen.comingOrders(of: try request.cafe(), for: principal)
            var json = JSONWriter(capacity: 1_024)
            json.object { json in
                json.member("orders") { json in
                    json.array { json in for order in orders { json.comingOrder(order, in: request.language) }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var one: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tickets/{ticket}", access: .kitchen,
            operation: Operation(
                id: "getTicket", summary: "A ticket.", tag: .kitchen,
                success: .json("Ticket"), isTranslated: true, isConditional: true,
                problems: [.unknownTicket])
        ) { request, principal in
            let ticket = try await services.kitchen.ticket(try request.ticket(), for: principal)
            return response(ticket, in: request.language)
        }
    }

    private var action: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/tickets/{ticket}/actions", access: .kitchen,
            operation: Operation(
                id: "actOnTicket",
                summary: """
                    Starts, bumps, takes back, recalls, hands over, acknowledges a cancellation, gives priority, or pulls a \
                    ticket for later forward; repeating it changes nothing.
                    """,
                tag: .kitchen, parameters: [.ifMatch, .pressKey], body: "TicketAction",
                success: .json("Ticket"), isTranslated: true,
                problems: [
                    .unknownTicket,
                    .illegalTransition, .undoExpired,
                    .recallExpired,
                    .staleVersion,
                    .noSuchLine,
                    .handoverCodeNeeded,
                ])
        ) { request, principal in
            let id = try request.ticket()
            let input = try request.body(TicketActionBody.init).input
            let expectedVersion = try await request.expectedVersion {
                try await services.kitchen.ticket(id, for: principal).version
            }
            let ticket = try await services.kitchen.apply(
                input, to: id, by: principal, expectedVersion: expectedVersion,
                key: try request.optionalIdempotencyKey())
            return response(ticket, in: request.language)
        }
    }

    private var board: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/board", access: .board,
            operation: Operation(
                id: "getBoard", summary: "A café's status board: numbers and states only.", tag: .kitchen,
                success: .json("Board"),
                problems: [.unknownCafe])
        ) { request, principal in
            let board = try await services.kitchen.board(of: try request.cafe(), for: principal)
            var json = JSONWriter()
            json.board(board)
            return .json(json.bytes)
        }
    }

    private var replay: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/replay", access: .kitchen,
            operation: Operation(
                id: "replayKitchen",
                summary:
                    "What the screens and the board of a kitchen showed at an instant of the last 24 hours.",
                tag: .kitchen,
                parameters: [
                    Operation.Parameter(
                        name: "at", place: .query, summary: "The instant; the present unless given.",
                        schema: Schema.time)
                ],
                success: .json("KitchenReplay"), isTranslated: true, problems: [.unknownCafe])
        ) { request, principal in
            let cafe = try request.cafe()
            let instant = try request.instant("at")
            guard let replay = try await services.kitchen.replay(of: cafe, at: instant, for: principal) else {
                throw Problem.invalidParameter("at", "must be within the last 24 hours")
            }
            var json = JSONWriter(capacity: 8_192)
            json.object { json in
                json.member("from", replay.first)
                json.member("now", replay.now)
                json.member("at", replay.instant)
                json.member("coming", replay.queue.coming)
                json.member("day", replay.queue.day.date.description)
                json.member("tickets") { json in
                    json.array { json in
                        for ticket in replay.queue.tickets { json.ticket(ticket, in: request.language) }
                    }
                }
                json.member("board") { $0.entries(replay.board) }
            }
            return .json(json.bytes)
        }
    }

    private func response(
        _ tickets: Snapshot<[Ticket]>, inside queue: KitchenQueue? = nil, of cafe: CafeID,
        in language: WireLanguage
    ) throws -> HTTPResponse {
        let undoWindow = try services.orders.cafe(cafe).cafe.undoWindow
        var json = JSONWriter(capacity: 8_192)
        json.object { json in
            json.member("asOf", tickets.asOf)
            json.member("now", tickets.time)
            json.member("undoSeconds", undoWindow.wholeMilliseconds / 1_000)
            if let queue {
                json.member("coming", queue.coming)
                json.member("day", queue.day.date.description)
                json.member("dayOver", Ticket.nextLeaving(of: queue.day, at: tickets.time))
            }
            json.member("tickets") { json in
                json.array { json in
                    for ticket in tickets.content { json.ticket(ticket, in: language) }
                }
            }
        }
        return .json(json.bytes)
    }

    private func response(_ ticket: Ticket, in language: WireLanguage) -> HTTPResponse {
        var json = JSONWriter(capacity: 1_024)
        json.ticket(ticket, in: language)
        var response = HTTPResponse.json(json.bytes)
        response.setEntityTag(EntityTag(version: Int64(ticket.version)))
        return response
    }
}

extension APIRequest {
    /// An instant of the query; `nil` without one.
    fileprivate func instant(_ name: String) throws -> Timestamp? {
        guard let text = try http.queryValue(name) else { return nil }
        guard let instant = Timestamp(text) else {
            throw Problem.invalidParameter(name, "must be a date-time of RFC 3339")
        }
        return instant
    }
}

extension Operation.Parameter {
    fileprivate static let pressKey = Operation.Parameter.idempotencyKey(
        "Names the press, for a screen that may have to send it again; the same key on a ticket acts once, for 48 hours.",
        isRequired: false)
}

extension JSONWriter {
    fileprivate mutating func board(_ board: Snapshot<Board>) {
        object { json in
            json.member("asOf", board.asOf)
            json.member("now", board.time)
            json.member("dayOver", board.content.dayOver)
            json.member("entries") { $0.entries(board.content.entries) }
        }
    }

    fileprivate mutating func entries(_ entries: [BoardEntry]) {
        array { json in
            for entry in entries {
                json.object { json in
                    json.member("number", entry.number.description)
                    json.member("stage", entry.stage.rawValue)
                    json.member("from", optional: entry.from)
                }
            }
        }
    }
}
