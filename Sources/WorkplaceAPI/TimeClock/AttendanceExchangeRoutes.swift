import Attendance
import Essentials
import HTTPCore
import JSON
import Workplace

/// Payroll files for other systems, and imports of days from them.
struct AttendanceExchangeRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [templates, payroll, maps, preview, importing] }

    // MARK: - Payroll

    private var templates: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/payroll", access: .attendance,
            operation: Operation(
                id: "listPayrollTemplates",
                summary: "The payroll files that the campus file has templates for.",
                tag: .attendance, success: .json("PayrollTemplates"))
        ) { _, _ in
            let templates = try services.campuses.inForce().organisation.payroll
            var json = JSONWriter()
            json.object { json in
                json.member("templates") { json in
                    json.array { json in
                        for template in templates {
                            json.object { json in
                                json.member("id", template.id.rawValue)
                                json.member("name", template.name)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var payroll: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/payroll/{template}", access: .attendance,
            operation: Operation(
                id: "exportPayroll",
                summary:
                    "The month of everybody whose attendance you may see, as a template says. The same records give the same bytes.",
                tag: .attendance, parameters: [.month], success: .table,
                problems: [.unknownPayrollTemplate, .payrollNumbersMissing])
        ) { request, viewer in
            let campus = try services.campuses.inForce()
            let id: PayrollTemplateID = try request.identifier(
                "template", orThrow: PayrollRefusal.unknown.kindOfProblem)
            guard let template = campus.organisation.payroll.first(where: { $0.id == id }) else {
                throw PayrollRefusal.unknown
            }
            let months = try await services.attendance.team(try request.month(), for: viewer).content.months
            try await services.dataLooks.record(by: viewer.id, of: .attendance, at: Set(months.map(\.person)))
            let file = try template.file(of: months) { campus.person($0)?.name }
            return .content(file, type: "text/csv; charset=utf-8")
        }
    }

    // MARK: - Imports

    private var maps: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/imports/maps", access: .attendance,
            operation: Operation(
                id: "listAttendanceColumnMaps",
                summary: "The tables whose columns are known, and where they were read.", tag: .attendance,
                success: .json("AttendanceColumnMaps"))
        ) { _, _ in
            var json = JSONWriter()
            json.object { json in
                json.member("maps") { json in
                    json.array { json in
                        for preset in AttendanceColumnsPreset.all { json.write(preset) }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var preview: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/imports/preview", access: .attendance,
            operation: Operation(
                id: "previewAttendanceImport",
                summary: "What an import would record, and what is wrong; nothing is recorded.",
                tag: .attendance, body: "AttendanceImportRequest", largestBody: ImportBody.maximumByteCount,
                success: .json("AttendanceImport"))
        ) { request, person in
            try answer(try await found(request, by: person, asPreview: true))
        }
    }

    private var importing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/imports", access: .attendance,
            operation: Operation(
                id: "importAttendance",
                summary:
                    "Records the days of a table of another system beside the punches; the same table again records nothing.",
                tag: .attendance, body: "AttendanceImportRequest", largestBody: ImportBody.maximumByteCount,
                success: .json("AttendanceImport", .created), problems: [.attendanceImportMistakes])
        ) { request, person in
            let found = try await found(request, by: person, asPreview: false)
            guard found.mistakes.isEmpty else {
                throw Problem(
                    .attendanceImportMistakes, detail: "The table has mistakes. Nothing was imported.",
                    errors: found.mistakes.prefix(ImportBody.shownAtMost).map { mistake in
                        Problem.FieldError(
                            pointer: "/csv", code: mistake.kind.rawValue,
                            detail: "Line \(mistake.line): \(mistake.value)")
                    })
            }
            var response = try answer(found)
            response.status = .created
            return response
        }
    }

    private func found(
        _ request: APIRequest, by person: Person, asPreview: Bool
    ) async throws -> AttendanceImport {
        let body = try request.body { ImportBody($0, needingReason: !asPreview) }
        return try await services.attendance.importDays(
            Array(body.csv.utf8), by: body.map, named: body.name, because: body.reason, by: person,
            asPreview: asPreview)
    }

    private func answer(_ found: AttendanceImport) throws -> HTTPResponse {
        let campus = try services.campuses.inForce()
        var json = JSONWriter(capacity: 8_192)
        json.object { json in
            json.member("columns") { json in
                json.array { json in for name in found.columns { json.string(name) } }
            }
            json.member("rows", found.rowCount)
            json.member("people", Set(found.days.map(\.person)).count)
            json.member("days", found.days.count)
            json.member("known", found.days.count { $0.isKnown })
            json.member("workedSeconds", found.days.reduce(0) { $0 + $1.workedSeconds })
            json.member("sample") { json in
                json.array { json in
                    for day in found.days.prefix(ImportBody.shownAtMost) { json.write(day, on: campus) }
                }
            }
            json.member("mistakeCount", found.mistakes.count)
            json.member("mistakes") { json in
                json.array { json in
                    for mistake in found.mistakes.prefix(ImportBody.shownAtMost) {
                        json.object { json in
                            json.member("line", mistake.line)
                            json.member("code", mistake.kind.rawValue)
                            json.member("value", mistake.value)
                        }
                    }
                }
            }
        }
        return .json(json.bytes)
    }
}

/// The body of an import.
private struct ImportBody {
    static let maximumByteCount = 8 << 20
    /// The most days and mistakes in a response.
    static let shownAtMost = 100

    let name: String
    let csv: String
    let map: AttendanceColumns
    /// Why the days are imported; a preview has none.
    let reason: String?

    init?(_ reader: JSONReader, needingReason isReasonNeeded: Bool) {
        let name = reader["name"].string(length: 1...200)
        let csv = reader["csv"].string()
        let map = AttendanceColumns(reader["map"])
        let text = isReasonNeeded ? reader["reason"] : reader["reason"].optional
        let reason = text.map { $0.reason(length: AttendanceImport.reasonLength) }
        reader.refuseUnknownMembers(except: ["name", "csv", "map", "reason"])
        guard let name, let csv, let map, reason != .some(nil) else { return nil }
        self.reason = reason ?? nil
        self.name = name
        self.csv = csv
        self.map = map
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ preset: AttendanceColumnsPreset) {
        object { json in
            json.member("id", preset.id)
            json.member("name", preset.name)
            json.member("columns") { json in
                json.array { json in
                    for field in AttendanceColumns.Field.allCases {
                        guard let column = preset.columns.columns[field] else { continue }
                        json.object { json in
                            json.member("field", field.rawValue)
                            json.member("column", column)
                        }
                    }
                }
            }
            json.member("sources") { json in
                json.array { json in for source in preset.sources { json.string(source) } }
            }
        }
    }

    fileprivate mutating func write(_ day: AttendanceImport.Day, on campus: Campus) {
        object { json in
            json.member("line", day.line)
            json.member("person") { $0.attendancePerson(day.person, on: campus) }
            json.member("day", day.date.description)
            json.member("known", day.isKnown)
            json.member("workedSeconds", day.workedSeconds)
            json.member("marks") { json in
                json.array { json in
                    for mark in day.marks {
                        json.object { json in
                            json.member("kind", mark.kind.rawValue)
                            json.member("at", mark.time)
                            json.member("localTime", mark.localText)
                            json.member("timeZone", mark.zone.identifier)
                        }
                    }
                }
            }
        }
    }
}
