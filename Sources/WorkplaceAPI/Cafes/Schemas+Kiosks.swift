import JSON
import Ordering
import Workplace

extension Schemas {
    private static let payment = Schema.oneOf(KioskPayment.allCases.map(\.rawValue))
    private static let stage = Schema.oneOf(OrderStage.allCases.map(\.rawValue))

    static let kiosks: [(name: String, schema: JSONValue)] = [
        (
            "Kiosk",
            Schema.object(
                [
                    "id": Schema.identifier, "cafe": Schema.identifier,
                    "payments": Schema.list(
                        of: Schema.object(
                            ["kind": payment],
                            about: "A way to pay that the kiosk offers.")),
                ], optional: ["helpCalledAt": Schema.time],
                about: "A kiosk; `helpCalledAt` is missing once the staff have answered.")
        ),
        (
            "KioskOrderRequest",
            Schema.object(
                [
                    "lines": Schema.list(of: Schema.named("OrderRequestLine")),
                    "expectedTotal": Schema.money, "payment": payment,
                ],
                optional: [
                    "name": Schema.orNull([
                        "type": "string", "minLength": 1, "maxLength": 24, "description": "To be called.",
                    ]),
                    "badge": Schema.object(
                        [
                            "number": Schema.text("As a reader types it."), "pin": Schema.text("Its PIN."),
                        ], about: "Of an employee; with the payment `account`, and only with it."),
                ],
                about: "A basket, the total that the guest agreed to, and how the guest or the employee pays."
            )
        ),
        (
            "GuestOrder",
            Schema.object(
                [
                    "id": Schema.text("Also names the page that follows the order: `/follow#` and this."),
                    "number": Schema.orderNumber, "stage": stage, "placedAt": Schema.time,
                    "items": Schema.integer("How many items it has.", minimum: 1), "total": Schema.money,
                ],
                optional: [
                    "name": Schema.text("The name to call; removed after a day."), "until": Schema.time,
                    "pickup": Schema.named("OrderPickup"),
                    "payment": Schema.oneOf(PaymentMeans.allCases.map(\.rawValue)),
                ],
                about: """
                    An order of a kiosk. While it waits for its payment, `until` says when it ends without one; `payment` is missing
                    while the guest has not paid at the counter.
                    """)
        ),
        (
            "UnpaidOrders",
            Schema.object(
                ["orders": Schema.list(of: Schema.named("GuestOrder"))],
                about: "In the order of their placing.")
        ),
        (
            "FollowedOrder",
            Schema.object(
                [
                    "number": Schema.orderNumber, "stage": stage, "cafe": Schema.name,
                    "timeZone": Schema.text("An IANA zone."),
                ],
                optional: ["pickup": Schema.named("OrderPickup")],
                about: "What a guest's phone shows of an order.")
        ),
        (
            "KioskBadge",
            Schema.object(
                [:],
                optional: [
                    "number": Schema.text("As a reader types it; only one's own."), "setAt": Schema.time,
                    "blockedAt": Schema.time,
                ],
                about: "A badge with which somebody pays at kiosks; without members when there is none.")
        ),
        (
            "KioskBadgeRequest",
            Schema.object(
                [
                    "number": Schema.text(
                        "4 to 40 letters and digits; spaces, colons and hyphens do not count."),
                    "pin": [
                        "type": "string", "pattern": "^[0-9]{4,8}$",
                        "description": "Neither one digit alone nor a row such as 1234.",
                    ],
                ], about: "The number of a badge, and a PIN for it.")
        ),
        (
            "HelpWanted",
            Schema.object(
                ["wanted": Schema.flag("Whether the guest wants help.")], about: "A call for help.")
        ),
        (
            "ExitCode",
            Schema.object(
                ["code": Schema.text("What somebody typed.")], about: "The code to leave a kiosk.")
        ),
        (
            "HelpCalls",
            Schema.object(
                [
                    "calls": Schema.list(
                        of: Schema.object(
                            [
                                "kiosk": Schema.identifier, "name": Schema.name, "calledAt": Schema.time,
                            ], about: "A kiosk where a guest waits for help."))
                ], about: "Calls that nobody has answered, earliest first.")
        ),
    ]
}
