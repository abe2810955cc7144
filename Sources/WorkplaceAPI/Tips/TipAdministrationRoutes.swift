import Essentials
import HTTPCore
import JSON
import TipCatalogues
import TipCore
import Workplace

/// The routes for administrators of tips: statistics, the current catalogue, the switch, and the explanation
/// of a tip.
///
/// Everybody may request explanations about themselves.
struct TipAdministrationRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [statistics, catalogue, publishing, withdrawing, switching, explaining] }

    private var statistics: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tips/statistics", access: .administrator,
            operation: Operation(
                id: "getTipStatistics",
                summary: "Counts how people used the tips, without groups of fewer than five people.",
                tag: .tips, parameters: [.language], success: .json("TipStatistics"))
        ) { request, _ in
            let statistics = try await services.tipReport.statistics(
                languages: try request.http.languagePreferences())
            var json = JSONWriter(capacity: 8_192)
            json.statistics(statistics)
            return .json(json.bytes)
        }
    }

    private var catalogue: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tips/catalogue", access: .administrator,
            operation: Operation(
                id: "getTipCatalogue", summary: "The catalogue of tips in force, and what was switched.",
                tag: .tips,
                success: .json("TipCatalogue"))
        ) { _, _ in
            let tips = services.tipsInForce
            var json = JSONWriter(capacity: 32_768)
            json.object { json in
                json.member("number", tips.number)
                json.member("source", tips.isPublished ? "published" : "shipped")
                json.member("switches") { json in
                    json.object { json in
                        for (tip, isOn) in tips.switches.sorted(by: { $0.key < $1.key }) {
                            json.member(named: tip.description) { $0.boolean(isOn) }
                        }
                    }
                }
                json.member("catalogue") { tips.document.write(to: &$0) }
            }
            return .json(json.bytes)
        }
    }

    private var publishing: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/tips/catalogue", access: .administrator,
            operation: Operation(
                id: "publishTipCatalogue",
                summary:
                    "Checks a catalogue of tips and puts it in force; with a mistake nothing changes.",
                tag: .tips, body: "TipCatalogueDocument", success: .json("TipPublication"),
                problems: [.tipCatalogueInvalid])
        ) { request, person in
            try request.requireJSON()
            let findings = try await services.tipPublication.publish(request.http.body, by: person.id)
            var json = JSONWriter()
            json.object { json in
                json.member("number", services.tipsInForce.number)
                json.member("findings") { json in
                    json.array { json in for finding in findings { json.finding(finding) } }
                }
            }
            return .json(json.bytes)
        }
    }

    private var withdrawing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/tips/catalogue", access: .administrator,
            operation: Operation(
                id: "withdrawTipCatalogue",
                summary: "Puts the shipped catalogue in force again.",
                tag: .tips, success: .empty)
        ) { _, person in
            try await services.tipPublication.withdraw(by: person.id)
            return HTTPResponse(.noContent)
        }
    }

    private var switching: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/tips/{tip}/switch", access: .administrator,
            operation: Operation(
                id: "switchTip", summary: "Switches a tip off or on; the switch overrides the catalogue.",
                tag: .tips,
                body: "TipSwitch", success: .json("TipSwitched"),
                problems: [.unknownTip])
        ) { request, person in
            let isOn = try request.body { reader -> Bool? in
                reader.refuseUnknownMembers(except: ["isOn"])
                return reader["isOn"].boolean()
            }
            let tip = TipID(request.parameters["tip"])
            try await services.tipPublication.set(isOn, of: tip, by: person.id)
            var json = JSONWriter()
            json.object { json in
                json.member("tip", tip.description)
                json.member("isOn", isOn)
            }
            return .json(json.bytes)
        }
    }

    private var explaining: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/tips/{tip}/explanation", access: .person,
            operation: Operation(
                id: "explainTip",
                summary: """
                    Explains why you are shown a tip or not. An administrator may ask about another person, who can see the question; \
                    the answer has what holds the tip back, not what the person did.
                    """,
                tag: .tips,
                parameters: [
                    Operation.Parameter(
                        name: "person", place: .query, summary: "About whom; yourself unless given.",
                        schema: Schema.identifier),
                    Operation.Parameter(
                        name: "platform", place: .query,
                        summary: "Where it would be shown; `web` unless given.",
                        schema: Schema.oneOf(TipPlatform.allCases.map(\.rawValue))),
                ], success: .json("TipReason"),
                problems: [.unknownTip, .unknownPerson, .tipCatalogueTooNew, .tooManyTipLooks])
        ) { request, asking in
            let tip = TipID(request.parameters["tip"])
            let platform = try request.tipPlatform().rawValue
            let asked = try request.http.queryValue("person") ?? asking.id.rawValue
            let isOwn = asked == asking.id.rawValue
            guard isOwn || asking.isAdministrator else { throw WorkplaceRefusal.forbidden }
            let found = try PersonID(asked).flatMap { try services.campuses.inForce().person($0) }
            guard let person = found else {
                throw Problem(.unknownPerson, detail: "There is no such person.")
            }
            let offers = services.tipOffers
            let reason =
                isOwn
                ? try await offers.explanation(of: tip, for: person, platform: platform)
                : try await offers.explanation(of: tip, for: person, platform: platform, askedBy: asking.id)
            var json = JSONWriter(capacity: 2_048)
            try TipReasonWire(person: person, isOwn: isOwn).write(reason, to: &json)
            return .json(json.bytes)
        }
    }
}

extension JSONWriter {
    /// Writes a finding of the check of a catalogue.
    fileprivate mutating func finding(_ finding: TipFinding) {
        object { json in
            json.member("severity", finding.severity.rawValue)
            json.member("code", finding.code.rawValue)
            json.member("pointer", finding.path.pointer)
            json.member("detail", finding.reason)
        }
    }
}
