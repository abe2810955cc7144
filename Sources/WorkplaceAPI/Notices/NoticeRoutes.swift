import Essentials
import HTTPCore
import JSON
import Workplace

/// A person's notices and their settings.
struct NoticeRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [inbox, reading, readingAll, settings, setting, report] }

    private var inbox: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/notices", access: .person,
            operation: Operation(
                id: "getNotices",
                summary: "Your notices of the last month, the latest first; at most a hundred.",
                tag: .notices, success: .json("Notices"), isTranslated: true)
        ) { request, person in
            let inbox = try await services.notices.inbox(of: person.id)
            let words = try await services.notices.words(
                of: inbox.content.notices, for: person, in: request.language.preferences)
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("asOf", inbox.asOf)
                json.member("now", inbox.time)
                json.member("unread", inbox.content.unread)
                json.member("notices") { json in
                    json.array { json in
                        for (notice, text) in zip(inbox.content.notices, words) { json.notice(notice, text) }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var reading: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/notices/{notice}/read", access: .person,
            operation: Operation(
                id: "readNotice",
                summary: "Marks a notice as read on all of your devices; a repeated request changes nothing.",
                tag: .notices,
                parameters: [
                    Operation.Parameter(
                        name: "version", place: .query,
                        summary:
                            "The version that you have seen; a notice that was corrected since stays unread.",
                        schema: Schema.integer("A version of a notice.", minimum: 1))
                ], success: .json("UnreadNotices"), problems: [.unknownNotice])
        ) { request, person in
            let id: NoticeID = try request.identifier(
                "notice", orThrow: Problem(.unknownNotice, detail: "You have no such notice."))
            let version = try request.integer("version", in: 1...Int.max, default: .max)
            return .unread(try await services.notices.read(id, version: version, by: person.id))
        }
    }

    private var readingAll: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/notices/read", access: .person,
            operation: Operation(
                id: "readNotices", summary: "Marks a notice and all earlier ones as read.", tag: .notices,
                body: "ReadNoticesRequest", success: .json("UnreadNotices"), problems: [.unknownNotice])
        ) { request, person in
            let id: NoticeID = try request.body { reader in
                reader.refuseUnknownMembers(except: ["upTo"])
                return reader["upTo"].identifier(NoticeID.init)
            }
            return .unread(try await services.notices.readAll(upTo: id, by: person.id))
        }
    }

    private var settings: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/notices/settings", access: .person,
            operation: Operation(
                id: "getNoticeSettings", summary: "How notices reach you.", tag: .notices,
                success: .json("NoticeSettings"))
        ) { _, person in
            try await answer(try await services.notices.settings(of: person.id), to: person)
        }
    }

    private var setting: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/notices/settings", access: .person,
            operation: Operation(
                id: "setNoticeSettings",
                summary: "Changes how notices reach you, for everything that is sent from now on.",
                tag: .notices,
                body: "NoticeSettingsRequest", success: .json("NoticeSettings"))
        ) { request, person in
            let settings = try request.body { NoticeSettings($0) }
            try await services.notices.set(settings, of: person.id)
            return try await answer(settings, to: person)
        }
    }

    private var report: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/notices/delivery", access: .administrator,
            operation: Operation(
                id: "getNoticeDelivery",
                summary:
                    "The health of each kind of channel, and the last hundred deliveries that failed.",
                tag: .notices, success: .json("NoticeDelivery"))
        ) { _, actor in
            let report = try await services.notices.report()
            try await services.dataLooks.record(
                by: actor.id, of: .notices, at: Set(report.failures.map(\.person)))
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("channels") { json in
                    json.array { json in for channel in report.channels { json.channel(channel) } }
                }
                json.member("failures") { json in
                    json.array { json in
                        for failure in report.failures {
                            json.failure(failure, of: campus.person(failure.person)?.name)
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private func answer(_ settings: NoticeSettings, to person: Person) async throws -> HTTPResponse {
        let zone = try await services.notices.zone(of: person.id)
        guard case .object(var document) = settings.document else {
            preconditionFailure("settings are not an object")
        }
        document["kinds"] = .array(NoticeKind.withSource.map { .string($0.rawValue) })
        if let zone { document["timeZone"] = .string(zone.identifier) }
        return .json(JSONValue.object(document).bytes)
    }
}

extension HTTPResponse {
    fileprivate static func unread(_ count: Int) -> HTTPResponse {
        var json = JSONWriter()
        json.object { $0.member("unread", count) }
        return .json(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func notice(_ notice: Notice, _ text: NoticeText) {
        object { json in
            json.member("id", notice.id.rawValue)
            json.member("kind", notice.kind.rawValue)
            json.member("tag", notice.subject.tag)
            json.member("title", text.title)
            json.member("body", text.body)
            json.member("url", notice.path)
            json.member("at", notice.time)
            json.member("read", notice.readAt != nil)
            json.member("version", notice.version)
            switch notice.subject {
            case .order(let order, _, let cafe):
                json.member("order", order.rawValue)
                json.member("cafe", cafe.rawValue)
            case .window(let cafe, _): json.member("cafe", cafe.rawValue)
            case .crossing(let reminder, _, _), .openPunch(let reminder, _):
                json.member("reminder", reminder.rawValue)
            case .channel(let channel): json.member("channel", channel.rawValue)
            case .account, .dayCorrection, .dataCollection, .pushService: break
            }
        }
    }

    fileprivate mutating func channel(_ channel: NoticeService.Report.Channel) {
        object { json in
            json.member("kind", channel.kind.rawValue)
            json.member("waiting", channel.waiting)
            json.member("handedOver", channel.handedOver)
            json.member("failed", channel.failed)
            if let time = channel.percentile99 {
                json.member("p99Milliseconds", Int(time / .milliseconds(1)))
            }
        }
    }

    fileprivate mutating func failure(_ failure: NoticeService.Report.Failure, of name: String?) {
        object { json in
            json.member("id", failure.number)
            json.member("kind", failure.kind.rawValue)
            json.member("channel", failure.channel.rawValue)
            json.member("person", name ?? failure.person.rawValue)
            json.member("at", failure.time)
            json.member("code", failure.code)
            json.member("attempts", failure.attempts)
        }
    }
}
