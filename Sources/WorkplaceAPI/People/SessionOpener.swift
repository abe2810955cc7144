import Cryptography
import Essentials
import HTTPCore
import JSON
import Workplace

/// Opens sessions and answers with them.
struct SessionOpener: Sendable {
    private static let tokenLength = 32

    let services: WorkplaceServices
    let streams: FeedStreams
    let isDemo: Bool

    /// A new secret of 256 bits, as text.
    static func secret() throws -> String { Base64URL.encode(try SecureRandom.bytes(tokenLength)) }

    /// Opens a session; one with a cookie takes the place of that of the request's cookie.
    ///
    /// - Parameters:
    ///   - owner: Who signs in.
    ///   - method: How they showed who they are.
    ///   - request: The request, whose answer is in its language.
    ///   - wantsBearer: Whether the answer holds a token in place of a cookie.
    /// - Returns: The answer that says who is signed in.
    /// - Throws: `WorkplaceRefusal.unknownPrincipal`, or the store's own error.
    func open(
        for owner: Session.Owner, by method: Session.Method, _ request: APIRequest, wantsBearer: Bool
    ) async throws -> HTTPResponse {
        let opened = try await opened(
            for: owner, by: method, request.http, asCookie: !wantsBearer,
            // The new cookie replaces the old one, so nobody could end the old session later.
            inPlaceOf: wantsBearer ? nil : Authenticator.cookieDigest(of: request.http))
        var response = try await answer(
            opened.principal, opened.session, token: wantsBearer ? opened.token : nil, in: request.language)
        response.status = .created
        try response.fields.set("Cache-Control", "no-store")
        if !wantsBearer {
            try response.fields.set("Set-Cookie", SessionCookie.setting(opened.token, for: request.http))
        }
        return response
    }

    /// Opens a session of somebody who signed in with the provider, in place of that of the request's cookie.
    ///
    /// - Returns: The field that gives the cookie to the browser.
    /// - Throws: `WorkplaceRefusal.unknownPrincipal`, or the store's own error.
    func cookie(for signIn: ProviderSignInService.Finished, _ request: HTTPRequest) async throws -> String {
        let opened = try await opened(
            for: .person(signIn.person), by: .provider, request, asCookie: true,
            inPlaceOf: Authenticator.cookieDigest(of: request), at: signIn.session,
            provedAt: signIn.provedAt)
        return SessionCookie.setting(opened.token, for: request)
    }

    /// Opens a session, and ends the streams of the one whose place it takes.
    ///
    /// - Returns: The token, whose digest is that of a cookie or of a bearer token, with the session and its principal.
    /// - Throws: `WorkplaceRefusal.unknownPrincipal`, or the store's own error.
    func opened(
        for owner: Session.Owner, by method: Session.Method, _ request: HTTPRequest, asCookie: Bool,
        inPlaceOf earlier: [UInt8]? = nil, at provider: ProviderSession? = nil, provedAt: Timestamp? = nil
    ) async throws -> (token: String, session: Session, principal: Principal) {
        let token = try Self.secret()
        let (session, principal) = try await services.sessions.open(
            for: owner,
            tokenDigest: asCookie ? SessionCookie.digest(of: token) : SHA256.digest(of: token.utf8),
            antiForgeryToken: try Self.secret(), method: method, from: request.origin, inPlaceOf: earlier,
            at: provider, provedAt: provedAt)
        if let earlier { streams.endStreams(ofSessionWith: earlier) }
        return (token, session, principal)
    }

    /// The answer that says who is signed in.
    ///
    /// - Throws: The store's own error.
    func answer(
        _ principal: Principal, _ session: Session, token: String?, in language: WireLanguage
    ) async throws -> HTTPResponse {
        var preferences: Preferences?
        if case .person(let person) = principal {
            preferences = try await services.preferences.preferences(of: person.id)
        }
        var json = JSONWriter()
        json.object { json in
            json.member("principal") { $0.principal(principal, in: language) }
            json.member("csrf", session.antiForgeryToken)
            json.member("expiresAt", session.expiresAt)
            json.member("demo", isDemo)
            json.member("method", session.method.rawValue)
            if let preferences { json.member("preferences", preferences.document) }
            if let token { json.member("token", token) }
        }
        return .json(json.bytes)
    }
}

/// The cookie of a session.
///
/// Over TLS its name begins with `__Host-`, so that no other host and no page without TLS can set it (RFC 6265bis, 4.1.3.2).
enum SessionCookie {
    static let name = "vicinity-session"
    static let secureName = "__Host-vicinity-session"

    /// What the store has of a cookie's token.
    ///
    /// It is not the digest of the token alone, so that a cookie does not work as a bearer token, which needs no anti-forgery
    /// token, and a bearer token does not work as a cookie.
    static func digest(of token: some StringProtocol) -> [UInt8] {
        SHA256.digest(of: "cookie \(token)".utf8)
    }

    /// The field that gives the token to the browser.
    static func setting(_ token: String, for request: HTTPRequest) -> String {
        field(token, for: request) + "; Max-Age=\(SessionService.lifetime.components.seconds)"
    }

    /// The field that takes the token from the browser.
    static func removal(for request: HTTPRequest) -> String { field("", for: request) + "; Max-Age=0" }

    /// The token of a request; `nil` without the cookie.
    static func token(of request: HTTPRequest) -> String? {
        request.cookie(request.isSecure ? secureName : name)
    }

    private static func field(_ token: String, for request: HTTPRequest) -> String {
        let attributes = "Path=/; HttpOnly; SameSite=Lax" + (request.isSecure ? "; Secure" : "")
        return "\(request.isSecure ? secureName : name)=\(token); \(attributes)"
    }
}
