import Attendance
import JSON
import Workplace

extension Schemas {
    static let attendanceTeam: [(name: String, schema: JSONValue)] = [
        (
            "ApprovalDelegation",
            Schema.object(
                [
                    "id": Schema.identifier, "approver": Schema.named("AttendancePerson"),
                    "delegate": Schema.named("AttendancePerson"), "firstDay": attendanceDate,
                    "lastDay": attendanceDate, "timeZone": Schema.timeZone,
                    "inForce": Schema.flag("Whether it holds now; else it begins later."),
                ], about: "That somebody decides in place of an approver, until the last day is over.")
        ),
        (
            "ApprovalDelegations",
            Schema.object(
                [
                    "mayDelegate": Schema.flag(
                        "Whether the role is your own; a right that was handed to you is not handed on."),
                    "given": Schema.list(of: Schema.named("ApprovalDelegation")),
                    "received": Schema.list(of: Schema.named("ApprovalDelegation")),
                ], about: "Who stands in for you, and for whom you do.")
        ),
        (
            "ApprovalDelegationRequest",
            Schema.object(
                ["delegate": Schema.identifier, "lastDay": attendanceDate],
                optional: ["firstDay": Schema.orNull(attendanceDate)],
                about: "Who stands in for you, from today or a later day, until a day.")
        ),
        (
            "AttendanceClosing",
            Schema.object(
                [
                    "id": Schema.identifier, "site": Schema.identifier, "month": attendanceMonthText,
                    "closedBy": Schema.named("AttendancePerson"), "closedAt": Schema.time,
                ],
                optional: [
                    "reopening": Schema.object(
                        [
                            "askedBy": Schema.named("AttendancePerson"), "askedAt": Schema.time,
                            "reason": attendanceReason,
                        ], about: "A request to reopen it, to which somebody else has to agree.")
                ], about: "A closed month of a place.")
        ),
        (
            "AttendanceClosingRequest",
            Schema.object(
                ["month": attendanceMonthText, "site": Schema.identifier],
                optional: [
                    "acceptMissing": Schema.orNull(
                        Schema.flag("Whether days may lack a punch; their open stretches count nothing."))
                ], about: "The month of a place that is closed.")
        ),
        (
            "ReopeningRequest",
            Schema.object(["reason": attendanceReason], about: "Why a closed month should be reopened.")
        ),
        (
            "WhoIsIn",
            Schema.object(
                [
                    "shown": Schema.flag("Whether any place shows you who is at work."),
                    "people": Schema.list(
                        of: Schema.object(
                            [
                                "name": Schema.name, "state": Schema.oneOf(["in", "break"]),
                                "place": Schema.name,
                            ], about: "Somebody who is at work, or on a break.")),
                ], about: "Who is at work where, in the order of the names.")
        ),
        (
            "EntranceVisitRequest",
            Schema.object(
                [
                    "number": Schema.text("What the reader of the badge typed."),
                    "pin": Schema.text("The PIN that belongs to the badge."),
                ], about: "A badge and its PIN, at the tablet of an entrance.")
        ),
        (
            "EntranceVisit",
            Schema.object(
                [
                    "visit": Schema.text("The secret by which the tablet punches within a minute."),
                    "name": Schema.name,
                    "state": Schema.oneOf(WorkMark.Kind.allCases.map(\.rawValue)),
                    "allowed": Schema.list(of: Schema.oneOf(WorkMark.Kind.allCases.map(\.rawValue))),
                    "mayHaveForgotten": Schema.flag("Whether an earlier clock-out may be missing."),
                    "expiresAt": Schema.time,
                ], optional: ["since": Schema.time],
                about: "Somebody at a tablet, and what they may do; the expected one comes first.")
        ),
        (
            "EntrancePunchRequest",
            Schema.object(
                ["kind": Schema.oneOf(WorkMark.Kind.allCases.map(\.rawValue))],
                optional: [
                    "forgotOut": Schema.orNull(Schema.flag("That an earlier clock-out was forgotten."))
                ], about: "What the person does at the tablet.")
        ),
        (
            "AttendancePeriod",
            Schema.object(
                [
                    "site": Schema.identifier, "name": Schema.name, "month": attendanceMonthText,
                    "over": Schema.flag("Whether the last day of the month is over at the place."),
                    "missing": Schema.integer("How many days lack a punch."),
                    "waiting": Schema.integer("How many days have a correction that waits."),
                    "running": Schema.integer("How many people's shifts go on."),
                ], optional: ["closing": Schema.named("AttendanceClosing")],
                about: "How a month stands at a place; `closing` while it is closed.")
        ),
    ]
}
