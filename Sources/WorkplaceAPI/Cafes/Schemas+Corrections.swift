import JSON
import Workplace

extension Schemas {
    private static let reason: JSONValue = [
        "type": "string", "minLength": 1, "maxLength": 200,
        "description": "Why; the person reads it in the statement.",
    ]

    static let corrections: [(name: String, schema: JSONValue)] = [
        (
            "Accounts",
            Schema.object(
                [
                    "accounts": Schema.list(
                        of: Schema.object(
                            [
                                "person": Schema.identifier, "name": Schema.name,
                                "balances": Schema.list(of: Schema.money),
                            ], about: "A person with the balances of their meal accounts.")),
                    "count": Schema.integer("How many people there are, also those that are not listed."),
                ], about: "Meal accounts by person.")
        ),
        (
            "PersonAccount",
            Schema.object(
                [
                    "person": Schema.identifier, "name": Schema.name,
                    "balances": Schema.list(of: Schema.money), "reserved": Schema.list(of: Schema.money),
                    "entries": Schema.list(of: Schema.named("AccountEntry")),
                ], optional: ["next": Schema.text("The cursor of the next page.")],
                about: "The meal accounts of a person, the latest movements first.")
        ),
        (
            "CorrectionRequest",
            Schema.object(
                [
                    "entries": [
                        "type": "array", "minItems": 1,
                        "maxItems": .integer(Int64(AccountCorrection.entriesAtMost)),
                        "items": Schema.object(
                            ["person": Schema.identifier, "amount": Schema.money, "reason": reason],
                            about: "An amount that is added to an account, or taken away when it is negative."
                        ),
                    ]
                ], about: "Entries that are posted together or not at all.")
        ),
        (
            "CorrectionPreview",
            Schema.object(
                [
                    "entries": Schema.list(
                        of: Schema.object(
                            [
                                "person": Schema.identifier, "name": Schema.name, "amount": Schema.money,
                                "reason": reason, "balance": Schema.money,
                            ], about: "An entry, and the balance of the account after it.")),
                    "needsSecondPerson": Schema.flag("Whether somebody else has to confirm it."),
                ], optional: ["earlier": Schema.named("Correction")],
                about: "What a correction would do. With `earlier` it was made before, and is not made again."
            )
        ),
        (
            "CorrectionDecision",
            Schema.object(
                ["confirmed": Schema.flag("Whether the correction is posted, or refused.")],
                about: "What the second person decides.")
        ),
        (
            "CorrectionPerson",
            Schema.object(
                ["id": Schema.identifier], optional: ["name": Schema.name],
                about: "A person, without a name when they have left.")
        ),
        (
            "Correction",
            Schema.object(
                [
                    "id": Schema.identifier,
                    "stage": Schema.oneOf(AccountCorrection.Stage.allCases.map(\.rawValue)),
                    "madeBy": Schema.named("CorrectionPerson"), "madeAt": Schema.time,
                    "entries": Schema.list(
                        of: Schema.object(
                            ["person": Schema.identifier, "amount": Schema.money, "reason": reason],
                            optional: ["name": Schema.name], about: "An entry.")),
                ],
                optional: ["decidedBy": Schema.named("CorrectionPerson"), "decidedAt": Schema.time],
                about:
                    "Amounts that finance adds to meal accounts or takes from them. While it is pending nothing is posted."
            )
        ),
        (
            "Corrections",
            Schema.object(
                [
                    "pending": Schema.list(of: Schema.named("Correction")),
                    "decided": Schema.list(of: Schema.named("Correction")),
                ], about: "What waits for a second person, and the latest others.")
        ),
    ]
}
