import JSON
import Workplace

extension Schemas {
    static let ownData: [(name: String, schema: JSONValue)] = [
        (
            "OwnData",
            Schema.object(
                [
                    "parts": Schema.list(of: Schema.named("KeptPart")),
                    "looks": Schema.list(of: look),
                    "identityDays": Schema.integer(
                        "How many days your name stays with orders and bookings."),
                ], about: "What is kept about you, and who looked at it, the last first.")
        ),
        (
            "KeptPart",
            Schema.object(
                [
                    "name": Schema.text("The stable name; the export has a member of this name."),
                    "count": Schema.integer("How many entries there are."),
                    "rule": Schema.oneOf([
                        "lasting", "identity", "until-time", "until-removed", "account", "law",
                    ]),
                    "stays": Schema.flag("Whether an erasure leaves it, because it has to be kept."),
                ],
                optional: [
                    "since": Schema.time, "until": Schema.time,
                    "seconds": Schema.integer("How long each entry is kept, for the rule `lasting`."),
                ], about: "A part of what is kept: since when, and when the last entry goes.")
        ),
        (
            "OwnDataExport",
            [
                "type": "object", "additionalProperties": true,
                "description": .string(
                    "All that is kept about you. Besides `person` and `tips`, each member is a list of entries and is named "
                        + "as in OwnData. Amounts are in minor units."),
                "required": ["format", "exportedAt", "person", "tips"],
                "properties": [
                    "format": Schema.oneOf(["vicinity-own-data-1"]), "exportedAt": Schema.time,
                    "person": ["type": "object", "additionalProperties": true],
                    "tips": ["type": "object", "additionalProperties": true],
                ],
            ]
        ),
        (
            "Remaining",
            Schema.object(
                ["parts": Schema.list(of: Schema.named("KeptPart"))],
                about: "What an erasure left, and by which rule.")
        ),
    ]

    private static let look = Schema.object(
        [
            "viewer": Schema.identifier,
            "what": Schema.oneOf(["tip"] + DataLook.Subject.allCases.map(\.rawValue)),
            "from": Schema.time, "to": Schema.time,
            "times": Schema.integer("How many times within the hour.", minimum: 1),
            "everybody": Schema.flag("Whether they read everybody's data at once."),
        ],
        optional: [
            "viewerName": Schema.text("The name of whoever looked, while the campus has them."),
            "detail": Schema.text("The tip that a question was about."),
        ], about: "Somebody read data about you.")
}
