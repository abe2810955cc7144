import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

extension Problem {
    /// The problem that an error of the workplace or the domain is to a client, or `nil` for an error that a
    /// client can do nothing about.
    init?(_ error: any Error, in language: WireLanguage?) {
        switch error {
        case let problem as Problem: self = problem
        case let error as WorkplaceRefusal: self.init(error)
        case StoreError.busy:
            self.init(
                .busy, detail: "More changes wait than the disk can take in time. Repeat the request shortly."
            )
        case let outage as StoreOutage: self.init(outage)
        case let error as OrderRefusal: self.init(error, in: language)
        case let error as OrderTransitionRefusal: self.init(error)
        case let error as FavouriteRefusal: self.init(error)
        case let error as TicketRefused: self.init(error, in: language)
        case let error as PunchRefused: self.init(error)
        case let error as GatewayRefusal:
            guard let problem = Problem(error) else { return nil }
            self = problem
        case let error as TipRefusal: self.init(error)
        case let error as JSONDocumentError: self.init(error)
        case let error as TipCatalogueRefusal: self.init(error)
        case let error as TipAccessRefusal: self.init(error)
        case is MoneyError:
            self.init(.basket(BasketRefusal(mistakes: [BasketMistake(reason: .overflow)])), in: language)
        case let error as JSONSyntaxError: self.init(error)
        case let error as JSONMistakes: self.init(error)
        default: return nil
        }
    }

    init(_ error: JSONSyntaxError) {
        self.init(.malformedJSON, detail: "The body is not JSON. \(error)")
    }

    private init(_ error: JSONMistakes) {
        self.init(
            .invalidRequest,
            detail: "The body does not have the shape that is asked for. See each error.",
            errors: error.list.map { mistake in
                FieldError(
                    pointer: mistake.path.pointer, code: mistake.code.rawValue,
                    detail: mistake.description)
            })
    }

    private init(_ refusal: WorkplaceRefusal) {
        switch refusal {
        case .noCampus:
            self.init(
                .notReady,
                detail: "No campus has been imported yet. Import one with vicinity import.")
        case .unknownPrincipal:
            self.init(
                .unknownPrincipal,
                detail: "There is no such person or device. See /api/v1/sign-in for those there are.")
        case .unknownCafe(let id):
            self.init(.unknownCafe, detail: "There is no café \(id).")
        case .unknownOrder(let id):
            self.init(.unknownOrder, detail: "You have no order \(id).")
        case .unknownTicket(let id):
            self.init(.unknownTicket, detail: "There is no ticket \(id).")
        case .unknownSite(let id):
            self.init(
                .unknownSite, detail: "There is no site \(id).",
                errors: [FieldError(pointer: "/site", code: "value", detail: "There is no site \(id).")])
        case .unknownEntrance(let id):
            self.init(
                .invalidRequest, detail: "There is no entrance \(id).",
                errors: [FieldError(pointer: "/spot", code: "value", detail: "\(id) is no entrance.")])
        case .unknownReminder(let id):
            self.init(
                .unknownReminder, detail: "You have no reminder \(id), or it is older than a day.",
                errors: [FieldError(pointer: "/reminder", code: "value", detail: "It is not kept.")])
        case .unknownTip(let id):
            self.init(.unknownTip, detail: "The catalogue in force has no tip \(id).")
        case .unknownPerson(let id):
            self.init(.unknownPerson, detail: "There is no person \(id).")
        case .siteNeeded:
            self.init(
                .siteNeeded, detail: "Say at which site you are: nothing tells yet.",
                errors: [FieldError(pointer: "/site", code: "required", detail: "site is missing.")])
        case .consentNeeded:
            self.init(
                .consentNeeded,
                detail: "You have agreed neither to be followed to your café nor to be reminded at the door. "
                    + "Switch one of them on in your pages first.")
        case .forbidden:
            self.init(.forbidden, detail: "Your role does not allow this.")
        case .tooManyOrders(let remaining):
            self.init(
                .tooManyOrders, detail: "You have placed as many orders as are taken of a person in a minute."
            )
            retryAfter = remaining
        case .keyReused:
            self.init(
                .idempotencyKeyReused,
                detail: "This idempotency key was used for a different request. Use a new key for a new one.")
        }
    }

    private init(_ refusal: OrderTransitionRefusal) {
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

    private init(_ refused: TicketRefused, in language: WireLanguage?) {
        let members = Self.present(refused.ticket, in: language)
        let stage = refused.ticket.stage.name.rawValue
        switch refused.reason {
        case .staleVersion:
            self.init(
                .staleVersion,
                detail: "The ticket has changed since you looked: it is \(stage) now.", members: members)
        case .illegal(_, let input):
            self.init(
                .illegalTransition,
                detail: "A ticket that is \(stage) does not take \(input).", members: members)
        case .undoExpired:
            self.init(
                .undoExpired,
                detail: "The person has been told. Recall the ticket instead.", members: members)
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
