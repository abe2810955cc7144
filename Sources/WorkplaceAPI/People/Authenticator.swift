import Cryptography
import Essentials
import HTTPCore
import Workplace

/// Finds out who a request comes from, and whether the page that sent it was ours.
struct Authenticator: Sendable {
    static let cookieName = "vicinity-session"
    static let antiForgeryField = "X-CSRF-Token"

    let sessions: SessionService

    /// Who a request comes from, and how it showed that.
    struct Identity: Sendable {
        let principal: Principal
        let session: Session
    }

    /// Who the request comes from; `nil` without a valid session.
    ///
    /// - Throws: A `Problem` with code `csrf` for a change that a cookie vouches for but no page of ours
    ///   sent.
    func identify(_ request: HTTPRequest) async throws -> Identity? {
        guard let credential = credential(of: request) else { return nil }
        let digest = SHA256.digest(of: credential.token.utf8)
        guard let (session, principal) = try await sessions.find(tokenDigest: digest) else { return nil }
        if credential.isAmbient, !request.method.isRead { try Self.checkOrigin(of: request, for: session) }
        return Identity(principal: principal, session: session)
    }

    /// Who the request comes from.
    ///
    /// - Throws: A `Problem` with code `sign-in-required` without a valid session, and what
    ///   ``identify(_:)`` throws.
    func require(_ request: HTTPRequest) async throws -> Identity {
        guard let identity = try await identify(request) else { throw Problem.signInRequired }
        return identity
    }

    /// The person whom the request comes from.
    ///
    /// - Throws: `WorkplaceRefusal.forbidden` when it comes from a device, and what ``require(_:)`` throws.
    func requirePerson(_ request: HTTPRequest) async throws -> Person {
        guard case .person(let person) = try await require(request).principal else {
            throw WorkplaceRefusal.forbidden
        }
        return person
    }

    private struct Credential {
        let token: Substring
        /// Whether the browser sends it by itself, also when another site made the request.
        let isAmbient: Bool
    }

    /// The digest of the token in the session's cookie; `nil` without the cookie.
    func cookieDigest(of request: HTTPRequest) -> [UInt8]? {
        request.cookie(Self.cookieName).map { SHA256.digest(of: $0.utf8) }
    }

    private func credential(of request: HTTPRequest) -> Credential? {
        // Another scheme is for somebody in between, such as a proxy that asks for a password of its own.
        if let field = request.fields["Authorization"], isBearer(field) {
            return bearerToken(in: field).map { Credential(token: $0, isAmbient: false) }
        }
        return request.cookie(Self.cookieName).map { Credential(token: $0[...], isAmbient: true) }
    }

    /// Refuses a change that a browser says another site has asked for.
    ///
    /// Programs send neither field and are none of this rule's business.
    ///
    /// - Throws: A `Problem` with code `csrf`.
    static func refuseOtherSites(_ request: HTTPRequest) throws {
        if let site = request.fields["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            throw Problem.forgeryRefused
        }
        if let origin = request.fields["Origin"] {
            let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...].lowercased() }
            guard let authority, let host = request.fields["Host"]?.lowercased(),
                authority == host || isOrigin(authority, of: host, withoutPort: request.comesThroughProxy)
            else { throw Problem.forgeryRefused }
        }
    }

    /// Whether an origin is of a host whose port a proxy may have left out, as nginx does with `Host $host`.
    ///
    /// A page of another port of that host still lacks the session's anti-forgery token, and browsers say that it is none
    /// of ours.
    private static func isOrigin(_ authority: String, of host: String, withoutPort: Bool) -> Bool {
        guard withoutPort, authority.hasPrefix(host + ":") else { return false }
        return authority.dropFirst(host.count + 1).utf8.allSatisfy { (48...57).contains($0) }
    }

    private static func checkOrigin(of request: HTTPRequest, for session: Session) throws {
        try refuseOtherSites(request)
        let expected = Array(session.antiForgeryToken.utf8)
        guard let shown = request.fields[antiForgeryField], constantTimeEqual(Array(shown.utf8), expected)
        else {
            throw Problem.forgeryRefused
        }
    }
}

extension HTTPRequest {
    /// The token of the field `Authorization`; `nil` without the field and for another scheme.
    var bearerToken: Substring? { fields["Authorization"].flatMap { WorkplaceAPI.bearerToken(in: $0) } }
}

/// Whether a field names the scheme `Bearer`, however that is written.
private func isBearer(_ authorization: String) -> Bool {
    authorization.prefix { $0 != " " }.lowercased() == "bearer"
}

/// The token after the scheme `Bearer`; `nil` for another scheme and without a token.
private func bearerToken(in authorization: String) -> Substring? {
    guard isBearer(authorization) else { return nil }
    let token = authorization.dropFirst("bearer".count).drop { $0 == " " }
    return token.isEmpty ? nil : token
}

extension Problem {
    static let signInRequired = Problem(
        .signInRequired, detail: "Sign in to do this.")
    static let forgeryRefused = Problem(
        .antiForgery,
        detail:
            "The request did not come from a page of this server, or the page is outdated. Reload the page.")
}
