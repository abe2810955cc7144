import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import WebAuthn
import Workplace

/// Signing in and out.
///
/// In the demo, a person signs in by choosing a name; the session is a real one.
struct SessionRoutes: Sendable {
    let services: WorkplaceServices
    let streams: FeedStreams
    let limit: SignInLimit
    let isDemo: Bool

    var routes: [APIRoute] { [choices, opening, present, proving, ending] }

    private var opener: SessionOpener { SessionOpener(services: services, streams: streams, isDemo: isDemo) }

    private var choices: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/sign-in",
            operation: Operation(
                id: "getSignIn", summary: "How one can sign in; in the demo, as whom.", tag: .signIn,
                success: .json("SignIn"), isTranslated: true)
        ) { request in
            let campus = try services.campuses.inForce()
            var json = JSONWriter(capacity: 2_048)
            json.signIn(
                campus, isDemo: isDemo, provider: services.providerSignIns.providerName,
                in: request.language)
            return .json(json.bytes)
        }
    }

    private var opening: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/session",
            operation: Operation(
                id: "openSession",
                summary:
                    "Signs in: by name and password or recovery code, by a passkey, by the token of a paired device, or in the demo by choosing. "
                    + "The session of the request's cookie ends, unless a bearer token is asked for.",
                tag: .signIn, body: "SessionRequest", success: .json("Session", .created), isTranslated: true,
                fields: [.sessionCookie],
                problems: [
                    .signInUnavailable, .unknownPrincipal, .tooManySignIns, .wrongCredentials,
                    .tooManyTries, .signInBusy, .signInRequired, .passkeyRefused, .passkeyRequestOver,
                    .passkeyCopied,
                    .passkeysUnavailable,
                ])
        ) { request in
            try limit.countSignIn(from: request.http.clientAddress, at: services.now())
            let body = try request.body(SessionBody.init)
            switch body.proof {
            case .choice(let owner):
                guard isDemo else {
                    throw Problem(
                        .signInUnavailable,
                        detail: "This server is no demo: nobody signs in by a choice of name.")
                }
                return try await opener.open(for: owner, by: .demo, request, wantsBearer: body.wantsBearer)
            case .password(let name, let password):
                let person = try await services.accounts.person(
                    named: name, password: password, from: request.http.origin)
                return try await opener.open(
                    for: .person(person), by: .password, request, wantsBearer: body.wantsBearer)
            case .recoveryCode(let name, let code):
                let person = try await services.recovery.person(
                    named: name, code: code, from: request.http.origin)
                return try await opener.open(
                    for: .person(person), by: .recoveryCode, request, wantsBearer: body.wantsBearer)
            case .passkey(let proof):
                let person = try await person(showing: proof, request)
                return try await opener.open(
                    for: .person(person), by: .passkey, request, wantsBearer: body.wantsBearer)
            case .token(let token):
                return try await keepAsCookie(token, request)
            }
        }
    }

    /// The person whose passkey a request shows.
    private func person(showing proof: PasskeyProof, _ request: APIRequest) async throws -> PersonID {
        try await services.passkeys.person(
            of: proof.response, request: proof.request,
            at: try request.relyingParty(on: services.campuses), from: request.http.origin)
    }

    /// Opens a session with a cookie in place of that of a paired device's token, so that a page need not keep the token.
    private func keepAsCookie(_ token: String, _ request: APIRequest) async throws -> HTTPResponse {
        let digest = SHA256.digest(of: token.utf8)
        guard let (session, _) = try await services.sessions.find(tokenDigest: digest),
            session.method == .pairing
        else { throw Problem.signInRequired }
        let response = try await opener.open(for: session.owner, by: .pairing, request, wantsBearer: false)
        try await services.sessions.end(tokenDigest: digest, from: request.http.clientAddress)
        return response
    }

    private var present: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/session", access: .signedIn,
            operation: Operation(
                id: "getSession", summary: "Who is signed in.", tag: .signIn,
                success: .json("Session"), isTranslated: true)
        ) { request, identity in
            try await opener.answer(identity.principal, identity.session, token: nil, in: request.language)
        }
    }

    private var proving: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/session/proof", access: .personWithSession,
            operation: Operation(
                id: "proveSession",
                summary: "Shows once more who you are, for acts that need a recent proof.",
                tag: .signIn, body: "ProofRequest", success: .empty,
                problems: [
                    .wrongCredentials, .tooManyTries, .signInBusy, .passkeyRefused, .passkeyRequestOver,
                    .passkeyCopied, .passkeysUnavailable,
                ])
        ) { request, caller in
            switch try request.body(ProofBody.init) {
            case .password(let password):
                try await services.accounts.prove(
                    caller.person.id, password: password, from: request.http.origin)
            case .passkey(let proof):
                let person = try await person(showing: proof, request)
                guard person == caller.person.id else { throw AccountRefusal.wrongCredentials }
            }
            try await services.sessions.setProof(of: caller.session)
            return HTTPResponse(.noContent)
        }
    }

    private var ending: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/session", access: .signedIn,
            operation: Operation(
                id: "endSession",
                summary:
                    "Signs out, and ends the session's streams. Status 200 says where to sign out at the provider too.",
                tag: .signIn, success: .empty, fields: [.sessionCookie], otherAnswers: [(.ok, "SignedOut")])
        ) { request, identity in
            try await services.sessions.end(
                tokenDigest: identity.session.tokenDigest, from: request.http.clientAddress)
            streams.endStreams(ofSessionWith: identity.session.tokenDigest)
            // The session has ended whatever the provider does.
            var response = HTTPResponse(.noContent)
            if let address = await services.providerSignIns.logoutURL(after: identity.session) {
                var json = JSONWriter()
                json.object { $0.member("continueAt", address) }
                response = .json(json.bytes)
            }
            try response.fields.set("Set-Cookie", SessionCookie.removal(for: request.http))
            // Pages remove what they store by themselves: a browser that clears storage does not tell the person's other tabs.
            try response.fields.set("Clear-Site-Data", "\"cache\"")
            return response
        }
    }
}

