import JSON
import Ordering

extension Schemas {
    static let orders: [(name: String, schema: JSONValue)] = [
        (
            "OrderRequest",
            Schema.object(
                [
                    "cafe": Schema.identifier, "lines": Schema.list(of: Schema.named("OrderRequestLine")),
                    "expectedTotal": Schema.money,
                ],
                optional: [
                    "start": Schema.orNull(Schema.oneOf(OrderStart.allCases.map(\.rawValue))),
                    "pickup": pickupChoice,
                    "payment": Schema.orNull(Schema.oneOf(PaymentMeans.ofPeople.map(\.rawValue))),
                ],
                about:
                    "A basket, the total that the person agreed to, and whether the kitchen begins at once, as it "
                    + "does when nothing is said, or when the person comes near. It is paid from the meal account when "
                    + "nothing is said; by card, it is reserved until it is paid.")
        ),
        (
            "OrderPage",
            Schema.object(
                ["orders": Schema.list(of: Schema.named("Order"))],
                optional: ["next": Schema.text("The cursor for `before`; missing on the last page.")],
                about: "Orders, latest first.")
        ),
        ("Order", order),
        ("OrderLine", orderLine),
        (
            "OrderCafe",
            Schema.object(
                [
                    "id": Schema.identifier, "name": Schema.name,
                    "timeZone": Schema.text("An IANA zone; `UTC` when the café has left the campus."),
                ], about: "The café of an order.")
        ),
        (
            "OrderChoice",
            Schema.object(
                [
                    "choice": Schema.identifier, "name": Schema.name,
                    "quantity": Schema.integer("How often, for one item.", minimum: 1), "price": Schema.money,
                ], about: "A choice as it was sold.")
        ),
        (
            "StageChange",
            Schema.object(
                ["stage": stage, "at": Schema.time],
                optional: [
                    "reason": Schema.text("Why, where nobody did it: of `expired`, what the wait ended by.")
                ], about: "When an order reached a stage.")
        ),
        (
            "OrderWait",
            Schema.object(
                [
                    "until": Schema.time,
                    "endsBy": Schema.oneOf(OrderWait.End.allCases.map(\.rawValue)),
                ], optional: ["startArea": Schema.named("Area")],
                about:
                    "The order waits for its person and expires if nobody starts it until then. Whoever is in the "
                    + "area is near enough to start it: a condition that a page decides by itself. No request takes "
                    + "its state.")
        ),
    ]

    static let accounts: [(name: String, schema: JSONValue)] = [
        (
            "Account",
            Schema.object(
                [
                    "balances": Schema.list(of: Schema.money), "reserved": Schema.list(of: Schema.money),
                    "entries": Schema.list(of: Schema.named("AccountEntry")),
                    "topUps": Schema.list(
                        of: Schema.object(
                            ["least": Schema.money, "most": Schema.money],
                            about: "The least and the most of one top-up in a currency.")),
                ], optional: ["next": Schema.text("The cursor of the next page.")],
                about:
                    "One balance for each currency, what is set aside of it for orders that wait, the latest "
                    + "movements first, and how the account can be filled by card.")
        ),
        (
            "AccountEntry",
            Schema.object(
                [
                    "id": Schema.text("Its number in the ledger."),
                    "kind": Schema.oneOf(LedgerEntry.Kind.allCases.map(\.rawValue)), "at": Schema.time,
                    "amount": Schema.money, "balance": Schema.money,
                ],
                optional: [
                    "reason": Schema.text("Why finance corrected the account."),
                    "order": Schema.object(
                        ["id": Schema.identifier, "number": Schema.orderNumber],
                        optional: ["cafe": Schema.text("The café's name.")],
                        about: "The order that was paid for or refunded."),
                ], about: "A movement; the amount is negative where money left the account.")
        ),
    ]

    private static let stage = Schema.oneOf(OrderStage.allCases.map(\.rawValue))

    private static let order = Schema.object(
        [
            "id": Schema.identifier, "number": Schema.orderNumber, "cafe": Schema.named("OrderCafe"),
            "stage": stage, "version": Schema.version, "placedAt": Schema.time,
            "lines": Schema.list(of: Schema.named("OrderLine")), "subtotal": Schema.money,
            "tax": Schema.money, "total": Schema.money,
            "taxIncluded": Schema.flag("Whether prices include the tax."),
            "history": Schema.list(of: Schema.named("StageChange")), "ticket": Schema.identifier,
        ],
        optional: [
            "waiting": Schema.named("OrderWait"), "pickup": Schema.named("OrderPickup"),
            "handoverCode": Schema.text("The code to show, where the café wants one."),
            "quote": Schema.object(
                ["from": Schema.time, "until": Schema.time],
                about:
                    "When the order was said to be ready, at the time it joined the kitchen's line. Missing where it joins later, "
                    + "because it is made for its pickup window."),
            "ready": Schema.named("ReadyBand"),
            "delayMinutes": Schema.integer(
                "How much later than `pickup` the order will be ready, because its café has announced a delay since.",
                minimum: 1),
            "means": Schema.oneOf(PaymentMeans.allCases.map(\.rawValue)),
            "payment": Schema.named("Payment"),
            "returns": Schema.list(
                of: Schema.object(
                    ["at": Schema.time, "amount": Schema.money],
                    about: "What was paid back at a time: for a cancellation, or because staff refunded it.")),
        ],
        about:
            "An order as it was sold; only stage, version, history, waiting, pickup, ready, handoverCode, means, payment and returns "
            + "change afterwards."
    )

    private static let orderLine = Schema.object(
        [
            "item": Schema.identifier, "name": Schema.name,
            "quantity": Schema.integer("How many.", minimum: 1),
            "choices": Schema.list(of: Schema.named("OrderChoice")), "unitPrice": Schema.money,
            "taxRate": ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?$"],
            "tax": Schema.money, "total": Schema.money, "allergens": Schema.allergens,
            "station": Schema.identifier,
        ], optional: ["note": Schema.text("What the kitchen was told.")], about: "A line as it was sold.")
}
