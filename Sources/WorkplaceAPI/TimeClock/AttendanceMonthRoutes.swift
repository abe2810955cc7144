import Essentials
import HTTPCore
import JSON
import Workplace

/// Months of attendance: one's own, and those of others for the people who approve corrections.
struct AttendanceMonthRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [month] }

    private var month: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/month", access: .person,
            operation: Operation(
                id: "getAttendanceMonth",
                summary: "What counts of your work in a month, day by day, with what is missing.",
                tag: .attendance, parameters: [.month], success: .json("AttendanceMonth"), isTranslated: true)
        ) { request, person in
            let month = try await services.attendance.month(try request.month(), of: person.id)
            var json = JSONWriter(capacity: 16_384)
            try wire(request).write(month, to: &json)
            return .json(json.bytes)
        }
    }

    private func wire(_ request: APIRequest) throws -> AttendanceWire {
        AttendanceWire(campus: try services.campuses.inForce(), language: request.language)
    }
}

extension Operation.Parameter {
    fileprivate static let month = Operation.Parameter(
        name: "month", place: .query,
        summary: "The month, such as `2026-11`; the present one at your place unless given.",
        schema: ["type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"])
}

extension APIRequest {
    /// The month of the query; `nil` without one.
    fileprivate func month() throws -> CalendarMonth? {
        guard let text = try http.queryValue("month") else { return nil }
        guard let month = CalendarMonth(text) else {
            throw Problem.invalidParameter("month", "must be a month such as 2026-11")
        }
        return month
    }
}
