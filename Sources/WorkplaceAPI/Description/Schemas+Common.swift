import Essentials
import HTTPCore
import JSON
import Ordering

extension Schemas {
    static let common: [(name: String, schema: JSONValue)] = [
        (
            "Identifier",
            [
                "type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$",
                "description": "Stays the same for as long as the thing it names exists.",
            ]
        ),
        (
            "Time",
            [
                "type": "string", "format": "date-time",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
                "description": "An instant of RFC 3339 in UTC with milliseconds.",
            ]
        ),
        (
            "Money",
            Schema.object(
                [
                    "amount": ["type": "integer", "description": "In minor units of the currency."],
                    "currency": ["type": "string", "pattern": "^[A-Z]{3}$", "description": "ISO 4217."],
                ], about: "An amount; amounts are never converted.")
        ),
        (
            "Allergens",
            Schema.object(
                [
                    "known": Schema.flag("Whether the lists name everything; `false` is never safe."),
                    "contains": Schema.list(of: allergen),
                    "mayContain": Schema.list(of: allergen),
                ], about: "What is declared about allergens.")
        ),
        (
            "Health",
            Schema.object(["status": Schema.oneOf(["ok"])], about: "That the server is well.")
        ),
        ("Problem", problem),
        ("FieldError", fieldError),
    ]

    private static let allergen = Schema.oneOf(Allergen.allCases.map(\.rawValue))

    private static let problem = Schema.object(
        [
            "type": Schema.text("The address of a page about the kind: `/problems/` and the code."),
            "title": Schema.text("The kind in a few words."),
            "status": Schema.integer("The status of the answer.", minimum: 400),
            "code": Schema.oneOf(ProblemKind.all.map(\.code)),
        ],
        optional: [
            "detail": Schema.text("This occurrence in an English sentence."),
            "errors": Schema.list(of: Schema.named("FieldError")),
            "opensAt": Schema.time,
            "until": Schema.time,
            "items": Schema.list(of: Schema.identifier),
            "next": Schema.list(of: Schema.named("PickupWindow")),
            "balance": Schema.money,
            "needed": Schema.money,
            "currency": Schema.text("The currency in which there is no account."),
            "lines": Schema.list(of: Schema.named("OrderLine")),
            "subtotal": Schema.money,
            "tax": Schema.money,
            "total": Schema.money,
            "taxIncluded": Schema.flag("Whether prices include the tax."),
            "stage": Schema.oneOf(OrderStage.allCases.map(\.rawValue)),
            "version": Schema.version,
            "ticket": Schema.named("Ticket"),
            "state": Schema.markKind,
            "since": Schema.time,
            "allowed": Schema.list(of: Schema.markKind),
            "events": Schema.list(of: Schema.text("An event of tips that stays on the device.")),
            "now": Schema.time,
            "incident": Schema.text("Names an error of the server in its log."),
        ], about: "A refusal of RFC 9457. Nothing has changed.")

    private static let fieldError = Schema.object(
        [
            "pointer": Schema.text("A JSON pointer into the body, or a slash and the name of a parameter."),
            "code": Schema.oneOf(Problem.FieldError.codes),
            "detail": Schema.text("What is wrong, in an English sentence."),
        ], about: "One mistake of a request, and where it is.")
}
