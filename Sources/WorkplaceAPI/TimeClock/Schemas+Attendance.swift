import Attendance
import JSON

extension Schema {
    static let punchKind = oneOf(PunchKind.allCases.map(\.rawValue))
    static let localTime: JSONValue = [
        "type": "string", "format": "date-time",
        "description": "The same instant by the wall clock of `timeZone`, with its difference from UTC.",
    ]
    static let timeZone: JSONValue = text("An IANA zone; `UTC` when the place has left the campus.")
}

extension Schemas {
    static let attendance: [(name: String, schema: JSONValue)] = [
        ("Attendance", today),
        ("Punch", punch),
        ("ReminderDecision", decision),
        (
            "Reminders",
            Schema.object(
                ["on": Schema.flag("Whether you are reminded at the door; not before you say so.")],
                optional: ["since": Schema.time], about: "Whether reminders are wanted, and since when.")
        ),
        (
            "RemindersRequest",
            Schema.object(["on": Schema.flag("Whether you want to be reminded.")], about: "A wish.")
        ),
        (
            "PunchRequest",
            Schema.object(
                ["kind": Schema.punchKind],
                optional: [
                    "deviceTime": Schema.orNull([
                        "type": "string", "format": "date-time",
                        "description": "What your device's clock shows; kept beside the server's time.",
                    ]),
                    "reminder": Schema.orNull(Schema.identifier), "site": Schema.orNull(Schema.identifier),
                ],
                about: """
                    Clocking in or out. Without `site` it is that of the reminder, else that of your last punch, else \
                    the only one.
                    """)
        ),
        (
            "AttendanceSite",
            Schema.object(
                ["id": Schema.identifier, "name": Schema.name, "timeZone": Schema.timeZone],
                about: "A site at which one can clock in and out.")
        ),
        (
            "AttendancePlace",
            Schema.object(
                ["id": Schema.identifier, "name": Schema.name],
                about: "A site or an entrance; its identifier is its name when it has left the campus.")
        ),
    ]

    private static let today = Schema.object(
        [
            "asOf": Schema.feedNumber, "now": Schema.time, "state": Schema.punchKind,
            "sites": Schema.list(of: Schema.named("AttendanceSite")),
            "reminders": Schema.named("Reminders"),
            "punches": Schema.list(of: Schema.named("Punch")),
            "decisions": Schema.list(of: Schema.named("ReminderDecision")),
        ],
        optional: [
            "since": Schema.time,
            "site": Schema.identifier,
            "pending": Schema.named("ReminderDecision"),
        ],
        about: """
            Where you stand: `in` or `out` since your last punch, today's punches in order, what crossings have led to \
            in the last day, the last first, and the reminder that waits for an answer. `site` is where the next punch \
            is made unless you say otherwise.
            """)

    private static let punch = Schema.object(
        [
            "id": Schema.identifier, "kind": Schema.punchKind, "at": Schema.time,
            "localTime": Schema.localTime, "timeZone": Schema.timeZone,
            "site": Schema.named("AttendancePlace"),
            "skewed": Schema.flag("Whether the device's clock was off by more than two minutes."),
        ],
        optional: ["deviceTime": Schema.time, "reminder": Schema.identifier],
        about: "A record that is never changed or removed. `at` is the server's time.")

    private static let decision = Schema.object(
        [
            "id": Schema.identifier, "kind": Schema.punchKind,
            "crossing": Schema.oneOf(Crossing.Kind.allCases.map(\.rawValue)),
            "entrance": Schema.named("AttendancePlace"), "at": Schema.time, "receivedAt": Schema.time,
            "localTime": Schema.localTime, "timeZone": Schema.timeZone,
            "reminded": Schema.flag("Whether you were reminded."),
            "reason": Schema.oneOf(ReminderReason.allCases.map(\.rawValue)),
        ], about: "Why a crossing of an entrance reminded you, or did not; kept for a day.")
}
