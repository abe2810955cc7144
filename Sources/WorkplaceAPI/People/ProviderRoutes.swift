import Essentials
import HTTPCore
import JSON
import OpenIDConnect
import Workplace

/// Signing in with the identity provider: browsers are sent there, come back, and are sent to a page.
///
/// Whatever goes wrong leads to the sign-in page with a code, because a person looks at the answer.
struct ProviderRoutes: Sendable {
    /// Where a browser begins to sign in.
    static let beginning = "/sign-in/provider"
    private static let defaultReturn = "/order"

    let services: WorkplaceServices
    let streams: FeedStreams
    let opener: SessionOpener
    let limit: SignInLimit

    var routes: [APIRoute] { [begin, callback, logout] }

    private var begin: APIRoute {
        APIRoute(
            method: .get, pattern: Self.beginning,
            operation: Operation(
                id: "beginProviderSignIn", summary: "Sends a browser to the identity provider.", tag: .signIn,
                parameters: [
                    Operation.Parameter(
                        name: "next", place: .query,
                        summary: "The path of this server to which the browser goes afterwards."),
                    Operation.Parameter(
                        name: "again", place: .query,
                        summary: "With the value 1 the person shows once more who they are."),
                ],
                success: .redirect, fields: [.location, .providerCookie])
        ) { request in
            let returnPath = ReturnPath(try request.http.queryValue("next") ?? Self.defaultReturn) ?? .root
            guard isWithinLimit(request.http) else {
                return try failure(ProblemKind.tooManySignIns.code, returnPath)
            }
            do {
                let begun = try await services.providerSignIns.begin(
                    returnPath: returnPath, showsAgain: try request.http.queryValue("again") == "1")
                var response = try Self.redirect(to: begun.url)
                try response.fields.set(
                    "Set-Cookie", PendingSignInCookie.setting(begun.name, for: request.http))
                return response
            } catch let failed as ProviderSignInFailure {
                return try failure(failed.code, failed.returnPath)
            }
        }
    }

    private var callback: APIRoute {
        APIRoute(
            method: .get, pattern: "\(Self.beginning)/callback",
            operation: Operation(
                id: "finishProviderSignIn",
                summary:
                    "Takes what a browser brings back from the identity provider. Its session's cookie is replaced.",
                tag: .signIn,
                parameters: ["code", "state", "error", "iss"].map { name in
                    Operation.Parameter(name: name, place: .query, summary: "As OpenID Connect has it.")
                },
                success: .redirect, fields: [.location, .sessionCookie])
        ) { request in
            var response: HTTPResponse
            do {
                response = try await finish(request.http)
            } catch let failed as ProviderSignInFailure {
                response = try failure(failed.code, failed.returnPath)
            } catch WorkplaceRefusal.unknownPrincipal {
                // Shut out between two steps.
                response = try failure("person-suspended", nil)
            }
            try response.fields.add("Set-Cookie", PendingSignInCookie.removal(for: request.http))
            return response
        }
    }

    private func finish(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard isWithinLimit(request) else { return try failure(ProblemKind.tooManySignIns.code, nil) }
        let preferences = Self.languages(of: request)
        let language = WireLanguage(preferences, among: try services.campuses.inForce().languages).main
        let finished = try await services.providerSignIns.finish(
            Self.query(of: request), named: PendingSignInCookie.name(in: request), from: request.origin,
            language: language, locale: preferences.first ?? language)
        let cookie = try await opener.cookie(for: finished, request)
        var response = try Self.redirect(to: finished.returnPath.text)
        try response.fields.set("Set-Cookie", cookie)
        return response
    }

    /// What the browser brings; nothing, if it cannot be read.
    private static func query(of request: HTTPRequest) -> [(name: String, value: String)] {
        do { return try request.queryPairs() } catch { return [] }
    }

    /// What the browser prefers; nothing, if the query cannot be read, where a language may stand too.
    private static func languages(of request: HTTPRequest) -> [LanguageTag] {
        do { return try request.languagePreferences() } catch { return [] }
    }

    private var logout: APIRoute {
        APIRoute(
            method: .post, pattern: "\(Self.beginning)/logout", sender: .anySite,
            operation: Operation(
                id: "endProviderSessions",
                summary:
                    "Ends sessions because the identity provider says so (OpenID Connect Back-Channel Logout 1.0).",
                tag: .signIn, body: "BackChannelLogout", bodyForm: .form, success: .emptyOK,
                otherAnswers: [(.badRequest, "OAuthError")])
        ) { request in
            guard isWithinLimit(request.http), let token = request.http.form()?["logout_token"] else {
                return try Self.refusal("There is no logout token.")
            }
            do {
                let ended = try await services.providerSignIns.end(token, from: request.http.clientAddress)
                for digest in ended { streams.endStreams(ofSessionWith: digest) }
                return try Self.unstored(HTTPResponse(.ok))
            } catch let failed as ProviderSignInFailure {
                return try Self.refusal(failed.code)
            }
        }
    }

    private func isWithinLimit(_ request: HTTPRequest) -> Bool {
        do {
            try limit.countSignIn(from: request.clientAddress, at: services.now())
            return true
        } catch {
            return false
        }
    }

    /// The way to the sign-in page, which explains the code.
    private func failure(_ code: String, _ returnPath: ReturnPath?) throws -> HTTPResponse {
        let next = returnPath.map { "&next=\($0.text.percentEncoded)" } ?? ""
        return try Self.redirect(to: "/sign-in?problem=\(code)\(next)")
    }

    private static func redirect(to address: String) throws -> HTTPResponse {
        var response = HTTPResponse(.seeOther)
        try response.fields.set("Location", address)
        // The address of a callback holds a code, which the next page's server need not see.
        try response.fields.set("Referrer-Policy", "no-referrer")
        return try unstored(response)
    }

    private static func refusal(_ description: String) throws -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("error", "invalid_request")
            json.member("error_description", description)
        }
        return try unstored(.json(json.bytes, status: .badRequest))
    }

    private static func unstored(_ response: HTTPResponse) throws -> HTTPResponse {
        var response = response
        try response.fields.set("Cache-Control", "no-store")
        return response
    }
}

/// The cookie that binds a pending sign-in to one browser.
///
/// It comes back from another site, so that it cannot be `Strict`.
private enum PendingSignInCookie {
    static func setting(_ name: String, for request: HTTPRequest) -> String {
        field(name, for: request) + "; Max-Age=\(PendingSignIn.lifetimeSeconds)"
    }

    static func removal(for request: HTTPRequest) -> String { field("", for: request) + "; Max-Age=0" }

    static func name(in request: HTTPRequest) -> String? { request.cookie(cookie(for: request)) }

    private static func field(_ value: String, for request: HTTPRequest) -> String {
        "\(cookie(for: request))=\(value); Path=/; HttpOnly; SameSite=Lax"
            + (request.isSecure ? "; Secure" : "")
    }

    private static func cookie(for request: HTTPRequest) -> String {
        request.isSecure ? "__Host-vicinity-provider" : "vicinity-provider"
    }
}

extension Operation.ResponseField {
    fileprivate static let location = Operation.ResponseField(
        name: "Location", summary: "Where the browser goes.")
    fileprivate static let providerCookie = Operation.ResponseField(
        name: "Set-Cookie", summary: "The cookie that binds the sign-in to this browser.")
}
