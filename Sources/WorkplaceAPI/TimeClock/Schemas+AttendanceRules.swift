import Attendance
import Essentials
import JSON
import Workplace

extension Schemas {
    static let attendanceRules: [(name: String, schema: JSONValue)] = [
        (
            "AttendanceRules",
            Schema.object(
                [
                    "revision": Schema.integer("The campus revision in force.", minimum: 1),
                    "document": rulesDocument, "month": attendanceMonthText,
                    "presets": Schema.list(of: rulesPreset),
                    "countries": Schema.list(of: retentionCountry),
                    "floorElsewhere": Schema.integer(
                        "How many years records are kept at least where the country is not known."),
                    "retention": Schema.named("AttendanceRetentionEffect"),
                    "reports": Schema.list(of: deletionReport),
                ],
                about:
                    "The rules of attendance of a site as the campus file has them, and what there is to choose from."
            )
        ),
        (
            "AttendanceRulesRequest",
            Schema.object(
                [
                    "document": rulesDocument,
                    "seen": Schema.integer("The campus revision in force that was seen.", minimum: 1),
                ], about: "Other rules of attendance of a site.")
        ),
        (
            "AttendanceRulesEffectRequest",
            Schema.object(
                [
                    "rules": [
                        "type": "object", "additionalProperties": true,
                        "description": "Rules as `workRules` of the campus file has them, without a month.",
                    ]
                ],
                optional: [
                    "dayChangeHour": [
                        "description":
                            "As in the campus file: an hour, or hours with the dates from which they hold.",
                        "anyOf": [
                            ["type": "integer", "minimum": 0, "maximum": 12],
                            ["type": "array", "items": ["type": "object"]], ["type": "null"],
                        ],
                    ]
                ], about: "Rules to look at.")
        ),
        (
            "AttendanceRulesEffect",
            Schema.object(
                [
                    "month": attendanceMonthText,
                    "closed": Schema.flag("Whether the month is closed, so that nothing of it changes."),
                    "changes": Schema.list(
                        of: Schema.object(
                            [
                                "person": Schema.identifier, "name": Schema.name,
                                "workSeconds": difference, "overtimeSeconds": difference,
                                "nightSeconds": difference, "automaticBreakSeconds": difference,
                                "movedShifts": Schema.integer(
                                    "How many shifts would count for another day.", minimum: 0),
                            ], about: "What would change for a person.")),
                    "unchanged": Schema.integer(
                        "For how many people with records of the month nothing would change."),
                ], about: "What other rules would have made of last month.")
        ),
        (
            "AttendanceRetentionEffectRequest",
            Schema.object(
                [
                    "attendanceRetention": [
                        "type": "object",
                        "description": "A rule as `attendanceRetention` of the campus file.",
                    ]
                ], about: "A rule to look at.")
        ),
        (
            "AttendanceRetentionEffect",
            Schema.object(
                [
                    "due": Schema.list(
                        of: Schema.object(
                            [
                                "month": attendanceMonthText, "lastEntry": Schema.date,
                                "keptUntil": Schema.date,
                                "records": Schema.integer("How many records would be deleted."),
                            ], about: "A month whose time is over."))
                ],
                optional: [
                    "next": Schema.object(
                        ["month": attendanceMonthText, "keptUntil": Schema.date],
                        about: "The first month that is still kept, and how long at least.")
                ], about: "What a rule of retention means today.")
        ),
    ]

    private static let rulesDocument: JSONValue = [
        "type": "object", "additionalProperties": true,
        "description":
            "`workRules`, `dayChangeHour` and `attendanceRetention` of the site, as in the campus file.",
    ]

    private static let difference: JSONValue = [
        "type": "integer", "description": "In seconds; a negative number is less.",
    ]

    private static let minutes = Schema.integer("In minutes.")

    private static let rulesPreset = Schema.object(
        [
            "id": Schema.identifier,
            "breaks": Schema.list(
                of: Schema.object(
                    ["afterMinutes": minutes, "minutes": minutes], about: "A break that is deducted.")),
            "night": Schema.text("Such as `22:00-05:00`."),
            "attribution": Schema.oneOf(WorkRules.Attribution.allCases.map(\.rawValue)),
            "rounding": Schema.oneOf(WorkRules.Rounding.allCases.map(\.rawValue)),
            "weekBegins": Schema.oneOf(Weekday.allCases.map(\.rawValue)),
            "refusedRoundings": Schema.list(of: Schema.oneOf(WorkRules.Rounding.allCases.map(\.rawValue))),
            "sources": Schema.list(
                of: Schema.object(
                    [
                        "statement": Schema.text("What it says, in English."),
                        "address": Schema.text("Where it was read."),
                    ], about: "A source.")),
            "readOn": Schema.date,
        ],
        optional: ["dailyMinutes": minutes, "weeklyMinutes": minutes, "monthlyMinutes": minutes],
        about: "Rules to begin with; no legal advice.")

    private static let retentionCountry = Schema.object(
        [
            "id": Schema.identifier, "floor": Schema.integer("How many years at least."),
            "standard": Schema.integer("How many years where the file does not say more."),
            "sources": Schema.list(of: Schema.text("Where it was read.")),
        ], about: "What the law of a country demands.")

    private static let deletionReport = Schema.object(
        [
            "at": Schema.time, "by": Schema.named("AttendancePerson"),
            "document": Schema.text("What was signed: JSON with the months and the public key."),
            "signature": Schema.text("ECDSA over P-256 with SHA-256, as base64url."),
        ], about: "What was deleted because its time was over.")
}
