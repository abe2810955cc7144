import HTTPCore

// Handing orders over.
extension ProblemKind {
    static let wrongHandoverCode = ProblemKind(
        .unprocessableContent, "wrong-handover-code", title: "The code is wrong",
        "No order of the café and the day has this code. Only so many wrong codes are taken in a minute.")
    static let handoverCodeNeeded = ProblemKind(
        .conflict, "handover-code-needed", title: "The code is needed",
        "This café hands orders over by their code: POST /api/v1/cafes/{cafe}/handovers. Expo and managers may do without."
    )

    static let orderRefunded = ProblemKind(
        .conflict, "order-refunded", title: "The money has gone back",
        "The order was not collected in time, and all of its money has gone back. Nobody pays for it, so it is not handed over."
    )

    static let handovers = [wrongHandoverCode, handoverCodeNeeded, orderRefunded]
}
