import Cryptography
import Essentials
import HTTPCore
import JSON
import WebAuthn
import Workplace

/// Links that make the first administrator, or let a person set a password.
///
/// A link's token stands behind `#` in its address, so that no server and no log sees it; the page sends it in a body.
struct SetUpRoutes: Sendable {
    let services: WorkplaceServices
    let opener: SessionOpener
    let limit: SignInLimit

    var routes: [APIRoute] { [checking, passkeyOptions, finishing, invitation, accepting] }

    private var checking: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/set-up", access: .setUpLink,
            operation: Operation(
                id: "getSetUp", summary: "What a set-up link still needs; this does not use it up.",
                tag: .signIn, success: .json("SetUpNeed"))
        ) { _, link in
            var json = JSONWriter()
            json.object { $0.member("campus", link.need.campus) }
            return .json(json.bytes)
        }
    }

    private var passkeyOptions: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/set-up/passkey-options", access: .setUpLink,
            operation: Operation(
                id: "getSetUpPasskey",
                summary: "What a browser needs to make the first administrator's passkey; it works once.",
                tag: .signIn, body: "SetUpPasskeyRequest", success: .json("PasskeyRequest"),
                problems: [.signInBusy, .passkeysUnavailable])
        ) { request, link in
            let (name, signInName) = try request.body { reader -> (String, SignInName)? in
                reader.refuseUnknownMembers(except: ["name", "signInName"])
                let name = reader["name"].plainName()
                let signInName = reader["signInName"].signInName()
                guard let name, let signInName else { return nil }
                return (name, signInName)
            }
            let (id, options) = try await services.setUp.beginPasskey(
                tokenDigest: link.digest, name: name, signInName: signInName,
                at: try request.relyingParty(on: services.campuses))
            return PasskeyRoutes.answer(id) { options.write(to: &$0) }
        }
    }

    private var finishing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/set-up", access: .setUpLink,
            operation: Operation(
                id: "setUp",
                summary:
                    "Makes the first administrator, and a campus where there is none; uses the link up and signs in.",
                tag: .signIn, body: "SetUpRequest", success: .json("SetUpDone", .created),
                fields: [.sessionCookie],
                problems: [
                    .weakPassword, .nameTaken, .signInBusy, .notReady, .passkeyRefused, .passkeyRequestOver,
                    .passkeysUnavailable,
                ])
        ) { request, link in
            let body = try request.body(SetUpBody.init)
            let administrator = try body.administrator {
                try request.relyingParty(on: services.campuses)
            }
            let person: PersonID
            do {
                person = try await services.setUp.finish(
                    tokenDigest: link.digest, administrator, campus: try body.document(),
                    from: request.http.origin)
            } catch let error as CampusFileError {
                throw Problem(
                    .invalidRequest, detail: "The campus file has mistakes. See each error.",
                    errors: error.lines.prefix(50).map {
                        Problem.FieldError(pointer: "/campus", code: "value", detail: $0)
                    })
            }
            return try await opener.openAfterSetUp(
                for: .person(person), by: body.passkey == nil ? .password : .passkey, request)
        }
    }

    private var invitation: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/invitation/check",
            operation: Operation(
                id: "checkInvitation", summary: "Whose invitation a link is; this does not use it up.",
                tag: .signIn,
                body: "LinkRequest", success: .json("Invitation"),
                problems: [.linkInvalid, .tooManySignIns])
        ) { request in
            try admit(request)
            let (person, name) = try await services.accounts.invited(
                tokenDigest: try request.body(LinkBody.init).digest)
            var json = JSONWriter()
            json.object { json in
                json.member("name", person.name)
                json.member("signInName", name.text)
                json.member("language", person.language.description)
            }
            return .json(json.bytes)
        }
    }

    private var accepting: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/invitation",
            operation: Operation(
                id: "acceptInvitation", summary: "Sets a password by a link, which is used up, and signs in.",
                tag: .signIn, body: "InvitationRequest", success: .json("Session", .created),
                isTranslated: true,
                fields: [.sessionCookie],
                problems: [.linkInvalid, .weakPassword, .signInBusy, .tooManySignIns])
        ) { request in
            try admit(request)
            let body = try request.body(InvitationBody.init)
            let (person, ended) = try await services.accounts.accept(
                tokenDigest: body.digest, password: body.password, from: request.http.origin)
            services.sessions.forget(ended)
            for digest in ended { opener.streams.endStreams(ofSessionWith: digest) }
            return try await opener.open(for: .person(person), by: .password, request, wantsBearer: false)
        }
    }

    private func admit(_ request: APIRequest) throws {
        try limit.countSignIn(from: request.http.clientAddress, at: services.now())
    }
}

/// The set-up link that a request shows as its bearer token.
struct ShownSetUpLink: Sendable {
    /// The digest of its token.
    let digest: [UInt8]
    /// What the set-up needs.
    let need: SetUpService.Need
}

extension Access<ShownSetUpLink> {
    /// Somebody who has the link that the program printed.
    static var setUpLink: Self {
        Access(rule: .setUpLink) { request, services in
            guard let token = request.http.bearerToken else { throw Problem.signInRequired }
            let digest = SHA256.digest(of: token.utf8)
            return ShownSetUpLink(digest: digest, need: try await services.setUp.need(tokenDigest: digest))
        }
    }
}

