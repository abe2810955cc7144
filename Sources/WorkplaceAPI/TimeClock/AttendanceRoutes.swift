import Attendance
import Cryptography
import Essentials
import HTTPCore
import JSON
import Workplace

/// The attendance of the signed-in person: punches and reminders.
///
/// One route tells of others: who is at work where, as far as the place shows it.
struct AttendanceRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [today, replay, punching, reminding, planning, whoIsIn] }

    private var today: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance", access: .person,
            operation: Operation(
                id: "getAttendance",
                summary: "Whether you are clocked in, today's punches, and why you were reminded or not.",
                tag: .attendance, success: .json("Attendance"), isTranslated: true)
        ) { request, person in
            let day = try await services.attendance.today(of: person.id)
            var json = JSONWriter(capacity: 2_048)
            try wire(request).write(day, to: &json)
            return .json(json.bytes)
        }
    }

    private var whoIsIn: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/who-is-in", access: .person,
            operation: Operation(
                id: "listWhoIsIn",
                summary:
                    "Who is at work where: the state and the place, as far as each place shows it to you. Nobody who is clocked out.",
                tag: .attendance, success: .json("WhoIsIn"), isTranslated: true)
        ) { request, viewer in
            let (isShown, people) = try await services.attendance.whoIsIn(for: viewer)
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("shown", isShown)
                json.member("people") { json in
                    json.array { json in
                        for each in people {
                            json.object { json in
                                json.member("name", campus.person(each.person)?.name ?? each.person.rawValue)
                                json.member("state", each.isOnBreak ? "break" : "in")
                                json.member(
                                    "place",
                                    campus.site(each.site).map { request.language.text($0.name) }
                                        ?? each.site.rawValue)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var replay: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/attendance/replay", access: .person,
            operation: Operation(
                id: "replayAttendance",
                summary: "What a rule would have done on your last day; nothing is stored.",
                tag: .attendance,
                parameters: [
                    Operation.Parameter(
                        name: "mode", place: .query,
                        summary: "The rule; that of the organisation unless given.",
                        schema: Schema.oneOf(ReminderMode.allCases.map(\.rawValue))),
                    Operation.Parameter(
                        name: "window", place: .query,
                        summary: "The window in minutes, 0 to 720; the one in force unless given.",
                        schema: ["type": "integer", "minimum": 0, "maximum": 720]),
                ], success: .json("AttendanceReplay"), isTranslated: true)
        ) { request, person in
            let replay = try await services.attendance.replay(
                of: person.id, mode: try mode(request), window: try window(request))
            var json = JSONWriter()
            try wire(request).write(replay, to: &json)
            return .json(json.bytes)
        }
    }

    private func mode(_ request: APIRequest) throws -> ReminderMode? {
        guard let text = try request.http.queryValue("mode") else { return nil }
        guard let mode = ReminderMode(rawValue: text) else {
            throw Problem.invalidParameter("mode", "must be article, last-shown or ledger-aware")
        }
        return mode
    }

    private func window(_ request: APIRequest) throws -> Duration? {
        guard let text = try request.http.queryValue("window") else { return nil }
        guard let minutes = Int(text), (0...720).contains(minutes) else {
            throw Problem.invalidParameter("window", "must be 0 to 720 minutes")
        }
        return .seconds(minutes * 60)
    }

    private var punching: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/attendance/punches", access: .person,
            operation: Operation(
                id: "punch",
                summary: "Clocks in or out, or begins a break, for good; the time is the server's.",
                tag: .attendance,
                parameters: [
                    .idempotencyKey("Chosen by the client for each punch; the same key punches only once."),
                    Operation.Parameter(
                        name: "Sent-At", place: .header,
                        summary:
                            "When the device sends the request by its own clock; needed with `offline`. It is not part of the body, so that a retry has the same body.",
                        schema: ["type": "string", "format": "date-time"]),
                ], body: "PunchRequest", success: .json("Punch", .created), isTranslated: true,
                fields: [.replayed],
                problems: [
                    .idempotencyKeyRequired, .idempotencyKeyReused, .alreadyClockedIn,
                    .notClockedIn, .onBreakAlready, .punchRepeated, .unknownReminder, .unknownSite,
                    .siteNeeded,
                    .doorCodeExpired, .unknownDoorCode, .offlinePunchTooOld, .offlinePunchOrder, .monthClosed,
                ])
        ) { request, person in
            let key = PunchKey(
                text: try request.idempotencyKey(), fingerprint: SHA256.digest(of: request.http.body))
            let body = try request.body(PunchBody.init)
            let recorded = try await services.attendance.punch(
                PunchRequest(
                    person: person.id, kind: body.kind == .in ? .in : .out, startsBreak: body.kind == .break,
                    forgotOut: body.forgotOut, deviceTime: body.deviceTime, reminder: body.reminder,
                    scan: body.scan, site: body.site, isFromProgram: request.http.bearerToken != nil,
                    offline: try body.offline(sentAt: request.http.fields["Sent-At"]), key: key))
            return try answer(to: recorded, request)
        }
    }

    private var reminding: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/attendance/reminders", access: .person,
            operation: Operation(
                id: "setReminders",
                summary: "Turns reminders at the door on or off; off withdraws the one that waits.",
                tag: .attendance, body: "RemindersRequest", success: .json("Reminders"), isAboutPresence: true
            )
        ) { request, person in
            let isOn = try request.body { reader -> Bool? in
                reader.refuseUnknownMembers(except: ["on"])
                return reader["on"].boolean()
            }
            let setting = try await services.attendance.setReminders(of: person.id, on: isOn)
            var json = JSONWriter()
            json.reminders(setting, by: try services.campuses.inForce().organisation.reminders)
            return .json(json.bytes)
        }
    }

    private var planning: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/attendance/hours", access: .person,
            operation: Operation(
                id: "setWorkHours",
                summary:
                    "Sets when you usually work, your days off, and how soon reminders may follow each other.",
                tag: .attendance, body: "WorkHours", success: .json("Reminders"))
        ) { request, person in
            let wishes = try request.body { ReminderWishes($0) }
            let setting = try await services.attendance.setWishes(wishes, of: person.id)
            var json = JSONWriter()
            json.reminders(setting, by: try services.campuses.inForce().organisation.reminders)
            return .json(json.bytes)
        }
    }

    private func wire(_ request: APIRequest) throws -> AttendanceWire {
        AttendanceWire(
            campus: try services.campuses.inForce(), language: request.language, now: services.now())
    }

    private func answer(to recorded: RecordedPunch, _ request: APIRequest) throws -> HTTPResponse {
        var json = JSONWriter()
        try wire(request).write(recorded.punch, to: &json)
        var response = HTTPResponse.json(json.bytes)
        response.status = .created
        if recorded.isReplay { try response.fields.set("Idempotent-Replayed", "true") }
        return response
    }
}

