import Attendance
import JSON

extension Schemas {
    static let attendanceMonths: [(name: String, schema: JSONValue)] = [
        ("AttendanceMonth", month),
        ("WorkDaySummary", day),
        ("WorkMark", mark),
        (
            "WorkStretch",
            Schema.object(
                ["kind": Schema.oneOf(["work", "break"]), "from": Schema.time],
                optional: ["to": Schema.time],
                about: "A stretch of work or a break. Without `to` it goes on.")
        ),
    ]

    private static let date: JSONValue = ["type": "string", "format": "date"]

    private static let month = Schema.object(
        [
            "asOf": Schema.feedNumber, "now": Schema.time,
            "person": Schema.object(
                ["id": Schema.identifier, "name": Schema.name], about: "Whose month it is."),
            "month": ["type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"],
            "timeZone": Schema.timeZone,
            "dayStartsAt": Schema.text(
                "When a day begins on the wall clock; a shift counts for the day on which it begins."),
            "workedSeconds": seconds("The elapsed time of work: the sum of the days."),
            "breakSeconds": seconds("The elapsed time of breaks: the sum of the days."),
            "missing": Schema.integer("How many days lack a punch.", minimum: 0),
            "waiting": Schema.integer("How many days have a correction that waits.", minimum: 0),
            "days": Schema.list(of: Schema.named("WorkDaySummary")),
        ], about: "What counts of a person's work in a month: every day, in order.")

    private static let day = Schema.object(
        [
            "date": date, "timeZone": Schema.timeZone, "startsAt": Schema.time, "endsAt": Schema.time,
            "state": Schema.oneOf(WorkDay.State.allCases.map(\.rawValue)),
            "workedSeconds": seconds("The elapsed time of work; what runs counts up to now."),
            "breakSeconds": seconds("The elapsed time of breaks."),
            "long": Schema.flag("Whether a shift is longer than 16 hours, so that a punch may be wrong."),
            "missing": Schema.list(of: Schema.oneOf(["in", "out"])),
            "marks": Schema.list(of: Schema.named("WorkMark")),
            "stretches": Schema.list(of: Schema.named("WorkStretch")),
        ],
        about: """
            What counts of a day. `missing` names the punches that are missing; the stretch that lacks one counts nothing, and no \
            time is invented.
            """)

    private static let mark = Schema.object(
        [
            "kind": Schema.oneOf(WorkMark.Kind.allCases.map(\.rawValue)), "at": Schema.time,
            "localTime": Schema.localTime, "timeZone": Schema.timeZone,
            "site": Schema.named("AttendancePlace"),
        ], optional: ["punch": Schema.identifier],
        about: "A time at which work begins, pauses or ends. Without `punch` a correction gave it.")

    private static func seconds(_ summary: String) -> JSONValue { Schema.integer(summary, minimum: 0) }
}
