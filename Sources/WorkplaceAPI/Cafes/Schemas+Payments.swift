import JSON
import Ordering
import Workplace

extension Schemas {
    static let payments: [(name: String, schema: JSONValue)] = [
        (
            "PaymentMeans",
            Schema.object(
                ["means": Schema.list(of: Schema.oneOf(PaymentMeans.ofPeople.map(\.rawValue)))],
                about:
                    "What orders can be paid with: the meal account, and a card where there is a payment provider."
            )
        ),
        (
            "Payment",
            Schema.object(
                [
                    "id": Schema.identifier, "amount": Schema.money,
                    "stage": Schema.oneOf(PaymentStateMachine.Stage.allCases.map(\.rawValue)),
                    "until": Schema.time,
                ], optional: ["order": Schema.identifier],
                about:
                    "A payment by card, for an order, or without one for the meal account. While it is open, it can be paid until then, and its order is reserved. Of `ending` the provider has "
                    + "not said yet that no money comes; of `returning` and `returned` the money came and goes back."
            )
        ),
        (
            "PaymentSession",
            Schema.object(
                [
                    "payment": Schema.named("Payment"), "provider": Schema.text("Such as `stripe`."),
                    "publishableKey": Schema.text("Names the organisation at the provider; no secret."),
                    "script": Schema.text("The address of the provider's script."),
                    "clientSecret": Schema.text("Lets a page pay this payment, and nothing else."),
                ], about: "What a page needs to pay at the provider.")
        ),
        (
            "TopUpRequest",
            Schema.object(["amount": Schema.money], about: "How much is to be paid into the meal account.")
        ),
        (
            "RefundRequest",
            Schema.object(
                ["reason": ["type": "string", "minLength": 1, "maxLength": 200]],
                optional: [
                    "lines": Schema.orNull(Schema.list(of: Schema.named("RefundedLine"))),
                    "amount": Schema.orNull(Schema.money),
                ],
                about: "Some lines, or an amount; everything that is left when it names neither.")
        ),
        (
            "RefundedLine",
            Schema.object(
                [
                    "line": Schema.integer("The index of the line in the order, from 0."),
                    "quantity": Schema.integer("How many of it.", minimum: 1),
                ], about: "A line that is returned, or a part of it.")
        ),
        (
            "Refund",
            Schema.object(
                [
                    "id": Schema.identifier, "order": Schema.identifier, "total": Schema.money,
                    "net": Schema.money, "tax": Schema.money,
                    "lines": Schema.list(of: Schema.named("RefundedLine")),
                    "reason": Schema.text(
                        "Why, in the words of who made it; `cancel` for a cancelled order."),
                    "at": Schema.time, "stage": Schema.oneOf(Refund.Stage.allCases.map(\.rawValue)),
                ],
                about:
                    "Money that goes back to where it came from, split as it was charged. It is owed until the payment "
                    + "provider has taken it on, which the server repeats until it has.")
        ),
        (
            "Refunds",
            Schema.object(
                [
                    "means": Schema.oneOf(PaymentMeans.allCases.map(\.rawValue)),
                    "refunds": Schema.list(of: Schema.named("Refund")), "left": Schema.money,
                ], about: "What an order was paid with, its refunds, and what is left to refund.")
        ),
        (
            "RefundableOrder",
            Schema.object(
                [
                    "id": Schema.identifier, "number": Schema.orderNumber,
                    "cafe": Schema.text("The café's name."),
                    "stage": Schema.oneOf(OrderStage.allCases.map(\.rawValue)), "placedAt": Schema.time,
                    "means": Schema.oneOf(PaymentMeans.allCases.map(\.rawValue)),
                    "lines": Schema.list(
                        of: Schema.object(
                            [
                                "line": Schema.integer("The index of the line in the order, from 0."),
                                "name": Schema.name,
                                "quantity": Schema.integer("How many of it.", minimum: 1),
                                "refunded": Schema.integer("How many of them have been refunded by line."),
                                "total": Schema.money, "tax": Schema.money,
                            ], about: "A line as it was sold.")),
                    "total": Schema.money, "tax": Schema.money,
                    "refunds": Schema.list(of: Schema.named("Refund")), "left": Schema.money,
                ], about: "An order with what was refunded and what is left; it does not say whose it is.")
        ),
        (
            "StripeEvent",
            [
                "type": "object", "required": ["type", "data"],
                "properties": [
                    "type": ["type": "string"],
                    "data": [
                        "type": "object", "required": ["object"],
                        "properties": ["object": ["type": "object"]],
                    ],
                ],
                "description": "An event as Stripe sends it; only its payment is read.",
            ]
        ),
    ]
}
