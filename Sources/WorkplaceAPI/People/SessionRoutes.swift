import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// Signing in and out.
///
/// In the demo, a person signs in by choosing a name; the session is a real one.
struct SessionRoutes: Sendable {
    private static let tokenLength = 32

    let services: WorkplaceServices
    let streams: FeedStreams
    let limit: SignInLimit
    let isDemo: Bool

    var routes: [APIRoute] { [choices, opening, present, ending] }

    private var choices: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/sign-in",
            operation: Operation(
                id: "getSignIn", summary: "How one can sign in; in the demo, as whom.", tag: .signIn,
                success: .json("SignIn"), isTranslated: true)
        ) { request in
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 2_048)
            json.signIn(isDemo ? campus : nil, in: request.language)
            return .json(json.bytes)
        }
    }

    private var opening: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/session",
            operation: Operation(
                id: "openSession",
                summary: "Signs in; in the demo, by choosing a person or a device. "
                    + "The session of the request's cookie ends, unless a bearer token is asked for.",
                tag: .signIn, body: "SessionRequest", success: .json("Session", .created), isTranslated: true,
                fields: [.sessionCookie],
                problems: [
                    .signInUnavailable, .antiForgery,
                    .unknownPrincipal, .tooManySignIns,
                ])
        ) { request in
            guard isDemo else {
                throw Problem(
                    .signInUnavailable,
                    detail: "This server has no way to sign in. Start it with --demo to try it out.")
            }
            // Without a session there is no token to compare, so only the browser can report another site.
            try Authenticator.refuseOtherSites(request.http)
            try limit.countSignIn(from: request.http.clientAddress, at: services.now())
            return try await open(try request.body(SessionBody.init), request)
        }
    }

    private var present: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/session", access: .signedIn,
            operation: Operation(
                id: "getSession", summary: "Who is signed in.", tag: .signIn,
                success: .json("Session"), isTranslated: true)
        ) { request, identity in
            return response(identity.principal, identity.session, token: nil, in: request.language)
        }
    }

    private var ending: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/session", access: .signedIn,
            operation: Operation(
                id: "endSession", summary: "Signs out, and ends the session's streams.", tag: .signIn,
                success: .empty,
                fields: [.sessionCookie])
        ) { request, identity in
            try await services.sessions.end(tokenDigest: identity.session.tokenDigest)
            streams.endStreams(ofSessionWith: identity.session.tokenDigest)
            var response = HTTPResponse(.noContent)
            try response.fields.set(
                "Set-Cookie", Self.cookie("", isSecure: request.http.isSecure) + "; Max-Age=0")
            return response
        }
    }

    private func open(_ body: SessionBody, _ request: APIRequest) async throws -> HTTPResponse {
        let token = Base64URL.encode(try SecureRandom.bytes(Self.tokenLength))
        // The new cookie replaces the old one, so nobody could end the old session later.
        let earlier = body.wantsBearer ? nil : Authenticator.cookieDigest(of: request.http)
        let (session, principal) = try await services.sessions.open(
            for: body.owner, tokenDigest: SHA256.digest(of: token.utf8),
            antiForgeryToken: Base64URL.encode(try SecureRandom.bytes(Self.tokenLength)),
            inPlaceOf: earlier)
        if let earlier { streams.endStreams(ofSessionWith: earlier) }
        var response = response(
            principal, session, token: body.wantsBearer ? token : nil, in: request.language)
        response.status = .created
        try response.fields.set("Cache-Control", "no-store")
        if !body.wantsBearer {
            let seconds = SessionService.lifetime.components.seconds
            try response.fields.set(
                "Set-Cookie", Self.cookie(token, isSecure: request.http.isSecure) + "; Max-Age=\(seconds)")
        }
        return response
    }

    private func response(
        _ principal: Principal, _ session: Session, token: String?, in language: WireLanguage
    ) -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("principal") { $0.principal(principal, in: language) }
            json.member("csrf", session.antiForgeryToken)
            json.member("expiresAt", session.expiresAt)
            json.member("demo", isDemo)
            if let token { json.member("token", token) }
        }
        return .json(json.bytes)
    }

    private static func cookie(_ token: String, isSecure: Bool) -> String {
        let attributes = "Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
        return "\(Authenticator.cookieName)=\(token); \(attributes)"
    }
}

extension Operation.ResponseField {
    fileprivate static let sessionCookie = Operation.ResponseField(
        name: "Set-Cookie", summary: "The cookie `vicinity-session`, unless a bearer token was asked for.")
}

/// The body of a request that signs in.
private struct SessionBody {
    let owner: Session.Owner
    let wantsBearer: Bool

    init?(_ reader: JSONReader) {
        let person = reader["person"].optional.map { $0.identifier(PersonID.init) }
        let device = reader["device"].optional.map { $0.identifier(DeviceID.init) }
        let bearer = reader["bearer"].optional.map { $0.boolean() } ?? .some(false)
        reader.refuseUnknownMembers(except: ["person", "device", "bearer"])
        switch (person, device) {
        case (let person??, nil): owner = .person(person)
        case (nil, let device??): owner = .device(device)
        case (.some, .some):
            reader["device"].note(.value, "cannot be named together with a person")
            return nil
        default:
            if person == nil, device == nil { reader["person"].note(.required, "or a device is missing") }
            return nil
        }
        guard let bearer else { return nil }
        wantsBearer = bearer
    }
}

extension JSONWriter {
    fileprivate mutating func principal(_ principal: Principal, in language: WireLanguage) {
        switch principal {
        case .person(let person): personMembers(person, kind: "person")
        case .device(let device): deviceMembers(device, kind: "device", in: language)
        }
    }

    /// Writes the people and devices for sign-in; none without a campus.
    fileprivate mutating func signIn(_ campus: Campus?, in language: WireLanguage) {
        object { json in
            json.member("mode", campus == nil ? "none" : "demo")
            json.member("people") { json in
                json.array { json in
                    for person in campus?.people ?? [] { json.personMembers(person, kind: nil) }
                }
            }
            json.member("devices") { json in
                json.array { json in
                    for device in campus?.devices ?? [] {
                        json.deviceMembers(device, kind: nil, in: language)
                    }
                }
            }
        }
    }

    private mutating func personMembers(_ person: Person, kind: String?) {
        object { json in
            if let kind { json.member("kind", kind) }
            json.member("id", person.id.rawValue)
            json.member("name", person.name)
            json.member("roles") { json in
                json.array { json in
                    for role in person.roles.map(\.rawValue).sorted() { json.string(role) }
                }
            }
            json.member("locale", person.locale.description)
            json.member("language", person.language.description)
        }
    }

    private mutating func deviceMembers(_ device: Device, kind: String?, in language: WireLanguage) {
        object { json in
            if let kind { json.member("kind", kind) }
            json.member("id", device.id.rawValue)
            json.member("name", language.text(device.name))
            json.member("role", device.role.rawValue)
            json.member("roles") { json in json.array { $0.string(device.role.rawValue) } }
            json.member("cafe", device.cafe.rawValue)
        }
    }
}
