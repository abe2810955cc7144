import HTTPCore

// Payments by card.
extension ProblemKind {
    static let cardPaymentsOff = ProblemKind(
        .conflict, "card-payments-off", title: "No cards here",
        "The installation has no payment provider. GET /api/v1/payment-means lists what can be paid with.")
    static let unknownPayment = ProblemKind(
        .notFound, "unknown-payment", title: "Unknown payment",
        "You have no such payment. Payments of other people are unknown to you as well.")
    static let paymentOver = ProblemKind(
        .conflict, "payment-over", title: "The payment is over",
        "The payment is decided, or the time to pay is over, so that it cannot be paid any more. The order says how it ended."
    )
    static let paymentProviderUnreachable = ProblemKind(
        .serviceUnavailable, "payment-provider-unreachable", title: "The payment provider cannot be reached",
        "The payment provider gave no answer, or refused. Nothing was charged; the order stays reserved for its time.",
        retryAfter: .seconds(5))
    static let nothingToPay = ProblemKind(
        .conflict, "nothing-to-pay", title: "Nothing to pay",
        "The order costs nothing, so there is nothing to pay by card. Leave payment out.")
    static let invalidTopUp = ProblemKind(
        .unprocessableContent, "invalid-top-up", title: "Not an amount to pay in",
        "GET /api/v1/account says in which currencies, and with how much, a meal account can be filled. Nothing was changed."
    )
    static let paymentCallRefused = ProblemKind(
        .badRequest, "payment-call-refused", title: "Not a call of the payment provider",
        "The signature or its time does not fit, or the signed event cannot be read. Nothing was changed.")

    static let invalidCorrection = ProblemKind(
        .unprocessableContent, "invalid-correction", title: "Entries are wrong",
        "The correction names a person, an amount or a currency that it cannot have; errors says which, by entry. Nothing was entered."
    )
    static let unknownCorrection = ProblemKind(
        .notFound, "unknown-correction", title: "Unknown correction",
        "There is no such correction of meal accounts.")
    static let correctionDecided = ProblemKind(
        .conflict, "correction-decided", title: "Decided before",
        "The correction was confirmed or refused by somebody else before. Look at its present state.")
    static let secondPersonNeeded = ProblemKind(
        .conflict, "second-person-needed", title: "A second person is needed",
        "Who entered a correction can take it back, and cannot confirm it. Nothing was changed.")

    static let nothingToRefund = ProblemKind(
        .conflict, "nothing-to-refund", title: "Nothing to refund",
        "Nothing was paid for the order, or all of it has been returned.")
    static let refundTooMuch = ProblemKind(
        .conflict, "refund-too-much", title: "More than is left",
        "Refunds of an order never exceed what was paid; left says how much can still be refunded. Nothing was changed."
    )
    static let invalidRefund = ProblemKind(
        .unprocessableContent, "invalid-refund", title: "The refund does not fit the order",
        "The refund names a line, a quantity, a currency or an amount that the order does not have. Nothing was changed."
    )

    static let payments = [
        cardPaymentsOff, unknownPayment, paymentOver, paymentProviderUnreachable, nothingToPay, invalidTopUp,
        invalidCorrection, unknownCorrection, correctionDecided, secondPersonNeeded,
        paymentCallRefused, nothingToRefund, refundTooMuch, invalidRefund,
    ]
}
