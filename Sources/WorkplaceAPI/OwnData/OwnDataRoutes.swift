import Essentials
import HTTPCore
import JSON
import Workplace

/// What is kept about the person: to see, to export, and to erase.
struct OwnDataRoutes: Sendable {
    let services: WorkplaceServices
    let streams: FeedStreams

    var routes: [APIRoute] { [overview, export, erasing] }

    private var overview: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/own-data", access: .person,
            operation: Operation(
                id: "getOwnData",
                summary: "What is kept about you, since when and until when, and who looked at it.",
                tag: .ownData, success: .json("OwnData"))
        ) { _, person in
            let data = try await services.ownData.overview(of: person.id)
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 8_192)
            json.object { json in
                json.member("parts") { json in
                    json.array { json in for part in data.parts { json.part(part) } }
                }
                json.member("looks") { json in
                    json.array { json in
                        for look in data.looks { json.look(look, name: campus.person(look.viewer)?.name) }
                    }
                }
                json.member("identityDays", Int(data.identityRetention.components.seconds / 86_400))
            }
            return .json(json.bytes)
        }
    }

    private var export: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/own-data/export", access: .provedPerson,
            operation: Operation(
                id: "exportOwnData",
                summary: "All that is kept about you, as one document; the security log notes it.",
                tag: .ownData, success: .json("OwnDataExport"), problems: [.tooManyExports])
        ) { request, caller in
            let export = try await services.ownData.export(
                of: caller.person, from: request.http.clientAddress)
            var json = JSONWriter(capacity: 65_536)
            json.export(export, of: caller.person)
            return .json(json.bytes)
        }
    }

    private var erasing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/own-data", access: .provedPerson,
            operation: Operation(
                id: "eraseOwnData",
                summary:
                    "Erases what the law lets go, ends your account and all sessions, and says what stays and why.",
                tag: .ownData, success: .json("Remaining"), fields: [.sessionCookie],
                problems: [.ordersOpen, .lastAdministrator], isAboutPresence: true)
        ) { request, caller in
            let (remaining, ended) = try await services.ownData.erase(
                caller.person, from: request.http.clientAddress)
            for digest in ended { streams.endStreams(ofSessionWith: digest) }
            var json = JSONWriter()
            json.object { json in
                json.member("parts") { json in
                    json.array { json in for part in remaining { json.part(part) } }
                }
            }
            var response = HTTPResponse.json(json.bytes)
            try response.fields.set("Set-Cookie", SessionCookie.removal(for: request.http))
            try response.fields.set("Clear-Site-Data", "\"cache\"")
            return response
        }
    }
}

extension JSONWriter {
    fileprivate mutating func part(_ part: OwnData.Part) {
        object { json in
            json.member("name", part.name)
            json.member("count", part.count)
            json.member("since", optional: part.since)
            json.member("until", optional: part.until)
            json.member("rule", part.rule.wireName)
            if case .lasting(let duration) = part.rule {
                json.member("seconds", duration.components.seconds)
            }
            json.member("stays", part.staysAfterErasure)
        }
    }

    fileprivate mutating func look(_ look: OwnData.Look, name: String?) {
        object { json in
            json.member("viewer", look.viewer.rawValue)
            if let name { json.member("viewerName", name) }
            json.member("what", look.subject)
            if let detail = look.detail { json.member("detail", detail) }
            json.member("from", look.first)
            json.member("to", look.last)
            json.member("times", look.times)
            json.member("everybody", look.isOfEverybody)
        }
    }

    fileprivate mutating func export(_ export: OwnDataService.Export, of person: Person) {
        object { json in
            json.member("format", "vicinity-own-data-1")
            json.member("exportedAt", export.time)
            json.member("person") { json in
                json.object { json in
                    json.member("id", person.id.rawValue)
                    json.member("name", person.name)
                    json.member("roles") { json in
                        json.array { json in
                            for grant in person.grants.sorted() { json.string(grant.description) }
                        }
                    }
                    json.member("language", person.language.description)
                    json.member("locale", person.locale.description)
                    if let badge = person.badge {
                        json.member("badge") { json in
                            json.object { json in
                                json.member("major", Int(badge.major))
                                json.member("minor", Int(badge.minor))
                            }
                        }
                    }
                }
            }
            for section in export.sections where section.name != "tips" {
                json.member(named: section.name) { json in
                    json.array { json in for row in section.rows { json.value(.object(row)) } }
                }
            }
            json.member("tips") { $0.export(export.tips) }
        }
    }
}

extension KeptSection.Rule {
    /// The stable name of the rule.
    var wireName: String {
        switch self {
        case .lasting: "lasting"
        case .identity: "identity"
        case .untilTime: "until-time"
        case .untilRemoved: "until-removed"
        case .account: "account"
        case .law: "law"
        }
    }
}
