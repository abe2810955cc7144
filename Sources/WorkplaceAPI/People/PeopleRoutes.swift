import Cryptography
import Essentials
import HTTPCore
import JSON
import Workplace

/// People and their roles, for administrators; and the security log.
struct PeopleRoutes: Sendable {
    /// How many entries of the security log an answer has at most.
    private static let entriesAtMost = 200

    let services: WorkplaceServices
    let streams: FeedStreams

    var routes: [APIRoute] { [list, adding, changing, inviting, ending, log] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/people", access: .administrator,
            operation: Operation(
                id: "listPeople", summary: "All people with their roles.", tag: .people,
                success: .json("People"))
        ) { _, administrator in
            let people = try await services.people.list()
            try await services.dataLooks.recordAtEverybody(by: administrator.id, of: .people)
            var json = JSONWriter(capacity: 256 * people.count)
            json.object { json in
                json.member("people") { json in
                    json.array { json in for person in people { json.listed(person) } }
                }
                json.member("roles") { json in
                    json.array { json in for role in Role.ofPeople { json.string(role.rawValue) } }
                }
            }
            return .json(json.bytes)
        }
    }

    private var adding: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/people", access: .provedAdministrator,
            operation: Operation(
                id: "addPerson",
                summary: "Adds a person, and makes the link with which they set a password.", tag: .people,
                body: "NewPerson", success: .json("Invited", .created),
                problems: [.nameTaken, .personExists, .unknownPlace])
        ) { request, caller in
            let body = try request.body(NewPersonBody.init)
            let time = services.now()
            var generator = SystemRandomNumberGenerator()
            let id = PersonID(at: time, using: &generator)
            try await services.people.add(
                Directory.Entry(
                    person: id, name: body.name, grants: body.grants, language: body.language,
                    locale: body.locale),
                signInName: body.signInName, openingBalances: body.balances, by: caller.person.id,
                from: request.http.clientAddress)
            return try await invitation(of: id, by: caller, request)
        }
    }

    private var changing: APIRoute {
        APIRoute(
            method: .patch, pattern: "/api/v1/people/{person}", access: .provedAdministrator,
            operation: Operation(
                id: "changePerson",
                summary:
                    "Changes a person's name, roles or language, shuts them out or lets them in again. It holds from "
                    + "the next request on; who is shut out loses all sessions.",
                tag: .people, body: "PersonChange", success: .empty,
                problems: [.unknownPerson, .nameTaken, .unknownPlace, .lastAdministrator])
        ) { request, caller in
            let change = try request.body { PeopleService.Change(reading: $0) }
            let ended = try await services.people.change(
                try request.person(), change, by: caller.person.id, from: request.http.clientAddress)
            for digest in ended { streams.endStreams(ofSessionWith: digest) }
            return HTTPResponse(.noContent)
        }
    }

    private var inviting: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/people/{person}/invitation", access: .provedAdministrator,
            operation: Operation(
                id: "invitePerson",
                summary:
                    "Makes a link with which a person sets a password, such as after they forgot it; earlier links end.",
                tag: .people, success: .json("Invited", .created),
                problems: [.unknownPerson, .wrongCredentials])
        ) { request, caller in
            try await invitation(of: try request.person(), by: caller, request)
        }
    }

    private var ending: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/people/{person}/sessions", access: .provedAdministrator,
            operation: Operation(
                id: "endPersonsSessions", summary: "Signs a person out everywhere.", tag: .people,
                success: .empty,
                problems: [.unknownPerson])
        ) { request, caller in
            let person = try request.person()
            guard try services.campuses.inForce().person(person) != nil else {
                throw WorkplaceRefusal.unknownPerson(person)
            }
            let ended = try await services.sessions.end(
                nil, of: .person(person), by: .person(caller.person.id),
                from: request.http.clientAddress)
            for digest in ended { streams.endStreams(ofSessionWith: digest) }
            return HTTPResponse(.noContent)
        }
    }

    private var log: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/security-log", access: .auditor,
            operation: Operation(
                id: "getSecurityLog",
                summary: "Sign-ins, refusals, and changes of roles and devices, the latest first.",
                tag: .people,
                parameters: [
                    Operation.Parameter(
                        name: "before", place: .query, summary: "The entries before this number.",
                        schema: Schema.integer("The number of an entry.", minimum: 1))
                ], success: .json("SecurityLog"))
        ) { request, reader in
            let before = try request.integer("before", in: 1...Int.max, default: .max)
            let entries = try await services.people.securityLog(
                before: Int64(before), limit: Self.entriesAtMost)
            try await services.dataLooks.record(
                by: reader.id, of: .securityLog, at: Set(entries.flatMap(\.event.people)))
            var json = JSONWriter(capacity: 16_384)
            json.object { json in
                json.member("entries") { json in
                    json.array { json in for (number, event) in entries { json.entry(number, event) } }
                }
            }
            return .json(json.bytes)
        }
    }

    private func invitation(
        of person: PersonID, by caller: SignedInPerson, _ request: APIRequest
    ) async throws -> HTTPResponse {
        let token = try SessionOpener.secret()
        let end = try await services.people.invite(
            person, tokenDigest: SHA256.digest(of: token.utf8), by: caller.person.id,
            from: request.http.clientAddress)
        let answer = try await services.notices.accountMails.mailInvitation(token, to: person)
        var json = JSONWriter()
        json.object { json in
            json.member("person", person.rawValue)
            json.member("link", "/welcome#\(token)")
            json.member("expiresAt", end)
            json.member("mailed", answer == .handedOver)
            if let code = answer?.failure { json.member("mailFailure", code) }
        }
        var response = HTTPResponse.json(json.bytes)
        response.status = .created
        return response
    }
}