/// The body of a request that clocks in or out.
private struct PunchBody {
    let kind: WorkMark.Kind
    let forgotOut: Bool
    let deviceTime: Timestamp?
    let reminder: ReminderID?
    let scan: String?
    let site: SiteID?
    private let device: String?
    private let counter: Int64?

    /// Reads what the device sends with an offline punch.
    func offline(sentAt: String?) throws -> OfflinePunch? {
        guard let device, let counter else { return nil }
        guard let sentAt = sentAt.flatMap({ Timestamp($0) }) else {
            throw Problem.invalidParameter("Sent-At", "must be a date-time of RFC 3339")
        }
        return OfflinePunch(device: device, counter: counter, sentAt: sentAt)
    }

    init?(_ reader: JSONReader) {
        let kind = reader["kind"].text(as: WorkMark.Kind.init, "must be in, break or out")
        let deviceTime = reader["deviceTime"].optional?.text(
            as: { Timestamp($0) }, "must be a date-time of RFC 3339")
        let reminder = reader["reminder"].optional?.identifier(ReminderID.init)
        let site = reader["site"].optional?.identifier(SiteID.init)
        let scan = reader["scan"].optional?.string()
        let offline = reader["offline"].optional
        let device = offline.map { $0["device"].string(length: 1...64) }
        let counter = offline.map { $0["counter"].integer(in: 1...Int64.max) }
        offline?.refuseUnknownMembers(except: ["device", "counter"])
        reader.refuseUnknownMembers(except: [
            "kind", "deviceTime", "reminder", "scan", "site", "forgotOut", "offline",
        ])
        let forgotOut = reader["forgotOut"].optional.map { $0.boolean() } ?? false
        if offline != nil, deviceTime == nil {
            reader["deviceTime"].note(.required, "must be given with offline")
        }
        guard let kind, let forgotOut, device != .some(nil), counter != .some(nil) else { return nil }
        self.device = device ?? nil
        self.counter = counter ?? nil
        self.kind = kind
        self.forgotOut = forgotOut
        self.deviceTime = deviceTime
        self.reminder = reminder
        self.scan = scan
        self.site = site
    }
}
