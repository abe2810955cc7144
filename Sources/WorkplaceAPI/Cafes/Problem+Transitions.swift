import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

extension OrderTransitionRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension TicketRefused: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self, in: language) }
}

extension Problem {
    fileprivate init(_ refusal: OrderTransitionRefusal) {
        switch refusal {
        case .staleVersion(let stage, let version):
            self.init(
                .staleVersion,
                detail: "The order has changed since you looked: it is \(stage.rawValue) now.",
                members: [("stage", .text(stage.rawValue)), ("version", .integer(Int64(version)))])
        case .illegal(let stage, let input):
            self.init(
                .illegalTransition,
                detail: "An order that is \(stage.rawValue) does not take \(input.rawValue).",
                members: [("stage", .text(stage.rawValue))])
        }
    }

    private static func present(_ ticket: Ticket, in language: WireLanguage?) -> [(
        name: String, value: Member
    )] {
        guard let language else { return [] }
        var json = JSONWriter()
        json.ticket(ticket, in: language)
        return [("ticket", .json(json.bytes))]
    }

    fileprivate init(_ refused: TicketRefused, in language: WireLanguage?) {
        let members = Self.present(refused.ticket, in: language)
        let stage = refused.ticket.stage.name.rawValue
        switch refused.reason {
        case .staleVersion:
            self.init(
                .staleVersion,
                detail: "The ticket has changed since you looked: it is \(stage) now.", members: members)
        case .illegal(.ready, .reject):
            self.init(
                .illegalTransition,
                detail:
                    "The person has been told that the order is ready. Recall the ticket, then reject it.",
                members: members)
        case .illegal(_, let input):
            self.init(
                .illegalTransition,
                detail: "A ticket that is \(stage) does not take \(input).", members: members)
        case .undoExpired:
            self.init(
                .undoExpired,
                detail: "The person has been told. Recall the ticket instead.", members: members)
        case .priorityUndoExpired:
            self.init(
                .undoExpired, detail: "The priority stands; it could be taken back for three seconds.",
                members: members)
        case .recallExpired:
            self.init(
                .recallExpired,
                detail: "The ticket is of another day and cannot be recalled.", members: members)
        case .noSuchLine(let index):
            self.init(
                .noSuchLine, detail: "The ticket has no line \(index).",
                errors: [FieldError(pointer: "/line", code: "value", detail: "There is no line \(index).")])
        }
    }
}
