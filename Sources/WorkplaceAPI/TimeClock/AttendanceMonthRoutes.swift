import Attendance
import Cryptography
import Essentials
import HTTPCore
import JSON
import Workplace

/// Months of attendance and corrections of days: one's own, and those of others for the people who approve them.
struct AttendanceMonthRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [month, asking, withdrawal, people, personMonth, corrections, decision] + exports
    }

    // MARK: - One's own

    private var month: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/month", access: .person,
            operation: Operation(
                id: "getAttendanceMonth",
                summary: "What counts of your work in a month, day by day, with what is missing.",
                tag: .attendance, parameters: [.month], success: .json("AttendanceMonth"), isTranslated: true)
        ) { request, person in
            let month = try await services.attendance.month(try request.month(), of: person.id)
            return try answer(month, request)
        }
    }

    private var asking: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/corrections", access: .person,
            operation: Operation(
                id: "askForCorrection",
                summary:
                    "Asks an approver that other times count for one of your days. The punches stay as they are.",
                tag: .attendance,
                parameters: [
                    .idempotencyKey("Chosen by the client for each request; the same key asks only once.")
                ],
                body: "DayCorrectionRequest", success: .json("DayCorrection", .created), isTranslated: true,
                fields: [.replayed],
                problems: [
                    .idempotencyKeyRequired, .idempotencyKeyReused, .invalidTimes, .correctionUnchanged,
                    .dayNotOver, .correctionWaits, .unknownSite, .siteNeeded, .monthClosed,
                ])
        ) { request, person in
            let key = PunchKey(
                text: try request.idempotencyKey(), fingerprint: SHA256.digest(of: request.http.body))
            let body = try request.body(DayCorrectionBody.init)
            let asked = try await services.attendance.request(
                DayCorrectionRequest(
                    person: person.id, date: body.day, marks: body.marks, waivesBreak: body.waivesBreak,
                    site: body.site,
                    reason: body.reason,
                    key: key))
            var response = try answer(asked.correction, request)
            response.status = .created
            if asked.isReplay { try response.fields.set("Idempotent-Replayed", "true") }
            return response
        }
    }

    private var withdrawal: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/corrections/{correction}/withdrawal", access: .person,
            operation: Operation(
                id: "withdrawCorrection", summary: "Takes your request for a correction back while it waits.",
                tag: .attendance, success: .json("DayCorrection"), isTranslated: true,
                problems: [.unknownDayCorrection, .dayCorrectionDecided])
        ) { request, person in
            try answer(
                try await services.attendance.withdraw(try correction(request), by: person.id), request)
        }
    }

    // MARK: - Those of others

    private var people: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/people", access: .attendance,
            operation: Operation(
                id: "listAttendance",
                summary:
                    "The people whose attendance you may see, with the totals of a month and what is missing.",
                tag: .attendance, parameters: [.month], success: .json("AttendancePeople"), isTranslated: true
            )
        ) { request, viewer in
            let team = try await services.attendance.team(try request.month(), for: viewer)
            try await services.dataLooks.record(
                by: viewer.id, of: .attendance, at: Set(team.content.months.map(\.person)))
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("asOf", team.asOf)
                json.member("people") { json in
                    json.array { json in
                        for month in team.content.months { json.summary(of: month, on: campus) }
                    }
                }
                json.member("places") { json in
                    json.array { json in
                        for period in team.content.periods {
                            json.write(period, in: request.language, on: campus)
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var personMonth: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/people/{person}/month", access: .attendance,
            operation: Operation(
                id: "getAttendanceMonthOf", summary: "What counts of somebody's work in a month.",
                tag: .attendance, parameters: [.month], success: .json("AttendanceMonth"), isTranslated: true,
                problems: [.unknownPerson])
        ) { request, viewer in
            let person: PersonID = try request.identifier(
                "person", orThrow: Problem(.unknownPerson, detail: "There is no such person."))
            let month = try await services.attendance.month(try request.month(), of: person, for: viewer)
            try await services.dataLooks.record(by: viewer.id, of: .attendance, at: [person])
            return try answer(month, request)
        }
    }

    private var corrections: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/corrections", access: .approver,
            operation: Operation(
                id: "listDayCorrections",
                summary: "The corrections that wait for you, and the latest 50 that were decided.",
                tag: .attendance, success: .json("DayCorrections"), isTranslated: true)
        ) { request, approver in
            let found = try await services.attendance.corrections(for: approver)
            try await services.dataLooks.record(
                by: approver.id, of: .attendance, at: Set((found.waiting + found.decided).map(\.person)))
            let wire = try wire(request)
            var json = JSONWriter()
            json.object { json in
                for (name, corrections) in [("waiting", found.waiting), ("decided", found.decided)] {
                    json.member(named: name) { json in
                        json.array { json in for each in corrections { wire.write(each, to: &json) } }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var decision: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/corrections/{correction}/decision", access: .approver,
            operation: Operation(
                id: "decideDayCorrection",
                summary: "Accepts, changes or rejects a correction of somebody else, and tells them.",
                tag: .attendance, body: "DayCorrectionDecision", success: .json("DayCorrection"),
                isTranslated: true,
                problems: [
                    .unknownDayCorrection, .dayCorrectionDecided, .ownCorrection, .invalidTimes, .dayNotOver,
                    .monthClosed,
                ])
        ) { request, approver in
            let id = try correction(request)
            let body = try request.body(DayCorrectionDecisionBody.init)
            return try answer(
                try await services.attendance.decide(id, body.verdict, reason: body.reason, by: approver),
                request)
        }
    }

    // MARK: - Exports

    private var exports: [APIRoute] { [monthTable, personTable, everybody, everybodyTable, totalsTable] }

    private var monthTable: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/month.csv", access: .person,
            operation: Operation(
                id: "exportAttendanceMonth", summary: "Your month as a table for spreadsheets and payroll.",
                tag: .attendance, parameters: [.month], success: .table)
        ) { request, person in
            try table([try await services.attendance.month(try request.month(), of: person.id).content])
        }
    }

    private var personTable: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/people/{person}/month.csv", access: .attendance,
            operation: Operation(
                id: "exportAttendanceMonthOf", summary: "Somebody's month as a table.", tag: .attendance,
                parameters: [.month], success: .table, problems: [.unknownPerson])
        ) { request, viewer in
            let person: PersonID = try request.identifier(
                "person", orThrow: Problem(.unknownPerson, detail: "There is no such person."))
            let month = try await services.attendance.month(try request.month(), of: person, for: viewer)
            try await services.dataLooks.record(by: viewer.id, of: .attendance, at: [person])
            return try table([month.content])
        }
    }

    private var everybody: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/export", access: .attendance,
            operation: Operation(
                id: "exportAttendance",
                summary:
                    "The months of everybody whose attendance you may see. The same records give the same bytes.",
                tag: .attendance, parameters: [.month], success: .json("AttendanceExport"), isTranslated: true
            )
        ) { request, viewer in
            let months = try await months(request, for: viewer)
            return .json(AttendanceDocument.json(of: months, by: try wire(request)))
        }
    }

    private var everybodyTable: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/export.csv", access: .attendance,
            operation: Operation(
                id: "exportAttendanceTable",
                summary: "The months of everybody whose attendance you may see, as a table.",
                tag: .attendance, parameters: [.month], success: .table)
        ) { request, viewer in
            try table(try await months(request, for: viewer))
        }
    }

    private var totalsTable: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/totals.csv", access: .attendance,
            operation: Operation(
                id: "exportAttendanceTotals",
                summary:
                    "A row for each person with the totals of the month, and the version of the rules. The same inputs and version give the same bytes.",
                tag: .attendance, parameters: [.month], success: .table)
        ) { request, viewer in
            .content(
                AttendanceDocument.totals(
                    of: try await months(request, for: viewer), on: try services.campuses.inForce()),
                type: "text/csv; charset=utf-8")
        }
    }

    private func months(_ request: APIRequest, for viewer: Person) async throws -> [AttendanceMonth] {
        let months = try await services.attendance.team(try request.month(), for: viewer).content
            .months
        try await services.dataLooks.record(by: viewer.id, of: .attendance, at: Set(months.map(\.person)))
        return months
    }

    private func table(_ months: [AttendanceMonth]) throws -> HTTPResponse {
        .content(
            AttendanceDocument.table(of: months, on: try services.campuses.inForce()),
            type: "text/csv; charset=utf-8")
    }

    // MARK: - Parts

    private func correction(_ request: APIRequest) throws -> DayCorrectionID {
        try request.identifier(
            "correction", orThrow: Problem(.unknownDayCorrection, detail: "There is no such correction."))
    }

    private func wire(_ request: APIRequest) throws -> AttendanceWire {
        AttendanceWire(
            campus: try services.campuses.inForce(), language: request.language, now: services.now())
    }

    private func answer(_ month: Snapshot<AttendanceMonth>, _ request: APIRequest) throws -> HTTPResponse {
        var json = JSONWriter(capacity: 16_384)
        try wire(request).write(month, to: &json)
        return .json(json.bytes)
    }

    private func answer(_ correction: DayCorrection, _ request: APIRequest) throws -> HTTPResponse {
        var json = JSONWriter()
        try wire(request).write(correction, to: &json)
        return .json(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func summary(of month: AttendanceMonth, on campus: Campus) {
        object { json in
            json.member("person", month.person.rawValue)
            json.member("name", campus.person(month.person)?.name ?? month.person.rawValue)
            json.member("month", month.month.description)
            json.member("workedSeconds", month.workedSeconds)
            json.member("breakSeconds", month.breakSeconds)
            if let totals = month.totals?.totals {
                json.member("overtimeSeconds", totals.overtime)
                json.member("nightSeconds", totals.night)
            }
            json.member("missing", month.count(.missingPunch))
            json.member("waiting", month.count(.waiting))
        }
    }

    fileprivate mutating func write(
        _ period: AttendancePeriod, in language: WireLanguage, on campus: Campus
    ) {
        object { json in
            json.member("site", period.site.rawValue)
            json.member(
                "name", campus.site(period.site).map { language.text($0.name) } ?? period.site.rawValue)
            json.member("month", period.month.description)
            json.member("over", period.isOver)
            json.member("missing", period.missing)
            json.member("waiting", period.waiting)
            json.member("running", period.running)
            if let closing = period.closing { json.member("closing") { $0.write(closing, on: campus) } }
        }
    }
}

extension Operation.Parameter {
    static let month = Operation.Parameter(
        name: "month", place: .query,
        summary: "The month, such as `2026-11`; the present one at the person's place unless given.",
        schema: ["type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"])
}

extension APIRequest {
    /// The month of the query; `nil` without one.
    func month() throws -> CalendarMonth? {
        guard let text = try http.queryValue("month") else { return nil }
        guard let month = CalendarMonth(text) else {
            throw Problem.invalidParameter("month", "must be a month such as 2026-11")
        }
        return month
    }
}
