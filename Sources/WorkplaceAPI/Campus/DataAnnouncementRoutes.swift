import Essentials
import HTTPCore
import JSON
import Workplace

/// Announcements of new data collection: people read them, and the people who run a site send them.
struct DataAnnouncementRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [announced, announcing] }

    private var announced: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/data-announcements", access: .person,
            operation: Operation(
                id: "listDataAnnouncements",
                summary:
                    "What is going to be collected about people or passed on that is not now, and from when on.",
                tag: .ownData, success: .json("DataAnnouncements"), isTranslated: true)
        ) { request, _ in
            let campus = try services.campuses.inForce()
            let announcements = try await services.dataAnnouncements.announced()
            var json = JSONWriter()
            json.object { json in
                json.member("announcements") { json in
                    json.array { json in
                        for announcement in announcements {
                            json.object { json in
                                json.member("practice", announcement.practice.description)
                                if let id = announcement.practice.site {
                                    let site = campus.sites.first { $0.id == id }
                                    json.member(
                                        "siteName", site.map { request.language.text($0.name) } ?? id.rawValue
                                    )
                                }
                                json.member("holdsFrom", announcement.holdsFrom)
                                json.member("announcedAt", announcement.announcedAt)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var announcing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/sites/{site}/data-announcements", access: .siteManager,
            operation: Operation(
                id: "announceData",
                summary:
                    "Tells everybody whom it affects what is going to be collected at a site. It may be put in force seven days "
                    + "later; what was announced before keeps its time.",
                tag: .management, body: "DataAnnouncementBody", success: .json("DataAnnounced", .created),
                problems: [.unknownSite])
        ) { request, _ in
            let site = try request.site()
            let practices = try request.body { reader -> [DataPractice]? in
                reader.refuseUnknownMembers(except: ["practices"])
                let list = reader["practices"].array { reader in
                    reader.text(
                        as: { text in DataPractice(text).flatMap { $0.site == site ? $0 : nil } },
                        "must be a practice of this site, such as \"follows/\(site)/gateways\"")
                }
                guard let list else { return nil }
                guard (1...DataAnnouncementService.practicesAtMost).contains(list.count) else {
                    reader["practices"].note(
                        .value, "must be 1 to \(DataAnnouncementService.practicesAtMost)")
                    return nil
                }
                return list
            }
            let holdsFrom = try await services.dataAnnouncements.announce(Set(practices))
            var json = JSONWriter()
            json.object { $0.member("holdsFrom", holdsFrom) }
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            return response
        }
    }
}

extension ProblemKind {
    static let collectionUnannounced = ProblemKind(
        .conflict, "collection-unannounced", title: "Not announced",
        "It collects or passes on what people have not heard of for seven days. `practices` has what to announce, `people` how many "
            + "people it affects, and `holdsFrom` when it may be put in force, if all of it is announced."
    )
}

extension DataAnnouncementRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .unannounced(let practices, let people, let holdsFrom):
            let list = JSONValue.array(practices.map { .string($0.description) })
            var members: [(name: String, value: Problem.Member)] = [
                (name: "practices", value: .json(list.bytes)),
                (name: "people", value: .integer(Int64(people))),
            ]
            if let holdsFrom { members.append((name: "holdsFrom", value: .text(holdsFrom.description))) }
            return Problem(.collectionUnannounced, detail: "\(self)", members: members)
        }
    }
}

extension Schemas {
    private static let practice = Schema.text("A practice, such as `follows/berlin/gateways`.")

    static let dataAnnouncements: [(name: String, schema: JSONValue)] = [
        (
            "DataAnnouncements",
            Schema.object(
                [
                    "announcements": Schema.list(
                        of: Schema.object(
                            ["practice": practice, "holdsFrom": Schema.time, "announcedAt": Schema.time],
                            optional: ["siteName": Schema.name],
                            about: "A practice that was announced and is not in force yet."))
                ], about: "What changes soon, the first at the front.")
        ),
        (
            "DataAnnouncementBody",
            Schema.object(
                ["practices": Schema.list(of: practice)], about: "What to announce, at one site.")
        ),
        (
            "DataAnnounced",
            Schema.object(
                ["holdsFrom": Schema.time], about: "When all of it may be put in force.")
        ),
    ]
}
