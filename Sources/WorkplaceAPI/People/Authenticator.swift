import Cryptography
import Essentials
import HTTPCore
import Workplace

/// Finds the session of a request, and refuses forged changes.
struct Authenticator: Sendable {
    static let antiForgeryField = "X-CSRF-Token"

    let sessions: SessionService

    /// The caller of a request, and the session that it showed.
    struct Identity: Sendable {
        let principal: Principal
        let session: Session
    }

    /// The caller of a request; `nil` without a valid session.
    ///
    /// - Throws: A `Problem` with code `csrf` for a change with a cookie that no page of this server sent.
    func identify(_ request: HTTPRequest) async throws -> Identity? {
        guard let credential = credential(of: request) else { return nil }
        guard let (session, principal) = try await sessions.find(tokenDigest: credential.digest) else {
            return nil
        }
        if credential.isAmbient, !request.method.isRead { try Self.checkOrigin(of: request, for: session) }
        return Identity(principal: principal, session: session)
    }

    /// Who sends a request that changes nothing, also one of another site's page; `nil` without a valid session.
    func reader(of request: HTTPRequest) async throws -> Principal? {
        guard let credential = credential(of: request) else { return nil }
        return try await sessions.find(tokenDigest: credential.digest)?.principal
    }

    /// The caller of a request.
    ///
    /// - Throws: A `Problem` with code `sign-in-required` without a valid session, and what
    ///   ``identify(_:)`` throws.
    func require(_ request: HTTPRequest) async throws -> Identity {
        guard let identity = try await identify(request) else { throw Problem.signInRequired }
        return identity
    }

    private struct Credential {
        let token: Substring
        /// Whether the browser attaches it by itself, also to requests of other sites.
        let isAmbient: Bool

        var digest: [UInt8] {
            isAmbient ? SessionCookie.digest(of: token) : SHA256.digest(of: token.utf8)
        }
    }

    /// The digest of the token in the session's cookie; `nil` without the cookie.
    static func cookieDigest(of request: HTTPRequest) -> [UInt8]? {
        SessionCookie.token(of: request).map { SessionCookie.digest(of: $0) }
    }

    private func credential(of request: HTTPRequest) -> Credential? {
        // Another scheme is for an intermediary, such as a proxy with a password of its own.
        if let field = request.fields["Authorization"], isBearer(field) {
            return bearerToken(in: field).map { Credential(token: $0, isAmbient: false) }
        }
        return SessionCookie.token(of: request).map { Credential(token: $0[...], isAmbient: true) }
    }

    private static func checkOrigin(of request: HTTPRequest, for session: Session) throws {
        try request.refuseOtherSites()
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

/// Whether a field names the scheme `Bearer`, in any case.
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
}
