import JSON
import Ordering
import Workplace

extension Schemas {
    static let counter: [(name: String, schema: JSONValue)] = [
        (
            "Counter",
            Schema.object(
                [
                    "asOf": Schema.feedNumber, "now": Schema.time,
                    "codeRequired": Schema.flag("Whether people show a code to get their order."),
                    "orders": Schema.list(of: Schema.named("WalkUp")),
                ], optional: ["pausedUntil": Schema.time],
                about: "The counter of a café, and until when it takes no orders.")
        ),
        (
            "CounterPayment",
            Schema.object(["payment": payment], about: "What the cashier took for an order of a kiosk.")
        ),
        (
            "WalkUp",
            Schema.object(
                [
                    "id": Schema.identifier, "ticket": Schema.identifier, "number": Schema.orderNumber,
                    "stage": Schema.oneOf(OrderStage.allCases.map(\.rawValue)), "version": Schema.version,
                    "placedAt": Schema.time,
                    "lines": Schema.list(of: Schema.named("OrderLine")), "subtotal": Schema.money,
                    "tax": Schema.money, "total": Schema.money,
                    "taxIncluded": Schema.flag("Whether prices include the tax."),
                ],
                optional: [
                    "name": name, "pickup": Schema.named("OrderPickup"),
                    "payment": Schema.oneOf(PaymentMeans.allCases.map(\.rawValue)), "until": Schema.time,
                    "giveBack": Schema.money,
                ],
                about: """
                    An order of somebody who stands at the counter or at a kiosk. While it waits for its payment at the counter,
                    `until` says when it ends without one, and `payment` is missing. `giveBack` is what the staff give back, because \
                    the kitchen has rejected the order.
                    """)
        ),
        (
            "WalkUpRequest",
            Schema.object(
                [
                    "lines": Schema.list(of: Schema.named("OrderRequestLine")),
                    "expectedTotal": Schema.money, "payment": payment,
                ], optional: ["pickup": pickupChoice, "name": Schema.orNull(name)],
                about: "A basket, the total that the guest paid, and how.")
        ),
        (
            "WalkUpCancellation",
            Schema.object(
                ["reason": Schema.oneOf(CounterReason.allCases.map(\.rawValue))],
                about: "Why a walk-up order is cancelled.")
        ),
        (
            "HandoverRequest",
            Schema.object(
                [:],
                optional: [
                    "code": Schema.text("As typed or scanned; spaces and hyphens do not count."),
                    "order": Schema.identifier,
                ], about: "A code that somebody shows, or an order of the counter or of a kiosk.")
        ),
        (
            "Handover",
            Schema.object(
                [
                    "number": Schema.orderNumber,
                    "stage": Schema.oneOf(OrderStage.allCases.map(\.rawValue)),
                ], about: "The order that was handed over.")
        ),
    ]

    private static let payment = Schema.oneOf(PaymentMeans.atCounter.map(\.rawValue))
    private static let name: JSONValue = [
        "type": "string", "minLength": 1, "maxLength": 24,
        "description": "The name to call; it is deleted after a day.",
    ]
}