extension Operation.ResponseField {
    static let sessionCookie = Operation.ResponseField(
        name: "Set-Cookie", summary: "The session's cookie, unless a bearer token was asked for.")
}

/// The body of a request that proves once more who somebody is.
private enum ProofBody {
    case password(String)
    case passkey(PasskeyProof)

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["password", "passkey"])
        if let passkey = reader["passkey"].optional {
            guard let proof = PasskeyProof(passkey) else { return nil }
            self = .passkey(proof)
        } else {
            guard let password = reader["password"].string(length: 0...PasswordRule.maximumByteCount) else {
                return nil
            }
            self = .password(password)
        }
    }
}

/// The body of a request that signs in.
private struct SessionBody {
    /// What shows who signs in.
    enum Proof {
        case choice(Session.Owner)
        case password(SignInName, String)
        case recoveryCode(SignInName, RecoveryCode?)
        case passkey(PasskeyProof)
        case token(String)
    }

    let proof: Proof
    let wantsBearer: Bool

    init?(_ reader: JSONReader) {
        let bearer = reader["bearer"].optional.map { $0.boolean() } ?? .some(false)
        reader.refuseUnknownMembers(except: [
            "person", "device", "name", "password", "recoveryCode", "passkey", "token", "bearer",
        ])
        guard let proof = Self.proof(reader), let bearer else { return nil }
        self.proof = proof
        wantsBearer = bearer
    }

    private static func proof(_ reader: JSONReader) -> Proof? {
        let ways = ["person", "device", "name", "passkey", "token"].filter { reader[$0].optional != nil }
        guard ways.count <= 1 else {
            reader[ways[1]].note(.value, "cannot be named together with \(ways[0])")
            return nil
        }
        switch ways.first {
        case "person": return reader["person"].identifier(PersonID.init).map { .choice(.person($0)) }
        case "device": return reader["device"].identifier(DeviceID.init).map { .choice(.device($0)) }
        case "passkey": return PasskeyProof(reader["passkey"]).map { .passkey($0) }
        case "token": return reader["token"].string(length: 1...256).map { .token($0) }
        case "name":
            let name = reader["name"].text(as: SignInName.init, "must be an e-mail address or a staff number")
            if let code = reader["recoveryCode"].optional {
                let typed = code.string(length: 0...PasswordRule.maximumByteCount)
                guard let name, let typed else { return nil }
                return .recoveryCode(name, RecoveryCode(typed: typed))
            }
            let password = reader["password"].string(length: 0...PasswordRule.maximumByteCount)
            guard let name, let password else { return nil }
            return .password(name, password)
        default:
            reader["person"].note(.required, "or a device, a name, a passkey or a token is missing")
            return nil
        }
    }
}
