import Essentials
import HTTPCore
import JSON
import Workplace

/// What approvers arrange: who stands in for them, and which months are closed.
struct AttendanceTeamRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [delegations, delegating, endOfDelegation] + closings }

    // MARK: - Standing in

    private var delegations: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/delegations", access: .approver,
            operation: Operation(
                id: "listDelegations",
                summary: "Who stands in for you as an approver, and for whom you do, now and later.",
                tag: .attendance, success: .json("ApprovalDelegations"))
        ) { _, approver in
            let found = try services.attendance.delegations(of: approver.id)
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("mayDelegate", campus.person(approver.id)?.roles.contains(.approver) == true)
                for (name, isGiven) in [("given", true), ("received", false)] {
                    json.member(named: name) { json in
                        json.array { json in
                            for each in found where (each.delegation.approver == approver.id) == isGiven {
                                json.write(each.delegation, holds: each.holds, on: campus)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var delegating: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/delegations", access: .approver,
            operation: Operation(
                id: "delegateApproval",
                summary: "Lets somebody decide in your place, at your places, until a day.",
                tag: .attendance, body: "ApprovalDelegationRequest",
                success: .json("ApprovalDelegation", .created),
                problems: [.invalidDelegation, .unknownPerson])
        ) { request, approver in
            let body = try request.body(DelegationBody.init)
            let given = try await services.attendance.delegate(
                to: body.delegate, from: body.firstDay, until: body.lastDay, by: approver.id,
                from: request.http.clientAddress)
            var json = JSONWriter()
            json.write(given.delegation, holds: given.holds, on: try services.campuses.inForce())
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            return response
        }
    }

    private var endOfDelegation: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/attendance/delegations/{delegation}", access: .approver,
            operation: Operation(
                id: "endDelegation",
                summary: "Ends a delegation that you gave or received, before its last day.",
                tag: .attendance, success: .empty, problems: [.unknownDelegation])
        ) { request, person in
            let id: ApprovalDelegationID = try request.identifier(
                "delegation", orThrow: DelegationRefusal.unknown.kindOfProblem)
            try await services.attendance.endDelegation(
                id, by: person.id, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }

    // MARK: - Closed months

    private var closings: [APIRoute] { [closing, asking, agreement, withdrawal] }

    private var closing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/closings", access: .attendance,
            operation: Operation(
                id: "closeMonth",
                summary: "Closes a month of a place that is over: what counts now counts for good.",
                tag: .attendance, body: "AttendanceClosingRequest",
                success: .json("AttendanceClosing", .created),
                problems: [.unknownSite, .monthNotOver, .monthClosed, .monthNotReady, .monthLacksPunches])
        ) { request, person in
            let body = try request.body(ClosingBody.init)
            let closing = try await services.attendance.close(
                body.month, at: body.site, acceptingMissing: body.acceptsMissing, by: person)
            var response = try answer(closing)
            response.status = .created
            return response
        }
    }

    private var asking: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/closings/{closing}/reopening", access: .attendance,
            operation: Operation(
                id: "askToReopenMonth",
                summary: "Asks to reopen a closed month, with a reason; somebody else has to agree.",
                tag: .attendance, body: "ReopeningRequest", success: .json("AttendanceClosing"),
                problems: [.unknownClosing, .reopeningAsked])
        ) { request, person in
            let id = try closing(request)
            let reason = try request.body { reader -> String? in
                reader.refuseUnknownMembers(except: ["reason"])
                return reader["reason"].reason(length: DayCorrection.reasonLength)
            }
            return try answer(try await services.attendance.askToReopen(id, reason: reason, by: person))
        }
    }

    private var agreement: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/closings/{closing}/reopening/agreement",
            access: .attendance,
            operation: Operation(
                id: "reopenMonth", summary: "Reopens a closed month for which somebody else has asked.",
                tag: .attendance, success: .json("AttendanceClosing"),
                problems: [.unknownClosing, .reopeningNotAsked, .ownReopening])
        ) { request, person in
            try answer(try await services.attendance.reopen(try closing(request), by: person))
        }
    }

    private var withdrawal: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/attendance/closings/{closing}/reopening", access: .attendance,
            operation: Operation(
                id: "keepMonthClosed",
                summary: "Takes a request to reopen a month back, or refuses it; the month stays closed.",
                tag: .attendance, success: .json("AttendanceClosing"),
                problems: [.unknownClosing, .reopeningNotAsked])
        ) { request, person in
            try answer(try await services.attendance.keepClosed(try closing(request), by: person))
        }
    }

    private func closing(_ request: APIRequest) throws -> AttendanceClosingID {
        try request.identifier("closing", orThrow: ClosingRefusal.unknown.kindOfProblem)
    }

    private func answer(_ closing: AttendanceClosing) throws -> HTTPResponse {
        var json = JSONWriter()
        json.write(closing, on: try services.campuses.inForce())
        return .json(json.bytes)
    }
}

