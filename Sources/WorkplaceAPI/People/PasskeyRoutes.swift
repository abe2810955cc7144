import Cryptography
import Essentials
import HTTPCore
import JSON
import WebAuthn
import Workplace

/// A person's passkeys.
struct PasskeyRoutes: Sendable {
    let services: WorkplaceServices
    let limit: SignInLimit

    var routes: [APIRoute] { [signInOptions, list, creationOptions, adding, renaming, removing] }

    private var signInOptions: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/session/passkey-options",
            operation: Operation(
                id: "getPasskeySignIn",
                summary: "What a browser needs to sign in by a passkey; it works once.",
                tag: .signIn, success: .json("PasskeyRequest"),
                problems: [.tooManySignIns, .signInBusy, .passkeysUnavailable])
        ) { request in
            try limit.countSignIn(from: request.http.clientAddress, at: services.now())
            let (name, options) = try services.passkeys.beginSignIn(
                at: try request.relyingParty(on: services.campuses))
            return Self.answer(name) { options.write(to: &$0) }
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/passkeys", access: .person,
            operation: Operation(
                id: "listPasskeys",
                summary: "Your passkeys, the oldest first, and whether you have a password.", tag: .signIn,
                success: .json("Passkeys"))
        ) { _, person in
            let (passkeys, hasPassword) = try await services.passkeys.passkeys(of: person.id)
            var json = JSONWriter()
            json.object { json in
                json.member("passkeys") { json in
                    json.array { json in
                        for stored in passkeys {
                            json.object { json in
                                json.member("id", stored.passkey.id.base64URL)
                                json.member("name", stored.name)
                                json.member("addedAt", stored.addedAt)
                                json.member("usedAt", optional: stored.usedAt)
                                json.member("backedUp", stored.passkey.isBackedUp)
                            }
                        }
                    }
                }
                json.member("password", hasPassword)
            }
            return .json(json.bytes)
        }
    }

    private var creationOptions: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/passkeys/options", access: .provedPerson,
            operation: Operation(
                id: "getPasskeyCreation", summary: "What a browser needs to make a passkey; it works once.",
                tag: .signIn, success: .json("PasskeyRequest"), problems: [.signInBusy, .passkeysUnavailable])
        ) { request, caller in
            let (name, options) = try await services.passkeys.beginAdding(
                for: caller.person, at: try request.relyingParty(on: services.campuses))
            return Self.answer(name) { options.write(to: &$0) }
        }
    }

    private var adding: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/passkeys", access: .provedPerson,
            operation: Operation(
                id: "addPasskey", summary: "Adds the passkey that a browser made.", tag: .signIn,
                body: "NewPasskey",
                success: .empty,
                problems: [
                    .passkeyRefused, .passkeyRequestOver, .passkeyTaken, .tooManyPasskeys,
                    .passkeysUnavailable,
                ])
        ) { request, caller in
            try await services.passkeys.add(
                try request.body(NewPasskey.init), for: caller.person.id,
                at: try request.relyingParty(on: services.campuses), from: request.http.origin)
            return HTTPResponse(.noContent)
        }
    }

    private var renaming: APIRoute {
        APIRoute(
            method: .patch, pattern: "/api/v1/passkeys/{passkey}", access: .person,
            operation: Operation(
                id: "renamePasskey", summary: "Gives one of your passkeys another name.", tag: .signIn,
                body: "PasskeyName", success: .empty, problems: [.unknownPasskey])
        ) { request, person in
            let name = try request.body { reader in
                reader.refuseUnknownMembers(except: ["name"])
                return reader["name"].plainName()
            }
            guard let id = CredentialID(base64URL: request.parameters["passkey"]) else {
                throw AccountRefusal.unknownPasskey
            }
            try await services.passkeys.rename(id, of: person.id, to: name)
            return HTTPResponse(.noContent)
        }
    }

    private var removing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/passkeys/{passkey}", access: .provedPerson,
            operation: Operation(
                id: "removePasskey", summary: "Removes one of your passkeys.", tag: .signIn, success: .empty,
                problems: [.unknownPasskey, .lastWayIn])
        ) { request, caller in
            guard let id = CredentialID(base64URL: request.parameters["passkey"]) else {
                throw AccountRefusal.unknownPasskey
            }
            try await services.passkeys.remove(id, of: caller.person.id, from: request.http.origin)
            return HTTPResponse(.noContent)
        }
    }

    /// The answer with the options of a request.
    static func answer(_ request: String, _ write: (inout JSONWriter) -> Void) -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("request", request)
            json.member("options") { write(&$0) }
        }
        return .json(json.bytes)
    }
}

extension NewPasskey {
    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["name", "request", "credential"])
        let name = reader["name"].plainName()
        let request = reader["request"].string(length: 1...64)
        let response = RegistrationResponse(reader["credential"])
        guard let name, let request, let response else { return nil }
        self.init(name: name, request: request, response: response)
    }
}

/// The answer of a browser that used a passkey, with the name of the request that it answers.
struct PasskeyProof: Sendable {
    let request: String
    let response: AssertionResponse

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["request", "credential"])
        let request = reader["request"].string(length: 1...64)
        let response = AssertionResponse(reader["credential"])
        guard let request, let response else { return nil }
        self.request = request
        self.response = response
    }
}

extension APIRequest {
    /// The site for which browsers make passkeys: the host that the page was loaded from.
    ///
    /// - Throws: A `Problem` with code `passkeys-unavailable` for a page over plain HTTP, and for a host without a name.
    func relyingParty(on campuses: CampusRegistry) throws -> RelyingParty {
        let host = (http.fields["Host"] ?? "").lowercased()
        let name = String(host.prefix { $0 != ":" })
        // Before the set-up there is no organisation.
        var title =
            campuses.revision == 0 ? "Vicinity" : try campuses.inForce().organisation.name.text(for: [])
        while title.utf8.count > 64 { title.removeLast() }
        do {
            return try RelyingParty(
                id: name, name: title, origins: ["\(http.isSecure ? "https" : "http")://\(host)"])
        } catch {
            throw Problem(
                .passkeysUnavailable,
                detail: "Browsers make passkeys for pages with a host name over HTTPS, or on localhost.")
        }
    }
}

extension ProblemKind {
    static let passkeysUnavailable = ProblemKind(
        .conflict, "passkeys-unavailable", title: "No passkeys here",
        "Browsers make passkeys for pages with a host name over HTTPS, or on localhost.")
}
