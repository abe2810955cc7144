import Attendance
import Essentials
import JSON

extension Schema {
    static let punchKind = oneOf(PunchKind.allCases.map(\.rawValue))
    static let markKind = oneOf(WorkMark.Kind.allCases.map(\.rawValue))
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
            "AttendanceReplay",
            Schema.object(
                [
                    "since": Schema.time, "mode": Schema.oneOf(ReminderMode.allCases.map(\.rawValue)),
                    "decisions": Schema.list(of: Schema.named("ReminderDecision")),
                ],
                optional: ["window": window],
                about: """
                    What a rule would have decided on what is kept of your last day, the last first. Punches are those that you \
                    made. Crossings from before `since`, and second reports of one crossing, are not known.
                    """)
        ),
        (
            "Reminders",
            Schema.object(
                [
                    "on": Schema.flag("Whether you are reminded at the door; not before you say so."),
                    "mode": Schema.oneOf(ReminderMode.allCases.map(\.rawValue)),
                    "hours": Schema.named("WorkHours"),
                    "usual": Schema.object(
                        [
                            "window": window,
                            "dailyLimit": Schema.integer(
                                "How often a day you are reminded at most.", minimum: 1),
                        ],
                        optional: ["week": Schema.named("WorkWeek")],
                        about: "What holds in the organisation for people who have not said otherwise."),
                ],
                optional: ["since": Schema.time],
                about:
                    "Whether reminders are wanted, since when, by which rule, and what you said of your hours."
            )
        ),
        (
            "WorkHours",
            Schema.object(
                [:],
                optional: [
                    "window": Schema.orNull(window), "week": Schema.orNull(Schema.named("WorkWeek")),
                    "daysOff": Schema.list(of: ["type": "string", "format": "date"]),
                    "onDaysOff": Schema.flag("Whether you are reminded on days off."),
                ],
                about: """
                    What you say of your hours. What is missing is as the organisation says: its week, its window, no days \
                    off beside holidays.
                    """)
        ),
        (
            "WorkWeek",
            Schema.object(
                [:],
                optional: [
                    "monday": Schema.named("WorkDay"),
                    "tuesday": Schema.named("WorkDay"),
                    "wednesday": Schema.named("WorkDay"),
                    "thursday": Schema.named("WorkDay"),
                    "friday": Schema.named("WorkDay"),
                    "saturday": Schema.named("WorkDay"),
                    "sunday": Schema.named("WorkDay"),
                ],
                about: "The days on which one works; a day that is missing is free.")
        ),
        (
            "WorkDay",
            Schema.object(
                ["hours": Schema.text("From the beginning to the end of work, such as `09:00–17:30`.")],
                optional: ["break": Schema.orNull(Schema.text("The usual break, within the hours."))],
                about: "The hours of a weekday on the wall clock; they may end on the next day.")
        ),
        (
            "RemindersRequest",
            Schema.object(["on": Schema.flag("Whether you want to be reminded.")], about: "A wish.")
        ),
        (
            "PunchRequest",
            Schema.object(
                ["kind": Schema.markKind],
                optional: [
                    "deviceTime": Schema.orNull([
                        "type": "string", "format": "date-time",
                        "description": "What your device's clock shows; kept beside the server's time.",
                    ]),
                    "reminder": Schema.orNull(Schema.identifier), "site": Schema.orNull(Schema.identifier),
                    "offline": Schema.orNull(
                        Schema.object(
                            [
                                "device": ["type": "string", "minLength": 1, "maxLength": 64],
                                "counter": Schema.integer(
                                    "Counts the punches of the device up, from 1.", minimum: 1),
                            ],
                            about: """
                                Says that the device may send the punch later than it was made. With `deviceTime` and the field `Sent-At` \
                                the time is that of the server, minus what has passed on the device since; within a minute it counts as now.
                                """)),
                    "forgotOut": Schema.orNull(
                        Schema.flag(
                            "Whether you forgot to clock out on an earlier day; `in` is then taken on top of the earlier one."
                        )),
                    "scan": Schema.orNull(Schema.text("What the code of an entrance was exchanged for.")),
                ],
                about: """
                    Clocking in or out. Without `site` it is that of the scan, else that of the reminder, else that of your last punch, else \
                    the only one.
                    """)
        ),
        (
            "AttendanceSite",
            Schema.object(
                [
                    "id": Schema.identifier, "name": Schema.name, "timeZone": Schema.timeZone,
                    "dayStartsAt": dayStart,
                    "exitDwell": Schema.integer(
                        "How many seconds one must stay away for a departure to count.", minimum: 0),
                    "holidays": Schema.list(of: ["type": "string", "format": "date"]),
                    "entrances": Schema.list(of: Schema.named("AttendancePlace")),
                ],
                optional: [
                    "reminderWindow": window, "system": Schema.named("AttendanceSystem"),
                    "automatic": Schema.object(
                        [
                            "until": ["type": "string", "format": "date"],
                            "dayChangeHour": Schema.integer(
                                "The hour at which a departure without a return is recorded.", minimum: 0),
                        ],
                        about: "Your arrivals and departures here are recorded by themselves, up to this day."
                    ),
                ],
                about: """
                    A site at which one can clock in and out. With a `system`, working time is recorded there, and a punch here is \
                    a note of it. Its rules and the holidays of the next month are for devices that decide without a network.
                    """)
        ),
        (
            "AttendanceSystem",
            Schema.object(
                ["url": Schema.text("What the person's browser opens."), "host": Schema.text("Its host.")],
                about: "The attendance system that the company has already.")
        ),
        (
            "DoorCode",
            Schema.object(
                [
                    "code": Schema.text("The code."), "address": Schema.text("What the picture says."),
                    "picture": Schema.object(
                        [
                            "side": Schema.integer("The length of its sides in modules.", minimum: 1),
                            "path": Schema.text("The dark modules, as the data of an SVG path."),
                        ], about: "The QR code."),
                    "now": Schema.time, "nextAt": Schema.time, "expiresAt": Schema.time,
                    "entrance": Schema.named("AttendancePlace"),
                    "site": Schema.object(
                        ["id": Schema.identifier, "name": Schema.name, "timeZone": Schema.timeZone],
                        about: "The site to which the entrance leads."),
                ],
                about:
                    "What a tablet at an entrance shows until `nextAt`. It can be scanned until `expiresAt`.")
        ),
        (
            "DoorScanRequest",
            Schema.object(
                ["code": Schema.text("What stands behind `#door=` in the picture.")],
                about: "A code that was scanned.")
        ),
        (
            "DoorScan",
            Schema.object(
                [
                    "scan": Schema.text("What a punch names until `expiresAt`."), "at": Schema.time,
                    "expiresAt": Schema.time, "entrance": Schema.named("AttendancePlace"),
                    "site": Schema.identifier, "timeZone": Schema.timeZone,
                ],
                about: "A code that was scanned in time. It names nobody, and nothing is stored.")
        ),
        (
            "AttendancePlace",
            Schema.object(
                ["id": Schema.identifier, "name": Schema.name],
                about: "A site or an entrance; its identifier is its name when it has left the campus.")
        ),
    ]

    private static let window: JSONValue = [
        "type": "integer", "minimum": 0, "maximum": 720,
        "description": "How many minutes must pass before another reminder of the kind.",
    ]

    private static let today = Schema.object(
        [
            "asOf": Schema.feedNumber, "now": Schema.time, "state": Schema.markKind,
            "sites": Schema.list(of: Schema.named("AttendanceSite")),
            "reminders": Schema.named("Reminders"),
            "punches": Schema.list(of: Schema.named("Punch")),
            "decisions": Schema.list(of: Schema.named("ReminderDecision")),
        ],
        optional: [
            "since": Schema.time,
            "site": Schema.identifier,
            "pending": Schema.named("ReminderDecision"),
            "provisional": Schema.object(
                [
                    "entrance": Schema.named("AttendancePlace"), "at": Schema.time, "settlesAt": Schema.time,
                    "timeZone": Schema.timeZone,
                ],
                about: "A departure that is recorded at `settlesAt`, unless you come back or make a punch."),
        ],
        about: """
            Where you stand: `in` or `out` since your last punch, today's punches in order, what crossings have led to \
            in the last day, the last first, and the reminder that waits for an answer. `site` is where the next punch \
            is made unless you say otherwise.
            """)

    private static let punch = Schema.object(
        [
            "id": Schema.identifier, "kind": Schema.markKind, "at": Schema.time,
            "localTime": Schema.localTime, "timeZone": Schema.timeZone,
            "site": Schema.named("AttendancePlace"),
            "skewed": Schema.flag("Whether the device's clock was off by more than two minutes."),
            "source": Schema.oneOf(PunchSource.words),
        ],
        optional: [
            "deviceTime": Schema.time, "reminder": Schema.identifier,
            "entrance": Schema.named("AttendancePlace"),
        ],
        about: """
            A record that is never changed or removed. `at` is the server's time. `entrance` is where a code was scanned, or \
            which was crossed where the place records by itself: then `at` is the time of the crossing.
            """
    )

    private static let decision = Schema.object(
        [
            "kind": Schema.punchKind, "at": Schema.time, "receivedAt": Schema.time,
            "localTime": Schema.localTime, "timeZone": Schema.timeZone,
            "reminded": Schema.flag("Whether it reminds you."),
            "reason": Schema.oneOf(ReminderReason.allCases.map(\.rawValue)),
        ],
        optional: [
            "id": Schema.identifier, "crossing": Schema.oneOf(Crossing.Kind.allCases.map(\.rawValue)),
            "entrance": Schema.named("AttendancePlace"), "site": Schema.named("AttendancePlace"),
            "remindsAt": Schema.time,
        ],
        about: """
            Why a crossing of an entrance, or the time alone at a `site`, reminds you, or does not; kept for a day. At \
            `remindsAt` you are reminded unless you come back. A decision of a replay has no `id`.
            """)
}
