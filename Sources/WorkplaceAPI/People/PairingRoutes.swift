import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import QRCode
import Workplace

/// Screens and terminals that sign in by a code (RFC 8628), and the pages where people approve them.
struct PairingRoutes: Sendable {
    private static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

    let services: WorkplaceServices
    let streams: FeedStreams
    let limit: SignInLimit

    var routes: [APIRoute] { [authorization, picture, token, asking, approving, denying, screens, revoking] }

    // MARK: - The device

    private var authorization: APIRoute {
        APIRoute(
            method: .post, pattern: "/oauth/device_authorization",
            operation: Operation(
                id: "authorizeDevice",
                summary:
                    "Gives a device a code to show (RFC 8628, section 3.1). The client_id is the device's purpose.",
                tag: .screens, body: "DeviceAuthorizationRequest", bodyForm: .form,
                success: .json("DeviceAuthorization"), otherAnswers: [(.badRequest, "OAuthError")],
                problems: [.tooManyCodes, .tooManySignIns])
        ) { request in
            try limit.countSignIn(from: request.http.clientAddress, at: services.now())
            guard let form = request.http.form() else { return try OAuthError.invalidRequest.response }
            guard let purpose = form["client_id"].flatMap(Pairing.Purpose.init(rawValue:)) else {
                return try OAuthError.invalidClient.response
            }
            let deviceCode = try SessionOpener.secret()
            let pairing = try await services.pairings.begin(
                purpose, deviceDigest: SHA256.digest(of: deviceCode.utf8), from: request.http.origin)
            let page = request.http.pairingPage
            var json = JSONWriter()
            json.object { json in
                json.member("device_code", deviceCode)
                json.member("user_code", pairing.userCode.shown)
                json.member("verification_uri", page)
                json.member("verification_uri_complete", pairing.userCode.address(on: page))
                json.member("expires_in", Int(Pairing.lifetime.components.seconds))
                json.member("interval", pairing.interval)
            }
            return try OAuthError.unstored(.json(json.bytes))
        }
    }

    private var picture: APIRoute {
        APIRoute(
            method: .get, pattern: "/oauth/qr-code",
            operation: Operation(
                id: "getPairingPicture",
                summary:
                    "The address that approves a code, as a QR code, whether or not a device shows the code.",
                tag: .screens,
                parameters: [
                    Operation.Parameter(
                        name: "user_code", place: .query, summary: "The code, such as `WDJB-MJHT`.",
                        isRequired: true)
                ],
                success: .picture, problems: [.unknownCode])
        ) { request in
            guard let code = UserCode(try request.http.queryValue("user_code") ?? ""),
                let picture = QRCode(code.address(on: request.http.pairingPage))
            else { throw AccountRefusal.unknownCode }
            return try OAuthError.unstored(.content(Array(picture.svg.utf8), type: "image/svg+xml"))
        }
    }

    private var token: APIRoute {
        APIRoute(
            method: .post, pattern: "/oauth/token",
            operation: Operation(
                id: "getDeviceToken",
                summary:
                    "Tells a device whether it was approved, and once its token (RFC 8628, section 3.4).",
                tag: .screens, body: "DeviceTokenRequest", bodyForm: .form, success: .json("DeviceToken"),
                otherAnswers: [(.badRequest, "OAuthError")])
        ) { request in
            guard let form = request.http.form() else { return try OAuthError.invalidRequest.response }
            guard form["grant_type"] == Self.grantType else {
                return try OAuthError.unsupportedGrantType.response
            }
            guard let purpose = form["client_id"].flatMap(Pairing.Purpose.init(rawValue:)) else {
                return try OAuthError.invalidClient.response
            }
            guard let code = form["device_code"] else { return try OAuthError.invalidRequest.response }
            let answer = try await services.pairings.answer(
                deviceDigest: SHA256.digest(of: code.utf8), purpose: purpose)
            switch answer {
            case .pending: return try OAuthError.authorizationPending.response
            case .slowDown: return try OAuthError.slowDown.response
            case .denied: return try OAuthError.accessDenied.response
            case .expired: return try OAuthError.expiredToken.response
            case .approved(let owner): return try await signIn(owner, request)
            case .approvedGateway(let gateway): return try await issueKey(to: gateway)
            }
        }
    }

    private func signIn(_ owner: Session.Owner, _ request: APIRequest) async throws -> HTTPResponse {
        let token = try SessionOpener.secret()
        do {
            _ = try await services.sessions.open(
                for: owner, tokenDigest: SHA256.digest(of: token.utf8),
                antiForgeryToken: try SessionOpener.secret(), method: .pairing, from: request.http.origin)
        } catch WorkplaceRefusal.unknownPrincipal {
            // The person was shut out, or the screen revoked, since the approval.
            return try OAuthError.accessDenied.response
        }
        var json = JSONWriter()
        json.object { json in
            json.member("access_token", token)
            json.member("token_type", "Bearer")
            json.member("expires_in", Int(SessionService.lifetime.components.seconds))
        }
        return try OAuthError.unstored(.json(json.bytes))
    }

