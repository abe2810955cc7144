import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

/// Rejections of orders that a kitchen cannot make.
struct RejectionRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [rejection] }

    private var rejection: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/tickets/{ticket}/rejection", access: .kitchen,
            operation: Operation(
                id: "rejectTicket",
                summary: """
                    Rejects an order that is not ready yet: the person is told why, and the money goes back to where it came from. \
                    Repeating it changes nothing.
                    """,
                tag: .kitchen, parameters: [.ifMatch], body: "TicketRejection",
                success: .json("RejectedTicket"), isTranslated: true,
                problems: [.unknownTicket, .illegalTransition, .staleVersion, .noSuchLine])
        ) { request, principal in
            let id = try request.ticket()
            let rejection = try request.body(Rejection.init)
            let expectedVersion = try await request.expectedVersion {
                try await services.kitchen.ticket(id, for: principal).version
            }
            let rejected = try await services.rejections.reject(
                id, as: rejection, by: principal, expectedVersion: expectedVersion)
            var json = JSONWriter(capacity: 1_024)
            json.object { json in
                json.member("ticket") { $0.ticket(rejected.ticket, in: request.language) }
                if let giveBack = rejected.giveBack { json.member("giveBack", giveBack) }
            }
            var response = HTTPResponse.json(json.bytes)
            response.setEntityTag(EntityTag(version: Int64(rejected.ticket.version)))
            return response
        }
    }
}

extension Rejection {
    /// Reads a rejection; `nil` when a mistake was noted.
    fileprivate init?(_ reader: JSONReader) {
        let reason = reader["reason"].text(
            as: { RejectionReason(rawValue: $0) },
            "must be one of \(RejectionReason.allCases.map(\.rawValue).joined(separator: ", "))")
        let seen = Self.list(reader["seen"]) { $0.integer(in: 0...Int.max) }
        let soldOut = Self.list(reader["soldOut"]) { $0.text(as: { ItemID($0) }, "must be an item") }
        reader.refuseUnknownMembers(except: ["reason", "seen", "soldOut"])
        guard let reason, let seen, let soldOut else { return nil }
        self.init(reason: reason, seen: seen, soldOut: soldOut)
    }

    private static func list<Entry>(
        _ reader: JSONReader, _ read: (JSONReader) -> Entry?
    ) -> [Entry]? {
        guard let list = reader.optional else { return [] }
        return list.array(count: 0...TicketActionBody.linesAtMost, read)
    }
}

extension RejectionRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .notOnTicket(let item):
            Problem(
                .invalidRequest, detail: "The ticket has no \(item).",
                errors: [
                    Problem.FieldError(pointer: "/soldOut", code: "value", detail: "must be on the ticket")
                ])
        }
    }
}