/// The body of a request to hand the right to approve on.
private struct DelegationBody {
    let delegate: PersonID
    let firstDay: CalendarDate?
    let lastDay: CalendarDate

    init?(_ reader: JSONReader) {
        let rule = "must be a date such as 2026-11-02"
        let delegate = reader["delegate"].identifier(PersonID.init)
        let firstDay = reader["firstDay"].optional.map { $0.text(as: { CalendarDate($0) }, rule) }
        let lastDay = reader["lastDay"].text(as: { CalendarDate($0) }, rule)
        reader.refuseUnknownMembers(except: ["delegate", "firstDay", "lastDay"])
        guard let delegate, firstDay != .some(nil), let lastDay else { return nil }
        self.delegate = delegate
        self.firstDay = firstDay ?? nil
        self.lastDay = lastDay
    }
}

/// The body of a request to close a month.
private struct ClosingBody {
    let month: CalendarMonth
    let site: SiteID
    let acceptsMissing: Bool

    init?(_ reader: JSONReader) {
        let month = reader["month"].text(as: { CalendarMonth($0) }, "must be a month such as 2026-11")
        let site = reader["site"].identifier(SiteID.init)
        let accepts = reader["acceptMissing"].optional.map { $0.boolean() } ?? false
        reader.refuseUnknownMembers(except: ["month", "site", "acceptMissing"])
        guard let month, let site, let accepts else { return nil }
        self.month = month
        self.site = site
        acceptsMissing = accepts
    }
}

extension JSONWriter {
    mutating func attendancePerson(_ id: PersonID, on campus: Campus) {
        object { json in
            json.member("id", id.rawValue)
            json.member("name", campus.person(id)?.name ?? id.rawValue)
        }
    }

    fileprivate mutating func write(_ delegation: ApprovalDelegation, holds: Bool, on campus: Campus) {
        object { json in
            json.member("id", delegation.id.rawValue)
            json.member("approver") { $0.attendancePerson(delegation.approver, on: campus) }
            json.member("delegate") { $0.attendancePerson(delegation.delegate, on: campus) }
            json.member("firstDay", delegation.firstDay.description)
            json.member("lastDay", delegation.lastDay.description)
            json.member("timeZone", delegation.zone.identifier)
            json.member("inForce", holds)
        }
    }

    mutating func write(_ closing: AttendanceClosing, on campus: Campus) {
        object { json in
            json.member("id", closing.id.rawValue)
            json.member("site", closing.site.rawValue)
            json.member("month", closing.month.description)
            json.member("closedBy") { $0.attendancePerson(closing.closedBy, on: campus) }
            json.member("closedAt", closing.closedAt)
            if let request = closing.request {
                json.member("reopening") { json in
                    json.object { json in
                        json.member("askedBy") { $0.attendancePerson(request.person, on: campus) }
                        json.member("askedAt", request.time)
                        json.member("reason", request.reason)
                    }
                }
            }
        }
    }
}
