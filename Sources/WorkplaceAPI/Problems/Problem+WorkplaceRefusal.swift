import HTTPCore
import Workplace

extension WorkplaceRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension Problem {
    fileprivate init(_ refusal: WorkplaceRefusal) {
        switch refusal {
        case .noCampus:
            self.init(
                .notReady,
                detail: "No campus has been imported yet. Import one with vicinity import.")
        case .unknownPrincipal:
            self.init(
                .unknownPrincipal,
                detail: "There is no such person or device. See /api/v1/sign-in for those there are.")
        case .unknownGateway(let id):
            self.init(.unknownGateway, detail: "There is no gateway \(id).")
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
        case .wrongHandoverCode:
            self.init(
                .wrongHandoverCode, detail: "No order has this code.",
                errors: [FieldError(pointer: "/code", code: "value", detail: "No order has this code.")])
        case .tooManyHandoverCodes(let remaining):
            self.init(.tooManyCodes, detail: "Too many wrong codes were tried at this café.")
            retryAfter = remaining
        case .handoverCodeNeeded:
            self.init(.handoverCodeNeeded, detail: "The person shows a code to get this order.")
        case .orderRefunded:
            self.init(
                .orderRefunded, detail: "The whole amount has gone back, so the order is not handed over.")
        case .keyReused:
            self.init(
                .idempotencyKeyReused,
                detail: "This idempotency key was used for a different request. Use a new key for a new one.")
        }
    }
}
