import Attendance
import Essentials
import HTTPCore
import JSON
import Workplace

/// Clocking in and out at the tablet of an entrance: badge and PIN, then one press.
struct EntranceVisitRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [beginning, punching] }

    private var beginning: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/entrance-visits", access: .entrance,
            operation: Operation(
                id: "beginEntranceVisit",
                summary:
                    "Recognises a person by badge and PIN at this tablet, and says what they may do within a minute.",
                tag: .attendance, body: "EntranceVisitRequest", success: .json("EntranceVisit", .created),
                problems: [.wrongBadgeOrPIN, .tooManyPINs, .badgeBlocked, .signInBusy])
        ) { request, screen in
            let body = try request.body { reader -> (number: String, pin: String)? in
                let number = reader["number"].string(length: 0...100)
                let pin = reader["pin"].string(length: 0...100)
                reader.refuseUnknownMembers(except: ["number", "pin"])
                guard let number, let pin else { return nil }
                return (number, pin)
            }
            let visit = try await services.entranceVisits.begin(
                number: KioskBadge.number(typed: body.number), pin: body.pin, at: screen,
                from: request.http.clientAddress)
            var json = JSONWriter()
            json.object { json in
                json.member("visit", visit.token)
                json.member("name", visit.person.name)
                json.member("state", visit.state.mark.rawValue)
                json.member("since", optional: visit.state.since)
                json.member("allowed") { json in
                    json.array { json in for kind in visit.allowed { json.string(kind.rawValue) } }
                }
                json.member("mayHaveForgotten", visit.mayHaveForgotten)
                json.member("expiresAt", visit.end)
            }
            return try .unstored(.json(json.bytes), .created)
        }
    }

    private var punching: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/entrance-visits/{visit}/punch", access: .entrance,
            operation: Operation(
                id: "punchAtEntrance",
                summary:
                    "Clocks the person of a visit in or out, or begins a break; repeating it changes nothing.",
                tag: .attendance, body: "EntrancePunchRequest", success: .json("Punch", .created),
                isTranslated: true,
                problems: [
                    .entranceVisitOver, .idempotencyKeyReused, .alreadyClockedIn, .notClockedIn,
                    .onBreakAlready, .punchRepeated, .unknownDoorCode,
                ])
        ) { request, screen in
            let body = try request.body { reader -> (kind: WorkMark.Kind, forgotOut: Bool)? in
                let kind = reader["kind"].text(as: WorkMark.Kind.init, "must be in, break or out")
                let forgotOut = reader["forgotOut"].optional.map { $0.boolean() } ?? false
                reader.refuseUnknownMembers(except: ["kind", "forgotOut"])
                guard let kind, let forgotOut else { return nil }
                return (kind, forgotOut)
            }
            let recorded = try await services.entranceVisits.punch(
                request.parameters["visit"], body.kind, forgotOut: body.forgotOut, at: screen)
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            AttendanceWire(
                campus: campus, language: request.language, now: services.now()
            ).write(recorded.punch, to: &json)
            return try .unstored(.json(json.bytes), .created)
        }
    }
}

extension EntranceVisitRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        Problem(.entranceVisitOver, detail: "The minute for it is over. Begin again with the badge.")
    }
}

extension HTTPResponse {
    /// The answer with the rule that nobody keeps it.
    fileprivate static func unstored(_ response: HTTPResponse, _ status: HTTPStatus) throws -> HTTPResponse {
        var response = response
        response.status = status
        try response.fields.set("Cache-Control", "no-store")
        return response
    }
}