extension SessionOpener {
    /// Opens a session with a cookie, before the campus is known to have languages for an answer.
    func openAfterSetUp(
        for owner: Session.Owner, by method: Session.Method, _ request: APIRequest
    ) async throws -> HTTPResponse {
        let opened = try await opened(for: owner, by: method, request.http, asCookie: true)
        var response = HTTPResponse.json(Array(#"{"signedIn":true}"#.utf8))
        response.status = .created
        try response.fields.set("Cache-Control", "no-store")
        try response.fields.set("Set-Cookie", SessionCookie.setting(opened.token, for: request.http))
        return response
    }
}

extension JSONReader {
    /// Reads the token of a link, as its digest.
    fileprivate func linkDigest() -> [UInt8]? {
        string(length: 1...256).map { SHA256.digest(of: $0.utf8) }
    }

    /// Reads a new password; whether it is good enough is checked later.
    fileprivate func password() -> String? { string(length: 0...PasswordRule.maximumByteCount) }

    /// Reads a name for people, of one line.
    func plainName() -> String? {
        text(
            as: { $0.isPlainLine && !$0.allSatisfy(\.isWhitespace) && $0.count <= 100 ? $0 : nil },
            "must be one line of 1 to 100 characters")
    }

    /// Reads a sign-in name.
    fileprivate func signInName() -> SignInName? {
        text(as: SignInName.init, "must be an e-mail address or a staff number")
    }

    /// Reads a language tag.
    func languageTag() -> LanguageTag? {
        text(as: LanguageTag.init, "must be a language tag, such as ja or pt-BR")
    }
}

private struct LinkBody {
    let digest: [UInt8]

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["token"])
        guard let digest = reader["token"].linkDigest() else { return nil }
        self.digest = digest
    }
}

private struct InvitationBody {
    let digest: [UInt8]
    let password: String

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["token", "password"])
        let digest = reader["token"].linkDigest()
        let password = reader["password"].password()
        guard let digest, let password else { return nil }
        self.digest = digest
        self.password = password
    }
}

private struct SetUpBody {
    /// The administrator's passkey; `nil` when they have a password.
    let passkey: NewPasskey?
    private let person: (name: String, signInName: SignInName, language: LanguageTag)
    private let password: String?
    private let outline: CampusOutline?
    private let file: JSONValue?

    /// The administrator.
    ///
    /// - Parameter site: Makes the site of a passkey.
    /// - Returns: The administrator, who is stored later.
    /// - Throws: What `site` throws.
    func administrator(at site: () throws -> RelyingParty) throws -> SetUpService.Administrator {
        let wayIn: SetUpService.WayIn =
            if let passkey { .passkey(passkey, try site()) } else { .password(password ?? "") }
        return SetUpService.Administrator(
            name: person.name, signInName: person.signInName, wayIn: wayIn, language: person.language)
    }

    /// The campus file; `nil` when the request brings none.
    func document() throws -> [UInt8]? {
        if let file {
            var json = JSONWriter(capacity: 65_536)
            json.value(file)
            return json.bytes
        }
        let bytes = try SecureRandom.bytes(16)
        let digits = Array(Hexadecimal.encode(bytes).uppercased())
        let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return outline?.document(beaconUUID: groups.map { String($0) }.joined(separator: "-"))
    }

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["administrator", "outline", "campus"])
        let administrator = reader["administrator"]
        administrator.refuseUnknownMembers(except: ["name", "signInName", "password", "passkey", "language"])
        let name = administrator["name"].plainName()
        let signInName = administrator["signInName"].signInName()
        let language = administrator["language"].languageTag()
        let newPasskey = administrator["passkey"].optional
        passkey = newPasskey.flatMap { NewPasskey($0) }
        // One of the two is enough.
        password = newPasskey == nil ? administrator["password"].password() : nil
        outline = reader["outline"].optional.flatMap { Self.outline($0) }
        file = reader["campus"].optional?.value()
        guard let name, let signInName, let language, passkey != nil || password != nil else { return nil }
        person = (name, signInName, language)
    }

    private static func outline(_ reader: JSONReader) -> CampusOutline? {
        reader.refuseUnknownMembers(except: [
            "organisation", "language", "site", "timeZone", "latitude", "longitude", "cafe", "currency",
        ])
        let organisation = reader["organisation"].plainName()
        let language = reader["language"].languageTag()
        let site = reader["site"].plainName()
        let zone = reader["timeZone"].text(as: Zone.init, "must be a time zone, such as Europe/Berlin")
        let latitude = reader["latitude"].double(in: -90...90)
        let longitude = reader["longitude"].double(in: -180...180)
        let cafe = reader["cafe"].plainName()
        let currency = reader["currency"].text(
            as: Currency.init, "must be the code of a currency, such as EUR")
        guard let organisation, let language, let site, let zone, let latitude, let longitude, let cafe,
            let currency
        else { return nil }
        return CampusOutline(
            organisation: organisation, language: language, site: site, zone: zone, latitude: latitude,
            longitude: longitude, cafe: cafe, currency: currency)
    }
}
