import HTTPCore

// Ordering.
extension ProblemKind {
    static let unknownCafe = ProblemKind(
        .notFound, "unknown-cafe", title: "Unknown café",
        "The campus has no café of that identifier. GET /api/v1/cafes names those that there are.")
    static let unknownOrder = ProblemKind(
        .notFound, "unknown-order", title: "Unknown order",
        "You have no such order. Orders of other people are unknown to you as well.")
    static let cafeClosed = ProblemKind(
        .conflict, "cafe-closed", title: "The café is closed",
        "The café takes no orders now; opensAt says when it opens, if it does within a week.")
    static let paused = ProblemKind(
        .conflict, "paused", title: "Paused",
        """
        The café, a station or this way to order takes no orders; until says when that ends at the latest, and items, if it is \
        there, which ones cannot be ordered. Nothing was charged.
        """)
    static let invalidBasket = ProblemKind(
        .unprocessableContent, "invalid-basket", title: "The order does not fit the menu",
        "Each error names the line or choice that it is about.")
    static let totalChanged = ProblemKind(
        .conflict, "total-changed", title: "The total has changed",
        "The order costs something else than expectedTotal. Nothing was charged; the new figures come along.")
    static let soldOut = ProblemKind(
        .conflict, "sold-out", title: "Sold out",
        "Fewer are left than were asked for; items names them. Nothing was charged.")
    static let notServed = ProblemKind(
        .conflict, "not-served", title: "Not served at that time",
        "An item is outside its serving hours at the time of pickup; items names them. Nothing was charged.")
    static let insufficientFunds = ProblemKind(
        HTTPStatus(402), "insufficient-funds", title: "The meal account does not cover it",
        "The balance is lower than the total. Nothing was charged.")
    static let noAccountInCurrency = ProblemKind(
        .conflict, "no-account-in-currency", title: "No meal account in this currency",
        "The café sells in a currency in which you have no account; amounts are never converted.")

    static let tooManyOrders = ProblemKind(
        .tooManyRequests, "too-many-orders", title: "Too many orders",
        "A person places only so many orders in a minute. Nothing was ordered; Retry-After says when to go on.",
        retryAfter: .seconds(60))

    static let orders = [
        unknownCafe, unknownOrder, cafeClosed, paused, invalidBasket, totalChanged, soldOut, notServed,
        insufficientFunds,
        noAccountInCurrency, tooManyOrders,
    ]
}

// Moving orders and tickets.
extension ProblemKind {
    static let unknownTicket = ProblemKind(
        .notFound, "unknown-ticket", title: "Unknown ticket", "There is no such ticket.")
    static let staleVersion = ProblemKind(
        .preconditionFailed, "stale-version", title: "Changed meanwhile",
        "If-Match names another version than the present one. Fetch it again before you decide.")
    static let illegalTransition = ProblemKind(
        .conflict, "illegal-transition", title: "Not possible at this stage",
        "The order or ticket has reached a stage in which this cannot be done.")
    static let undoExpired = ProblemKind(
        .conflict, "undo-expired", title: "Too late to take back",
        "The time to take it back is over. Of a bump, the person has been told that the order is ready: recall the ticket instead."
    )
    static let recallExpired = ProblemKind(
        .conflict, "recall-expired", title: "Too late to recall",
        "The ticket belongs to another service day.")
    static let noSuchLine = ProblemKind(
        .unprocessableContent, "no-such-line", title: "No such line", "The ticket has no line of that index.")

    static let kitchen = [
        unknownTicket, staleVersion, illegalTransition, undoExpired, recallExpired, noSuchLine,
    ]
}
