import JSON

extension Schemas {
    static let pickups: [(name: String, schema: JSONValue)] = [
        (
            "PickupTimetable",
            Schema.object(
                [
                    "timeZone": Schema.text("The IANA zone of the café's clock."),
                    "windows": Schema.list(of: Schema.named("PickupOffer")),
                ],
                optional: [
                    "soonest": Schema.object(
                        [
                            "startsAt": Schema.time, "endsAt": Schema.time, "readyAt": Schema.time,
                            "isServed": isServed,
                        ], optional: ["cancelBefore": Schema.time],
                        about:
                            "The first window with room, which an order gets that names none, and when it can be ready."
                    ),
                    "holdSeconds": Schema.integer("How long a basket holds a window.", minimum: 1),
                ],
                about:
                    "The windows of the next hours that can be chosen. A café without windows has none. There is no "
                    + "soonest while the café is closed, and when no window is left.")
        ),
        (
            "PickupOffer",
            Schema.object(
                [
                    "startsAt": Schema.time, "endsAt": Schema.time,
                    "isFree": Schema.flag(
                        "Whether the order fits; in a list without a basket, the smallest one."),
                    "isServed": isServed,
                    "fill": [
                        "type": "integer", "minimum": 0, "maximum": 1000,
                        "description":
                            "How full it is, in thousandths: the fullest of the limits that count.",
                    ],
                ], optional: ["cancelBefore": Schema.time],
                about: "A window as it is offered. Until cancelBefore the order could be cancelled.")
        ),
        (
            "PickupHoldRequest",
            Schema.object(
                ["cafe": Schema.identifier, "lines": Schema.list(of: Schema.named("OrderRequestLine"))],
                optional: ["pickup": pickupChoice], about: "A basket, and the window that it wants to hold.")
        ),
        (
            "PickupHold",
            Schema.object(
                [
                    "cafe": Schema.identifier, "startsAt": Schema.time, "endsAt": Schema.time,
                    "isSoonest": Schema.flag("Whether the first window was asked for."),
                    "expiresAt": Schema.time,
                ], optional: ["cancelBefore": Schema.time],
                about:
                    "The window that a basket holds, and until when. Until cancelBefore the order could be cancelled."
            )
        ),
        (
            "PickupWindow",
            Schema.object(["startsAt": Schema.time, "endsAt": Schema.time], about: "A window.")
        ),
        (
            "OrderPickup",
            Schema.object(
                [
                    "startsAt": Schema.time, "endsAt": Schema.time,
                    "isSoonest": Schema.flag("Whether the first window was asked for."),
                ],
                optional: ["cancelBefore": Schema.time],
                about:
                    "When the order is handed over. An order for later can be cancelled before cancelBefore, if the "
                    + "kitchen has not begun.")
        ),
    ]

    private static let isServed = Schema.flag(
        "Whether everything in the basket is served when the window begins; true without a basket.")

    /// The pickup that a request chooses.
    static let pickupChoice: JSONValue = [
        "oneOf": [
            Schema.oneOf(["soonest"]), Schema.named("Time"), ["type": "null"],
        ],
        "description":
            "soonest, which is meant when nothing is said, or when the window begins; only of a café with windows.",
    ]
}