extension APIRequest {
    /// The person in the path.
    fileprivate func person() throws -> PersonID {
        try identifier("person", orThrow: Problem(.unknownPerson, detail: "There is no such person."))
    }
}

private struct NewPersonBody {
    let name: String
    let signInName: SignInName
    let grants: Set<RoleGrant>
    let language: LanguageTag
    let locale: LanguageTag
    let balances: [Money]

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["name", "signInName", "roles", "language", "locale", "balances"])
        let name = reader["name"].plainName()
        let signInName = reader["signInName"].text(
            as: SignInName.init, "must be an e-mail address or a staff number")
        let grants = reader["roles"].grants()
        let language = reader["language"].languageTag()
        let locale = reader["locale"].optional.map { $0.languageTag() } ?? language
        let balances = reader["balances"].optional.map { $0.balances() } ?? []
        guard let name, let signInName, let grants, let language, let locale, let balances else { return nil }
        self.name = name
        self.signInName = signInName
        self.grants = grants
        self.language = language
        self.locale = locale
        self.balances = balances
    }
}

extension PeopleService.Change {
    fileprivate init?(reading reader: JSONReader) {
        self.init()
        reader.refuseUnknownMembers(except: [
            "name", "signInName", "roles", "language", "locale", "suspended",
        ])
        var isRead = true
        func read<Value>(_ name: String, _ value: (JSONReader) -> Value?) -> Value? {
            guard let member = reader[name].optional else { return nil }
            let found = value(member)
            if found == nil { isRead = false }
            return found
        }
        name = read("name") { $0.plainName() }
        signInName = read("signInName") {
            $0.text(as: SignInName.init, "must be an e-mail address or a staff number")
        }
        grants = read("roles") { $0.grants() }
        language = read("language") { $0.languageTag() }
        locale = read("locale") { $0.languageTag() }
        isSuspended = read("suspended") { $0.boolean() }
        guard isRead else { return nil }
    }
}

extension JSONReader {
    /// Reads roles, such as `cook` and `manager@cafe:main-cafe`.
    fileprivate func grants() -> Set<RoleGrant>? {
        array {
            $0.text(
                as: { RoleGrant($0) }, "must be a role, such as cook, cook@cafe:NAME or manager@site:NAME")
        }
        .map { Set($0) }
    }

    /// Reads what a person's meal accounts hold at first, one amount for each currency.
    fileprivate func balances() -> [Money]? {
        array { reader in
            reader.refuseUnknownMembers(except: ["amount", "currency"])
            let amount = reader["amount"].integer(in: 0...Int64(1_000_000_000_000))
            let currency = reader["currency"].text(
                as: Currency.init, "must be the code of a currency, such as EUR")
            guard let amount, let currency else { return nil }
            return Money(minorUnits: amount, currency: currency)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func listed(_ listed: PeopleService.Listed) {
        object { json in
            json.member("id", listed.person.id.rawValue)
            json.member("name", listed.person.name)
            if let name = listed.signInName { json.member("signInName", name.text) }
            json.member("roles") { json in
                json.array { json in
                    for grant in listed.person.grants.sorted() { json.string(grant.description) }
                }
            }
            json.member("language", listed.person.language.description)
            json.member("locale", listed.person.locale.description)
            json.member("suspended", listed.person.isSuspended)
            json.member("canSignIn", listed.canSignIn)
            json.member("invited", listed.isInvited)
        }
    }

    fileprivate mutating func entry(_ number: Int64, _ event: SecurityEvent) {
        object { json in
            json.member("number", number)
            json.member("at", event.time)
            json.member("kind", event.kind.rawValue)
            if let actor = event.actor { json.member("actor", actor) }
            if let subject = event.subject { json.member("subject", subject) }
            json.member("address", event.address)
            json.member("detail", event.detail)
        }
    }
}
