import Attendance
import JSON
import Workplace

extension Schemas {
    static let attendanceMonths: [(name: String, schema: JSONValue)] = [
        ("AttendanceMonth", month),
        ("WorkDaySummary", day),
        (
            "AttendanceExport",
            Schema.object(
                ["months": Schema.list(of: Schema.named("AttendanceMonth"))],
                about: "Months in the order of the names.")
        ),
        (
            "AttendanceTotals",
            Schema.object(
                [
                    "rules": Schema.text("What the rules of the place are called."),
                    "version": Schema.text(
                        "A digest of the rules: the same rules have the same version everywhere."),
                    "rounding": Schema.oneOf(WorkRules.Rounding.allCases.map(\.rawValue)),
                    "elapsedSeconds": seconds("The elapsed time of work, before any rule."),
                    "automaticBreakSeconds": seconds("What is deducted by rule."),
                    "workSeconds": seconds("What counts as work."),
                    "overtimeOfDaysSeconds": seconds("Work beyond the limit of days."),
                    "overtimeOfWeeksSeconds": seconds(
                        "Work beyond the limit of the weeks that end in the month, without overtime of days."),
                    "overtimeOfMonthSeconds": seconds(
                        "Work beyond the limit of the month, without other overtime."),
                    "nightSeconds": seconds("Work within the night."),
                    "rounded": Schema.object(
                        [
                            "workSeconds": seconds("What counts as work."),
                            "overtimeSeconds": seconds("All overtime."),
                            "nightSeconds": seconds("Work within the night."),
                        ], about: "The totals as the rules round them."),
                ], about: "What the rules of the person's place make of the month.")
        ),
        ("WorkMark", mark),
        ("DayCorrection", correction),
        (
            "DayCorrections",
            Schema.object(
                [
                    "waiting": Schema.list(of: Schema.named("DayCorrection")),
                    "decided": Schema.list(of: Schema.named("DayCorrection")),
                ], about: "The corrections that wait, the first one first, and the latest that were decided.")
        ),
        (
            "DayCorrectionRequest",
            Schema.object(
                ["day": attendanceDate, "marks": proposal, "reason": attendanceReason],
                optional: [
                    "site": Schema.orNull(Schema.identifier),
                    "waivesBreak": Schema.orNull(
                        Schema.flag("Whether no break is to be deducted by rule, because none was taken.")),
                ],
                about:
                    "The times that should count for a day. Without `site` they are at that of the day's punches."
            )
        ),
        (
            "DayCorrectionDecision",
            Schema.object(
                ["verdict": Schema.oneOf(["accept", "change", "reject"])],
                optional: [
                    "marks": proposal, "reason": Schema.orNull(["type": "string", "maxLength": 500]),
                ],
                about: "A decision. `change` needs `marks`; `change` and `reject` need a `reason`.")
        ),
        (
            "AttendancePeople",
            Schema.object(
                [
                    "asOf": Schema.feedNumber,
                    "people": Schema.list(of: Schema.named("AttendanceSummary")),
                    "places": Schema.list(of: Schema.named("AttendancePeriod")),
                ],
                about:
                    "People with the totals of a month, in the order of their names, and how the month stands at their places."
            )
        ),
        (
            "AttendanceSummary",
            Schema.object(
                [
                    "person": Schema.identifier, "name": Schema.name, "month": attendanceMonthText,
                    "workedSeconds": seconds("The elapsed time of work."),
                    "breakSeconds": seconds("The elapsed time of breaks."),
                    "missing": Schema.integer("How many days lack a punch.", minimum: 0),
                    "waiting": Schema.integer("How many days have a correction that waits.", minimum: 0),
                ],
                optional: [
                    "overtimeSeconds": seconds("All overtime by the rules of the place, where it has any."),
                    "nightSeconds": seconds("Work within the night by these rules."),
                ], about: "A person's month in numbers.")
        ),
        (
            "AttendancePerson",
            Schema.object(["id": Schema.identifier, "name": Schema.name], about: "A person.")
        ),
        (
            "WorkStretch",
            Schema.object(
                ["kind": Schema.oneOf(["work", "break"]), "from": Schema.time],
                optional: ["to": Schema.time],
                about: "A stretch of work or a break. Without `to` it goes on.")
        ),
    ]

    static let attendanceDate: JSONValue = ["type": "string", "format": "date"]

    static let attendanceMonthText: JSONValue = ["type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"]
    static let attendanceReason: JSONValue = ["type": "string", "minLength": 1, "maxLength": 500]