    private func issueKey(to gateway: GatewayID) async throws -> HTTPResponse {
        let key = try SessionOpener.secret()
        do {
            try await services.gateways.replaceKey(of: gateway, by: SHA256.digest(of: key.utf8))
        } catch WorkplaceRefusal.unknownGateway {
            // The campus has lost the gateway since the approval.
            return try OAuthError.accessDenied.response
        }
        var json = JSONWriter()
        json.object { json in
            json.member("access_token", key)
            json.member("token_type", "Bearer")
            json.member("gateway", gateway.rawValue)
        }
        return try OAuthError.unstored(.json(json.bytes))
    }

    // MARK: - The person

    private var asking: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/pairings/{code}", access: .personWithSession,
            operation: Operation(
                id: "getPairing",
                summary:
                    "The device that shows a code, and the cafés, entrances or gateways for which you may approve it.",
                tag: .screens, success: .json("Pairing"), isTranslated: true,
                problems: [.unknownCode, .tooManyCodes])
        ) { request, caller in
            let pairing = try await services.pairings.find(
                request.parameters["code"], by: caller.person.id, from: request.http.clientAddress)
            let campus = try services.campuses.inForce()
            let person = Principal.person(caller.person)
            let places = pairing.purpose.role.map { self.places(of: $0, managedBy: person, on: campus) } ?? []
            let gateways = pairing.purpose == .gateway ? try await gateways(managedBy: caller.person) : []
            var json = JSONWriter()
            json.object { json in
                json.member("code", pairing.userCode.shown)
                json.member("purpose", pairing.purpose.rawValue)
                json.member("program", pairing.origin.program)
                json.member("address", pairing.origin.address)
                json.member("askedAt", pairing.createdAt)
                json.member("expiresAt", pairing.expiresAt)
                json.member("proved", caller.session.isProved(at: services.now()))
                json.member("cafes") { json in
                    json.array { json in
                        for cafe in places.compactMap(\.cafe).compactMap(campus.cafe) {
                            json.object { json in
                                json.member("id", cafe.id.rawValue)
                                json.member("name", request.language.text(cafe.name))
                            }
                        }
                    }
                }
                json.member("entrances") { json in
                    json.array { json in
                        for (site, spot) in places.compactMap(\.entrance).compactMap(campus.entrance) {
                            json.object { json in
                                json.member("id", spot.id.rawValue)
                                json.member("name", request.language.text(spot.name))
                                json.member("siteName", request.language.text(site.name))
                            }
                        }
                    }
                }
                guard pairing.purpose == .gateway else { return }
                json.member("gateways") { json in
                    json.array { json in
                        for (gateway, site, hasKey) in gateways {
                            json.object { json in
                                json.member("id", gateway.id.rawValue)
                                json.member("siteName", request.language.text(site.name))
                                json.member(
                                    "spotName",
                                    campus.spot(gateway.spot).map { request.language.text($0.name) }
                                        ?? gateway.spot.rawValue)
                                json.member("hasKey", hasKey)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    /// The cafés or entrances where a person may put a screen.
    private func places(of role: Role, managedBy person: Principal, on campus: Campus) -> [ScreenPlace] {
        let entrances = campus.sites.flatMap(\.spots).filter { $0.kind == .entrance }
        let places = campus.cafes.map { ScreenPlace.cafe($0.id) } + entrances.map { .entrance($0.id) }
        return places.filter { role.fits($0) && person.mayManageScreens(of: $0, on: campus) }
    }

    /// The gateways that a person may pair, and whether each has a valid key that a pairing would replace.
    private func gateways(managedBy person: Person) async throws -> [(Gateway, Site, hasKey: Bool)] {
        let used = Set(try await services.gateways.keys().filter(\.isValid).map(\.gateway))
        let campus = try services.campuses.inForce()
        return campus.sites.flatMap { site in site.gateways.map { ($0, site, hasKey: used.contains($0.id)) } }
            .filter { Principal.person(person).mayManage($0.0, on: campus) }
    }

    private var approving: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/pairings/{code}/approval", access: .provedPerson,
            operation: Operation(
                id: "approvePairing",
                summary:
                    "Lets a screen in for one café or entrance, a device as a gateway, or a terminal as yourself.",
                tag: .screens,
                body: "PairingApproval", success: .empty,
                problems: [.unknownCode, .unknownCafe, .unknownGateway, .tooManyCodes])
        ) { request, caller in
            let approval = try request.body { reader -> PairingService.Approval?? in
                reader.refuseUnknownMembers(except: ["name", "cafe", "entrance", "gateway"])
                if let gateway = reader["gateway"].optional {
                    return gateway.identifier(GatewayID.init).map { .gateway($0) }
                }
                let place: ScreenPlace?
                if let entrance = reader["entrance"].optional {
                    place = entrance.identifier(SpotID.init).map { .entrance($0) }
                } else if let cafe = reader["cafe"].optional {
                    place = cafe.identifier(CafeID.init).map { .cafe($0) }
                } else {
                    return .some(nil)
                }
                let name = reader["name"].plainName()
                guard let name, let place else { return nil }
                return .screen(name: name, place: place)
            }
            try await services.pairings.approve(
                try request.userCode(), approval, by: caller.person, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }

    private var denying: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/pairings/{code}/refusal", access: .personWithSession,
            operation: Operation(
                id: "refusePairing", summary: "Does not let a screen or terminal in.", tag: .screens,
                success: .empty, problems: [.unknownCode, .tooManyCodes])
        ) { request, caller in
            try await services.pairings.deny(
                try request.userCode(), by: caller.person.id, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }

    private var screens: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/screens", access: .screenManager,
            operation: Operation(
                id: "listScreens",
                summary: "The paired screens of the cafés and entrances whose screens you manage.",
                tag: .screens, success: .json("Screens"), isTranslated: true)
        ) { request, person in
            let campus = try services.campuses.inForce()
            let listed = try await services.pairings.screens(managedBy: person)
            var json = JSONWriter()
            json.object { json in
                json.member("screens") { json in
                    json.array { json in
                        for one in listed {
                            json.object { json in
                                json.member("id", one.screen.id.rawValue)
                                json.member("name", one.screen.name)
                                json.member("purpose", one.screen.role.rawValue)
                                write(one.screen.place, on: campus, in: request.language, to: &json)
                                json.member("pairedAt", one.screen.pairedAt)
                                json.member("pairedBy", campus.person(one.screen.pairedBy)?.name ?? "")
                                json.member("heardAt", optional: one.heardAt)
                                if let code = one.screen.exitCode { json.member("exitCode", code) }
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private func write(
        _ place: ScreenPlace, on campus: Campus, in language: WireLanguage, to json: inout JSONWriter
    ) {
        switch place {
        case .cafe(let id):
            json.member("cafe", id.rawValue)
            json.member("placeName", campus.cafe(id).map { language.text($0.name) } ?? id.rawValue)
        case .entrance(let id):
            let found = campus.entrance(id)
            json.member("entrance", id.rawValue)
            json.member("placeName", found.map { language.text($0.spot.name) } ?? id.rawValue)
            if let site = found?.site { json.member("siteName", language.text(site.name)) }
        }
    }

    private var revoking: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/screens/{screen}", access: .screenManager,
            operation: Operation(
                id: "revokeScreen",
                summary: "Takes a paired screen out of use; it shows its code again within seconds.",
                tag: .screens, success: .empty, problems: [.unknownScreen])
        ) { request, person in
            let screen: DeviceID = try request.identifier(
                "screen", orThrow: Problem(.unknownScreen, detail: "There is no such screen."))
            let ended = try await services.pairings.revoke(
                screen, by: person, from: request.http.clientAddress)
            for digest in ended { streams.endStreams(ofSessionWith: digest) }
            return HTTPResponse(.noContent)
        }
    }
}

extension APIRequest {
    /// The code in the path.
    fileprivate func userCode() throws -> UserCode {
        guard let code = UserCode(parameters["code"]) else { throw AccountRefusal.unknownCode }
        return code
    }
}

extension HTTPRequest {
    /// Where a person enters a code, on the host that the request asked for.
    fileprivate var pairingPage: String {
        (isSecure ? "https://" : "http://") + (fields["Host"] ?? authority ?? "") + "/pair"
    }
}

extension UserCode {
    /// The page that asks about this code, as a fragment, which browsers do not send to servers that log addresses.
    fileprivate func address(on page: String) -> String { "\(page)#\(shown)" }
}

/// An error of OAuth 2.0 (RFC 6749, section 5.2, and RFC 8628, section 3.5).
private enum OAuthError: String {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case authorizationPending = "authorization_pending"
    case slowDown = "slow_down"
    case accessDenied = "access_denied"
    case expiredToken = "expired_token"

    var response: HTTPResponse {
        get throws {
            var json = JSONWriter()
            json.object { $0.member("error", rawValue) }
            var response = HTTPResponse.json(json.bytes)
            response.status = .badRequest
            return try Self.unstored(response)
        }
    }

    /// The answer with the rule that nobody keeps it.
    static func unstored(_ response: HTTPResponse) throws -> HTTPResponse {
        var response = response
        try response.fields.set("Cache-Control", "no-store")
        return response
    }
}
