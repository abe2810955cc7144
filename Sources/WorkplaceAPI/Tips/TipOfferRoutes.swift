import Cryptography
import Essentials
import HTTPCore
import JSON
import TipCatalogues
import Workplace

/// The routes for a person's own tips: the offer, the seen tips, and the export.
struct TipOfferRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [offer, seen, export] }

    private var offer: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tips", access: .signedIn,
            operation: Operation(
                id: "getTips",
                summary:
                    "Your tips, with all that your device needs to decide when to show them.",
                tag: .tips,
                parameters: [
                    Operation.Parameter(
                        name: "platform", place: .query, summary: "Where they are shown.", isRequired: true,
                        schema: Schema.oneOf(TipPlatform.allCases.map(\.rawValue))), .language,
                ], success: .json("TipOffer"), isConditional: true)
        ) { request, identity in
            let offer = try await services.tipOffers.offer(
                to: identity.principal, platform: try request.tipPlatform(isRequired: true).rawValue,
                languages: try request.http.languagePreferences())
            var json = JSONWriter(capacity: 16_384)
            try json.offer(offer)
            return .json(Self.numbered(json.bytes)).tagged()
        }
    }

    private var seen: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tips/seen", access: .person,
            operation: Operation(
                id: "listSeenTips", summary: "The tips that you have seen, to read again.", tag: .tips,
                parameters: [.language], success: .json("SeenTips"))
        ) { request, person in
            let seen = try await services.tipOffers.seen(
                by: person, languages: try request.http.languagePreferences())
            var json = JSONWriter(capacity: 4_096)
            json.seen(seen)
            return .json(json.bytes)
        }
    }

    private var export: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tips/export", access: .person,
            operation: Operation(
                id: "exportTips", summary: "All data about your tips.", tag: .tips,
                success: .json("TipExport"))
        ) { _, person in
            let export = try await services.tipOffers.export(
                of: person)
            var json = JSONWriter(capacity: 16_384)
            json.export(export)
            return .json(json.bytes)
        }
    }

    /// The object with a member `edition`, which changes with the contents.
    private static func numbered(_ object: [UInt8]) -> [UInt8] {
        let edition = Base64URL.encode(SHA256.digest(of: object).prefix(12))
        return Array("{\"edition\":\"\(edition)\",".utf8) + object.dropFirst()
    }
}

extension Operation.Parameter {
    static let language = Operation.Parameter(
        name: "lang", place: .query,
        summary: "The language of texts; it wins over the cookie, Accept-Language and the person's own.",
        schema: Schema.languageTag("Such as `ja` or `pt-BR`."))
}

extension APIRequest {
    /// The platform that the query names; `web` if it names none and may omit it.
    func tipPlatform(isRequired: Bool = false) throws -> TipPlatform {
        let text = try http.queryValue("platform")
        if text == nil, !isRequired { return .web }
        guard let platform = text.flatMap(TipPlatform.init) else {
            throw Problem.invalidParameter("platform", "must be web, terminal or screen")
        }
        return platform
    }
}
