import Essentials
import JSON
import Ordering

extension Schemas {
    static let cafes: [(name: String, schema: JSONValue)] = [
        (
            "CafeList",
            Schema.object(
                [
                    "organisation": Schema.named("Reference"),
                    "cafes": Schema.list(of: Schema.named("Cafe")),
                ], about: "The cafés of the organisation.")
        ),
        (
            "Reference",
            Schema.object(["id": Schema.identifier, "name": Schema.name], about: "A thing by name.")
        ),
        ("Area", area),
        ("Cafe", cafe(detailed: false)),
        ("CafeDetail", cafe(detailed: true)),
        (
            "OpeningHours",
            [
                "type": "object", "description": "Opening hours by weekday, in the café's own time.",
                "properties": .object(hours), "additionalProperties": false,
                "required": .array(hours.members.map { .string($0.name) }),
            ]
        ),
    ]

    private static let hours = Weekday.allCases.reduce(into: JSONObject()) { members, day in
        members[day.rawValue] = Schema.list(of: Schema.text("From and to, such as `07:00–18:00`."))
    }

    private static func cafe(detailed: Bool) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", Schema.identifier), ("name", Schema.name), ("site", Schema.named("Reference")),
            ("coordinate", coordinate), ("area", Schema.named("Area")),
            ("timeZone", Schema.text("An IANA zone.")),
            ("today", Schema.date),
            ("currency", Schema.text("ISO 4217.")), ("isOpen", Schema.flag("Whether it takes orders now.")),
            ("hasPickupWindows", Schema.flag("Whether an order can be for a later time.")),
        ]
        if detailed {
            members += [
                ("stations", Schema.list(of: Schema.named("Reference"))),
                ("hours", Schema.named("OpeningHours")), ("exceptions", exceptions),
                ("ticketAges", ticketAges),
            ]
        }
        var properties = JSONObject()
        for (name, schema) in members { properties[name] = schema }
        properties["handover"] = Schema.object(
            [
                "code": Schema.flag("Whether people show a code to get their order."),
                "passConfirms": Schema.flag(
                    "Whether an order whose lines are all done is ready only when the pass confirms it."),
            ],
            optional: [
                "remindMinutes": Schema.integer("After how many minutes a person is reminded.", minimum: 1),
                "giveUpMinutes": Schema.integer(
                    "After how many an order counts as not collected.", minimum: 1),
                "refundPercent": Schema.integer("The part of the total that goes back then.", minimum: 0),
            ], about: "How the café hands orders over.")
        properties["opensAt"] = Schema.time
        properties["closesAt"] = Schema.time
        properties["pausedUntil"] = [
            "type": "string", "format": "date-time",
            "description": "Until when it takes no orders of the program that asks, at the latest.",
        ]
        return [
            "type": "object",
            "description": .string(detailed ? "A café with its stations and hours." : "A café."),
            "properties": .object(properties), "required": .array(members.map { .string($0.0) }),
            "additionalProperties": false,
        ]
    }

    private static let exceptions = Schema.list(
        of: Schema.object(
            [
                "date": ["type": "string", "format": "date"],
                "hours": Schema.list(of: Schema.text("From and to, such as `07:00–18:00`.")),
            ], about: "A coming day that differs from its weekday; without hours it is closed."))

    private static let ticketAges: JSONValue = {
        let ages = Schema.object(
            [
                "ageingMinutes": Schema.integer(
                    "The age from which a ticket asks for attention.", minimum: 1),
                "lateMinutes": Schema.integer("The age from which it is late.", minimum: 2),
            ], about: "When a ticket asks for attention.")
        var kinds = JSONObject()
        for kind in OrderKind.allCases { kinds[kind.rawValue] = ages }
        return [
            "type": "object", "description": "When tickets ask for attention, for each kind of order.",
            "properties": .object(kinds), "additionalProperties": false,
            "required": .array(OrderKind.allCases.map { .string($0.rawValue) }),
        ]
    }()
    private static let latitude: JSONValue = ["type": "number", "minimum": -90, "maximum": 90]
    private static let longitude: JSONValue = ["type": "number", "minimum": -180, "maximum": 180]

    /// A condition that pages evaluate locally.
    static let area: JSONValue = [
        "oneOf": [
            Schema.object(["circle": circle], about: "Within a circle."),
            Schema.object(["polygon": polygon], about: "Within a polygon, and in none of its holes."),
        ]
    ]

    private static let circle = Schema.object(
        [
            "latitude": latitude, "longitude": longitude,
            "radius": metres("Metres, above 0."),
        ], about: "A circle on the ground.")

    private static let polygon = Schema.object(
        [
            "outer": ring, "holes": Schema.list(of: ring),
            "extent": metres("How far the area goes from the café's point, in metres."),
        ], about: "Corners with shortest ways between them; the last is joined to the first.")

    private static let ring: JSONValue = ["type": "array", "items": corner, "minItems": 3]

    private static let corner = Schema.object(
        ["latitude": latitude, "longitude": longitude], about: "A corner (WGS 84).")

    private static func metres(_ description: String) -> JSONValue {
        [
            "type": "number", "minimum": 0, "maximum": 20_037_508, "description": .string(description),
        ]
    }

    private static let coordinate = Schema.object(
        ["latitude": latitude, "longitude": longitude],
        about: "Where the café is (WGS 84), so that a page can find the nearest one by itself. "
            + "No request takes a position.")
}
