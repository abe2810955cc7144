import JSON
import Workplace

extension Schemas {
    static let attendanceExchange: [(name: String, schema: JSONValue)] = [
        (
            "PayrollTemplates",
            Schema.object(
                [
                    "templates": Schema.list(
                        of: Schema.object(
                            ["id": Schema.identifier, "name": Schema.name], about: "A payroll file."))
                ], about: "The payroll files that the campus file has templates for.")
        ),
        (
            "AttendanceColumnMaps",
            Schema.object(
                [
                    "maps": Schema.list(
                        of: Schema.object(
                            [
                                "id": Schema.identifier, "name": Schema.name,
                                "columns": Schema.list(
                                    of: Schema.object(
                                        ["field": field, "column": Schema.name], about: "A column.")),
                                "sources": Schema.list(of: ["type": "string", "format": "uri"]),
                            ], about: "A known table; `sources` are the pages on which its columns were read."
                        ))
                ], about: "The tables whose columns are known.")
        ),
        (
            "AttendanceImportRequest",
            Schema.object(
                [
                    "name": ["type": "string", "minLength": 1, "maxLength": 200],
                    "csv": Schema.text("The table, with a head."),
                    "map": Schema.named("AttendanceColumns"),
                ],
                optional: ["reason": ["type": "string", "minLength": 1, "maxLength": 280]],
                about: """
                    A table of another system. `name` is what the ledger calls it, such as the name of the file. `reason` says why the \
                    days are imported, and the ledger has it before the name; an import needs it, a preview does not.
                    """
            )
        ),
        (
            "AttendanceColumns",
            Schema.object(
                [:],
                optional: [
                    "base": Schema.orNull(Schema.oneOf(AttendanceColumnsPreset.all.map(\.id))),
                    "columns": Schema.orNull(columns),
                    "dates": Schema.orNull(
                        Schema.oneOf(AttendanceColumns.DateOrder.allCases.map(\.rawValue))),
                    "timeZone": Schema.orNull(Schema.timeZone), "site": Schema.orNull(Schema.identifier),
                    "people": Schema.orNull([
                        "type": "object", "additionalProperties": Schema.identifier,
                        "description": "Who is meant by a text in the column of the person.",
                    ]),
                ],
                about: """
                    Which columns have what. A row is a stretch of work or a break. `base` is a known map, whose parts the others \
                    replace. Without `timeZone` the wall clock is that of the site.
                    """)
        ),
        (
            "AttendanceImport",
            Schema.object(
                [
                    "columns": Schema.list(of: ["type": "string"]),
                    "rows": Schema.integer("How many rows the table has.", minimum: 0),
                    "people": Schema.integer("How many people it is about.", minimum: 0),
                    "days": Schema.integer("How many days of people it has.", minimum: 0),
                    "known": Schema.integer("How many of them were imported before.", minimum: 0),
                    "workedSeconds": Schema.integer("The elapsed time of work in the table.", minimum: 0),
                    "sample": Schema.list(of: day),
                    "mistakeCount": Schema.integer("How many mistakes there are.", minimum: 0),
                    "mistakes": Schema.list(
                        of: Schema.object(
                            [
                                "line": Schema.integer("The line in the file, from 1.", minimum: 1),
                                "code": Schema.oneOf(AttendanceImport.Mistake.Kind.allCases.map(\.rawValue)),
                                "value": ["type": "string"],
                            ], about: "Why a row cannot be imported.")),
                ], about: "What an import records, and what is wrong. The lists have the first hundred.")
        ),
    ]

    private static let field = Schema.oneOf(AttendanceColumns.Field.allCases.map(\.rawValue))

    private static let columns: JSONValue = [
        "type": "object", "propertyNames": field, "additionalProperties": ["type": "string"],
        "description": "The name of the column that has each field.",
    ]

    private static let day = Schema.object(
        [
            "line": Schema.integer("The line of its first row.", minimum: 1),
            "person": Schema.named("AttendancePerson"), "day": attendanceDate,
            "known": Schema.flag("Whether the same was imported before."),
            "workedSeconds": Schema.integer("The elapsed time of work.", minimum: 0),
            "marks": Schema.list(
                of: Schema.object(
                    [
                        "kind": Schema.oneOf(["in", "break", "out"]), "at": Schema.time,
                        "localTime": Schema.localTime, "timeZone": Schema.timeZone,
                    ], about: "A time.")),
        ], about: "A day of a person in the table.")
}
