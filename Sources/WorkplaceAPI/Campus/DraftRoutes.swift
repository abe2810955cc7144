import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The drafts of one kind of part of the campus file and what was published of them: cafés for their managers, sites for facilities,
/// both for administrators.
struct DraftRoutes: Sendable {
    let services: WorkplaceServices
    let kind: DraftKind

    var routes: [APIRoute] {
        [draft, saving, discarding, publishing, revisions, revision, returning]
            + (kind == .cafe ? [cafes, preview] : [])
    }

    static let version = Operation.Parameter(
        name: "If-Match", place: .header, summary: "The version that was seen, such as `\"3\"`.",
        isRequired: true, schema: ["type": "string", "pattern": .string(APIRequest.tagsPattern)])

    private var draft: APIRoute {
        APIRoute(
            method: .get, pattern: kind.path + "/draft", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "getDraft" : "getSiteDraft",
                summary:
                    "\(kind.name)'s part of the campus file with its unpublished changes, and the part in force.",
                tag: .management, success: .json(kind.draftSchema), problems: [kind.unknown])
        ) { request, _ in
            try answer(try await services.drafts.draft(of: try kind.part(request)))
        }
    }

    private var saving: APIRoute {
        APIRoute(
            method: .put, pattern: kind.path + "/draft", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "saveDraft" : "saveSiteDraft",
                summary:
                    "Stores the draft of \(kind.name.lowercased()), also one with mistakes, and answers with every mistake.",
                tag: .management, parameters: [Self.version], body: "CampusDraftBody",
                success: .json(kind.draftSchema), problems: [kind.unknown, .staleDraft, .unknownRevision])
        ) { request, person in
            let version = try request.draftVersion()
            let (document, base) = try request.body { reader -> (JSONValue, Int64)? in
                reader.refuseUnknownMembers(except: ["document", "base"])
                let document = reader["document"].value()
                if let document, case .object = document {
                } else if document != nil {
                    reader["document"].note(.type, "must be an object")
                }
                let base = reader["base"].integer(in: Int64(1)...Int64.max)
                guard let document, let base else { return nil }
                return (document, base)
            }
            return try answer(
                try await services.drafts.save(
                    document, base: base, of: try kind.part(request), expecting: version, by: person.id))
        }
    }

    private var discarding: APIRoute {
        APIRoute(
            method: .delete, pattern: kind.path + "/draft", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "discardDraft" : "discardSiteDraft",
                summary: "Takes the unpublished changes of \(kind.name.lowercased()) away.",
                tag: .management, parameters: [Self.version], success: .empty,
                problems: [.invalidRequest, kind.unknown, .staleDraft])
        ) { request, person in
            try await services.drafts.discard(
                of: try kind.part(request), expecting: try request.draftVersion(), by: person.id)
            return HTTPResponse(.noContent)
        }
    }

    private var publishing: APIRoute {
        APIRoute(
            method: .post, pattern: kind.path + "/revisions", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "publishDraft" : "publishSiteDraft",
                summary:
                    "Puts the draft of \(kind.name.lowercased()) in force as one revision; open menus follow, and orders stay as they are.",
                tag: .management, parameters: [Self.version], success: .json("PublishedRevision", .created),
                problems: [
                    .invalidRequest, kind.unknown, .staleDraft, .menuChanged, .nothingToPublish,
                    .draftMistakes, .collectionUnannounced,
                ])
        ) { request, person in
            let number = try await services.drafts.publish(
                draftOf: try kind.part(request), expecting: try request.draftVersion(), by: person.id)
            return Self.published(number)
        }
    }

    private var revisions: APIRoute {
        APIRoute(
            method: .get, pattern: kind.path + "/revisions", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "listRevisions" : "listSiteRevisions",
                summary:
                    "What was published of \(kind.name.lowercased()), the latest first: when and by whom.",
                tag: .management, success: .json("PartRevisions"), problems: [kind.unknown])
        ) { request, _ in
            let found = try await services.drafts.revisions(of: try kind.part(request))
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("revisions") { json in
                    json.array { json in
                        for revision in found {
                            json.object { json in
                                json.member("number", revision.number)
                                json.member("at", revision.time)
                                json.member("origin", revision.origin.rawValue)
                                if let person = revision.person { json.member("by", campus.name(of: person)) }
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var revision: APIRoute {
        APIRoute(
            method: .get, pattern: kind.path + "/revisions/{revision}", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "getRevision" : "getSiteRevision",
                summary: "\(kind.name)'s part of the campus file as it was with a revision.",
                tag: .management, success: .json("PublishedPart"), problems: [kind.unknown, .unknownRevision])
        ) { request, _ in
            let part = try await services.drafts.document(
                of: try kind.part(request), at: try request.revision())
            var json = JSONWriter(capacity: 16_384)
            json.object { json in json.member("document", part) }
            return .json(json.bytes)
        }
    }

    private var returning: APIRoute {
        APIRoute(
            method: .post, pattern: kind.path + "/revisions/{revision}/return", access: kind.access,
            operation: Operation(
                id: kind == .cafe ? "returnToRevision" : "returnToSiteRevision",
                summary:
                    "Puts an earlier part of \(kind.name.lowercased()) in force again, as a new revision.",
                tag: .management,
                body: "RevisionReturn", success: .json("PublishedRevision", .created),
                problems: [
                    kind.unknown, .unknownRevision, .menuChanged, .nothingToPublish, .draftMistakes,
                    .collectionUnannounced,
                ])
        ) { request, person in
            let seen = try request.body { reader -> Int64? in
                reader.refuseUnknownMembers(except: ["seen"])
                return reader["seen"].integer(in: Int64(1)...Int64.max)
            }
            let number = try await services.drafts.return(
                to: try request.revision(), of: try kind.part(request), seen: seen, by: person.id)
            return Self.published(number)
        }
    }

    // MARK: - Cafés alone

    private var cafes: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/managed-cafes", access: .cafeManager,
            operation: Operation(
                id: "listManagedCafes", summary: "The cafés that the caller may change.", tag: .management,
                success: .json("ManagedCafes"), isTranslated: true)
        ) { request, person in
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("cafes") { json in
                    json.array { json in
                        for cafe in campus.cafes where person.mayManage(cafe.id) {
                            json.object { json in
                                json.member("id", cafe.id.rawValue)
                                json.member("name", request.language.text(cafe.name))
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var preview: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/draft/menu", access: .cafeManager,
            operation: Operation(
                id: "previewMenu",
                summary: "The menu as people would see it if the draft were published now.",
                tag: .management, success: .json("Menu"), isTranslated: true,
                problems: [.unknownCafe, .draftMistakes])
        ) { request, _ in
            let cafe = try await services.drafts.preview(of: try request.cafe())
            let time = services.now()
            var json = JSONWriter(capacity: 16_384)
            json.menu(
                of: cafe, isOpen: cafe.openingHours.isOpen(at: time, in: cafe.zone), soldOut: SoldOut(),
                pace: ServicePace(pauses: [], delay: nil), channel: .web,
                serving: ServingTimes(of: cafe, at: time), in: request.language)
            return .json(json.bytes)
        }
    }

    // MARK: - Answers

    private static func published(_ number: Int64) -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in json.member("number", number) }
        var response = HTTPResponse.json(json.bytes)
        response.status = .created
        return response
    }

    private func answer(_ draft: CampusDraft) throws -> HTTPResponse {
        let campus = try services.campuses.inForce()
        var json = JSONWriter(capacity: 32_768)
        json.object { json in
            json.member("document", draft.document)
            // Without changes the part in force is the document; a long menu is not sent twice.
            if draft.lastChange != nil { json.member("inForce", draft.inForce) }
            json.member("revision", draft.revision)
            json.member("base", draft.base)
            json.member("version", draft.version)
            switch draft.part {
            case .cafe(let id):
                json.member("currency", campus.cafe(id)?.currency.code ?? "")
                json.member("timeZone", campus.cafe(id)?.zone.identifier ?? "")
            case .site(let id), .attendance(let id): json.surroundings(of: id, on: campus)
            }
            json.member("defaultLanguage", campus.organisation.defaultLanguage.description)
            json.member("languages") { json in
                json.array { json in for language in campus.languages { json.string(language.description) } }
            }
            if let change = draft.lastChange {
                json.member("changedAt", change.time)
                if let person = change.person { json.member("changedBy", campus.name(of: person)) }
            }
            json.member("mistakes") { json in
                json.array { json in
                    for mistake in draft.mistakes {
                        json.object { json in
                            json.member("pointer", mistake.path.pointer)
                            json.member("code", mistake.code.rawValue)
                            json.member("detail", mistake.description)
                        }
                    }
                }
            }
        }
        var response = HTTPResponse.json(json.bytes)
        response.setEntityTag(EntityTag(version: Int64(draft.version)))
        return response
    }
}

/// The kinds of parts that are changed as drafts.
enum DraftKind: Sendable {
    case cafe
    case site

    var path: String { self == .cafe ? "/api/v1/cafes/{cafe}" : "/api/v1/sites/{site}" }
    var access: Access<Person> { self == .cafe ? .cafeManager : .siteManager }
    var unknown: ProblemKind { self == .cafe ? .unknownCafe : .unknownSite }
    var draftSchema: String { self == .cafe ? "CafeDraft" : "SiteDraft" }
    var name: String { self == .cafe ? "A café" : "A site" }

    func part(_ request: APIRequest) throws -> CampusPart {
        self == .cafe ? .cafe(try request.cafe()) : .site(try request.site())
    }
}

extension Person {
    /// Whether the person may change a café's menu, hours and rules.
    func mayManage(_ cafe: CafeID) -> Bool { holds(.manager, at: cafe) || holds(.administrator, at: cafe) }
}

extension Campus {
    /// How pages name a person who did something; people who have left keep their identifier.
    fileprivate func name(of id: PersonID) -> String { person(id)?.name ?? id.rawValue }
}

extension APIRequest {
    /// The version of a draft that `If-Match` names; it must name one.
    ///
    /// - Throws: A `Problem` with code `invalid-request` without the field, and with code `stale-draft` for anything but one version.
    func draftVersion() throws -> Int {
        guard http.fields["If-Match"] != nil else {
            throw Problem.invalidParameter("If-Match", "must name the version of the draft")
        }
        guard case .tags(let tags) = http.ifMatch, tags.count == 1, let version = tags[0].version else {
            throw Problem(.staleDraft, detail: "If-Match must name the version of the draft.")
        }
        return Int(version)
    }

    fileprivate func revision() throws -> Int64 {
        guard let number = Int64(parameters["revision"]), number > 0 else {
            throw Problem(.unknownRevision, detail: "There is no such revision.")
        }
        return number
    }
}
