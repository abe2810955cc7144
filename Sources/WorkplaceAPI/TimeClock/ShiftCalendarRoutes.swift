import Essentials
import HTTPCore
import JSON
import Workplace

/// A person's shifts as a calendar at a secret address, which the person can revoke.
struct ShiftCalendarRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [state, making, revoking, calendar] }

    private var state: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/calendar", access: .person,
            operation: Operation(
                id: "getShiftCalendar", summary: "Whether your shifts have a secret address, and since when.",
                tag: .attendance, success: .json("ShiftCalendar"))
        ) { _, person in
            let madeAt = try await services.attendance.calendarAddress(of: person.id)
            var json = JSONWriter()
            json.object { json in json.member("madeAt", optional: madeAt) }
            return .json(json.bytes)
        }
    }

    private var making: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/calendar", access: .person,
            operation: Operation(
                id: "makeShiftCalendar",
                summary:
                    "Makes a secret address from which calendar programs read your shifts; an earlier one stops working.",
                tag: .attendance, success: .json("ShiftCalendarAddress", .created))
        ) { _, person in
            let secret = try await services.attendance.makeCalendarAddress(of: person.id)
            var json = JSONWriter()
            json.object { json in json.member("path", "/api/v1/attendance/calendars/\(secret)/shifts.ics") }
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            return response
        }
    }

    private var revoking: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/attendance/calendar", access: .person,
            operation: Operation(
                id: "revokeShiftCalendar", summary: "Makes the secret address of your shifts stop working.",
                tag: .attendance, success: .empty)
        ) { _, person in
            try await services.attendance.revokeCalendarAddress(of: person.id)
            return HTTPResponse(.noContent)
        }
    }

    private var calendar: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/calendars/{secret}/shifts.ics",
            operation: Operation(
                id: "readShiftCalendar",
                summary:
                    "The shifts of whoever made the address: those of three months, and the hours usually worked in the next four weeks.",
                tag: .attendance, success: .calendar, problems: [.unknownCalendar])
        ) { request in
            guard
                let text = try await services.attendance.calendar(
                    secret: String(request.parameters["secret"]))
            else { throw Problem(.unknownCalendar, detail: "This address does not work, or no longer does.") }
            return .content(Array(text.utf8), type: "text/calendar; charset=utf-8")
        }
    }
}

// Calendars of shifts.
extension ProblemKind {
    static let unknownCalendar = ProblemKind(
        .notFound, "unknown-calendar", title: "No such calendar",
        "The address of the calendar does not work, or its person has taken it back.")

    static let shiftCalendars = [unknownCalendar]
}

extension Schemas {
    static let shiftCalendars: [(name: String, schema: JSONValue)] = [
        (
            "ShiftCalendar",
            Schema.object(
                [:], optional: ["madeAt": Schema.time],
                about: "The secret address of one's shifts. Without `madeAt` there is none.")
        ),
        (
            "ShiftCalendarAddress",
            Schema.object(
                ["path": ["type": "string", "format": "uri-reference"]],
                about: "A new address. It is shown once; whoever knows it reads the shifts.")
        ),
    ]
}