    private static let proposal: JSONValue = [
        "type": "array", "maxItems": .integer(Int64(WorkDay.marksAtMost)),
        "items": Schema.object(
            [
                "kind": Schema.oneOf(WorkMark.Kind.allCases.map(\.rawValue)),
                "at": Schema.text(
                    "A time on the wall clock of the place, such as `2026-11-02T17:30`, or an instant of RFC 3339."
                ),
            ],
            optional: [
                "second": Schema.orNull(
                    Schema.flag("Where clocks show the time twice: whether the second is meant."))
            ], about: "A proposed time."),
        "description": "Whole shifts: in, breaks and back, out. An empty list says that nothing counts.",
    ]

    private static let correction = Schema.object(
        [
            "id": Schema.identifier, "person": Schema.named("AttendancePerson"), "day": attendanceDate,
            "timeZone": Schema.timeZone, "dayStartsAt": dayStart, "site": Schema.named("AttendancePlace"),
            "state": Schema.oneOf(DayCorrection.states), "requestedAt": Schema.time,
            "reason": attendanceReason,
            "marks": Schema.list(of: Schema.named("WorkMark")),
        ],
        optional: [
            "waivesBreak": Schema.flag("Whether the person asks that no break is deducted by rule."),
            "decision": Schema.object(
                ["by": Schema.named("AttendancePerson"), "at": Schema.time],
                optional: ["reason": attendanceReason, "marks": Schema.list(of: Schema.named("WorkMark"))],
                about: "What ended the request; `marks` are the times that count now."),
        ],
        about:
            "A person's request that other times count for a day, and what was decided. Punches stay as they are."
    )

    /// When a day begins on the wall clock.
    static let dayStart = Schema.text(
        "When a day begins on the wall clock of the place; a shift counts for the day on which it begins.")

    private static let month = Schema.object(
        [
            "person": Schema.named("AttendancePerson"),
            "month": attendanceMonthText,
            "timeZone": Schema.timeZone,
            "dayStartsAt": dayStart,
            "workedSeconds": seconds("The elapsed time of work: the sum of the days."),
            "breakSeconds": seconds("The elapsed time of breaks: the sum of the days."),
            "missing": Schema.integer("How many days lack a punch.", minimum: 0),
            "waiting": Schema.integer("How many days have a correction that waits.", minimum: 0),
            "days": Schema.list(of: Schema.named("WorkDaySummary")),
        ],
        optional: [
            "asOf": Schema.feedNumber, "now": Schema.time, "totals": Schema.named("AttendanceTotals"),
            "closed": Schema.object(
                ["at": Schema.time, "by": Schema.named("AttendancePerson")],
                about: "That the month is closed: what counts does not change any more."),
        ],
        about:
            "What counts of a person's work in a month: every day, in order. An export has no `asOf` and no `now`."
    )

    private static let day = Schema.object(
        [
            "date": attendanceDate, "timeZone": Schema.timeZone, "startsAt": Schema.time,
            "endsAt": Schema.time,
            "state": Schema.oneOf(WorkDay.State.allCases.map(\.rawValue)),
            "workedSeconds": seconds("The elapsed time of work; what runs counts up to now."),
            "breakSeconds": seconds("The elapsed time of breaks."),
            "long": Schema.flag("Whether a shift is longer than 16 hours, so that a punch may be wrong."),
            "missing": Schema.list(of: Schema.oneOf(["in", "out"])),
            "marks": Schema.list(of: Schema.named("WorkMark")),
            "stretches": Schema.list(of: Schema.named("WorkStretch")),
            "corrected": Schema.flag("Whether accepted times count in place of the punches."),
            "corrections": Schema.list(of: Schema.named("DayCorrection")),
        ],
        optional: [
            "punched": Schema.list(of: Schema.named("WorkMark")),
            "automaticBreakSeconds": seconds(
                "What the rules of the place deduct, because no break of that length was punched."),
            "breakWaived": Schema.flag("Whether an approver decided that nothing is deducted."),
            "dayStartsAt": dayStart,
        ],
        about: """
            What counts of a day. `missing` names the punches that are missing; the stretch that lacks one counts nothing, and no \
            time is invented. `dayStartsAt` is there where the day begins at another hour than the first one of the month.
            """)

    private static let mark = Schema.object(
        [
            "kind": Schema.oneOf(WorkMark.Kind.allCases.map(\.rawValue)), "at": Schema.time,
            "localTime": Schema.localTime, "timeZone": Schema.timeZone,
            "site": Schema.named("AttendancePlace"),
        ],
        optional: [
            "punch": Schema.identifier, "source": Schema.oneOf(AttendanceMonth.sourceWords),
        ],
        about: "A time at which work begins, pauses or ends. Without `punch` a correction gave it.")

    private static func seconds(_ summary: String) -> JSONValue { Schema.integer(summary, minimum: 0) }
}
