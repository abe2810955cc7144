import JSON
import Ordering

extension Schemas {
    static let menu: [(name: String, schema: JSONValue)] = [
        (
            "Menu",
            Schema.object(
                [
                    "cafe": Schema.identifier, "currency": Schema.text("ISO 4217."),
                    "pricesIncludeTax": Schema.flag("Whether prices include the tax."),
                    "isOpen": Schema.flag("Whether the café takes orders now."),
                    "sections": Schema.list(of: Schema.named("MenuSection")),
                ],
                optional: ["pausedUntil": Schema.time, "delay": Schema.delay],
                about: """
                    A café's menu. While the café is paused for the program that asks, `pausedUntil` says until when at the latest.
                    """)
        ),
        (
            "MenuSection",
            Schema.object(
                ["name": Schema.name, "items": Schema.list(of: Schema.named("MenuItem"))],
                about: "A part of a menu.")
        ),
        (
            "MenuItem",
            Schema.object(
                [
                    "id": Schema.identifier, "name": Schema.name, "price": Schema.money,
                    "soldOut": Schema.flag("Whether it cannot be had now."),
                    "isServed": Schema.flag("Whether its serving hours allow an order now."),
                    "allergens": Schema.allergens,
                    "station": Schema.identifier, "prepMinutes": Schema.integer("How long it takes to make."),
                    "groups": Schema.list(of: Schema.named("ChoiceGroup")),
                ],
                optional: [
                    "summary": Schema.name, "picture": picture, "pausedUntil": Schema.time,
                    "servedAt": Schema.time,
                    "servedUntil": Schema.time, "diets": diets, "kilocalories": kilocalories,
                ],
                about:
                    "Something to order. `servedAt` is when its serving hours begin next, `servedUntil` when those "
                    + "end that hold now.")
        ),
        (
            "ChoiceGroup",
            Schema.object(
                [
                    "id": Schema.identifier, "name": Schema.name,
                    "minimum": Schema.integer("How many must be taken."),
                    "maximum": Schema.integer("How many may be taken."),
                    "defaults": Schema.list(of: Schema.identifier),
                    "choices": Schema.list(of: Schema.named("Choice")),
                ],
                about:
                    "Choices that belong together. A page proposes the defaults; an order names its choices.")
        ),
        (
            "Choice",
            Schema.object(
                [
                    "id": Schema.identifier, "name": Schema.name, "price": Schema.money,
                    "maximumQuantity": Schema.integer("How often it may be taken for one item.", minimum: 1),
                    "soldOut": Schema.flag("Whether it cannot be had now."), "allergens": Schema.allergens,
                ], optional: ["diets": diets, "kilocalories": kilocalories], about: "A choice for an item.")
        ),
    ]

    private static let diets: JSONValue = [
        "type": "array", "items": Schema.oneOf(Diet.allCases.map(\.rawValue)),
        "description":
            "The diets that it fits; missing when the café does not say, which never means that it fits.",
    ]

    private static let kilocalories = Schema.integer(
        "Energy in kilocalories; missing when the café does not say.")

    private static let picture = Schema.text(
        "A photo, which begins with `photo-` (GET /api/v1/pictures/NAME/SIDE), or a drawing of the pages, at /assets/images/dishes/NAME.svg."
    )

    private static let servingAt: JSONValue = [
        "allOf": [Schema.named("Time")],
        "description": .string(
            "When serving hours are judged, such as the start of a window that the basket holds. "
                + "Unlike with pickup, the quote is not refused when there is no room then."),
    ]

    static let quotes: [(name: String, schema: JSONValue)] = [
        (
            "QuoteRequest",
            Schema.object(
                ["lines": Schema.list(of: Schema.named("QuoteRequestLine"))],
                optional: ["pickup": pickupChoice, "servingAt": servingAt],
                about:
                    "A basket, with the prices that the page showed last. With pickup, the quote is refused when the order "
                    + "could not be handed over then. Without pickup and servingAt it is judged as of the first window."
            )
        ),
        ("QuoteRequestLine", line(optional: [("unitPrice", Schema.orNull(Schema.money))])),
        (
            "Quote",
            Schema.object(
                [
                    "lines": Schema.list(of: Schema.named("QuoteLine")),
                    "taxIncluded": Schema.flag("Whether prices include the tax."),
                    "isOrderable": Schema.flag("Whether every line can be ordered."),
                ],
                optional: [
                    "subtotal": Schema.money, "tax": Schema.money, "total": Schema.money,
                    "pickup": Schema.named("PickupTimetable"), "ready": Schema.named("ReadyBand"),
                ],
                about:
                    "The status of each line. The sums and the pickup windows are of the lines that can be "
                    + "ordered; only a café with windows has those.")
        ),
        (
            "ReadyBand",
            Schema.object(
                ["from": Schema.time, "until": Schema.time],
                optional: [
                    "keptOfTen": [
                        "type": "integer", "minimum": 0, "maximum": 10,
                        "description":
                            "How many of ten orders the café had ready within their bands lately; missing while there are too few to say.",
                    ]
                ],
                about:
                    "When an order that joins the line now, or is in it, is expected to be ready: from the work in the kitchen's line "
                    + "and from how the café kept its last bands.")
        ),
        (
            "QuoteLine",
            Schema.object(
                [
                    "status": Schema.oneOf([
                        "ok", "price-changed", "missing", "sold-out", "not-served", "paused",
                        "choice-missing",
                        "refused",
                    ])
                ],
                optional: [
                    "name": Schema.name, "unitPrice": Schema.money, "was": Schema.money,
                    "total": Schema.money, "allergens": Schema.allergens,
                    "choices": Schema.list(of: Schema.identifier), "pausedUntil": Schema.time,
                    "servedAt": Schema.time,
                    "errors": Schema.list(of: Schema.named("FieldError")),
                ], about: "The status of a line.")
        ),
        ("OrderRequestLine", line(optional: [])),
        (
            "ChoiceSelection",
            Schema.object(
                ["choice": Schema.identifier],
                optional: [
                    "quantity": Schema.integer("How often, for one item; 1 unless given.", minimum: 1)
                ],
                about: "A choice that is taken.")
        ),
    ]

    private static func line(optional further: [(String, JSONValue)]) -> JSONValue {
        var properties: JSONObject = [
            "item": Schema.identifier,
            "quantity": [
                "type": "integer", "minimum": .integer(Int64(Basket.quantities.lowerBound)),
                "maximum": .integer(Int64(Basket.quantities.upperBound)),
            ],
            "choices": Schema.orNull(Schema.list(of: Schema.named("ChoiceSelection"))),
            "note": Schema.orNull(
                ["type": "string", "maxLength": .integer(Int64(Basket.maximumNoteLength))]),
        ]
        for (name, schema) in further { properties[name] = schema }
        return [
            "type": "object", "description": "A line of a basket.", "properties": .object(properties),
            "required": ["item", "quantity"], "additionalProperties": false,
        ]
    }
}
