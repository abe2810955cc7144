import HTTPCore
import JSON
import Workplace

/// Lets administrators test the services that the server calls.
struct TrialRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [
            APIRoute(
                method: .post, pattern: "/api/v1/organisation/trials", access: .administrator,
                operation: Operation(
                    id: "tryService",
                    summary:
                        "Calls the mail server, a push service, the identity provider or the payment provider once, and tells "
                        + "how it ended. Mails and notices go to the caller; no money moves.",
                    tag: .management, body: "ServiceTrialBody", success: .json("ServiceTrials"),
                    problems: [.tooManyTests])
            ) { request, person in
                let service = try request.body { reader -> TriedService? in
                    reader.refuseUnknownMembers(except: ["service"])
                    return reader["service"].text(
                        as: TriedService.init(rawValue:),
                        "must be one of "
                            + TriedService.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
                }
                let trials = try await services.trials.run(service, by: person)
                var json = JSONWriter()
                json.object { json in
                    json.member("trials") { json in
                        json.array { json in
                            for trial in trials {
                                json.object { json in
                                    if let name = trial.name { json.member("name", name) }
                                    if let code = trial.code { json.member("code", code) }
                                    if let detail = trial.detail { json.member("detail", detail) }
                                }
                            }
                        }
                    }
                }
                return .json(json.bytes)
            }
        ]
    }
}

extension Schemas {
    static let trials: [(name: String, schema: JSONValue)] = [
        (
            "ServiceTrialBody",
            Schema.object(
                ["service": Schema.oneOf(TriedService.allCases.map(\.rawValue))], about: "What to try.")
        ),
        (
            "ServiceTrials",
            Schema.object(
                [
                    "trials": Schema.list(
                        of: Schema.object(
                            [:],
                            optional: [
                                "name": Schema.text(
                                    "What was called; missing where there is nothing to call, or no name."),
                                "code": Schema.text(
                                    "Why it failed, such as `mail-not-configured`; missing when it works."),
                                "detail": Schema.text("What the other side said, in English."),
                            ], about: "How one call ended."))
                ], about: "How each call ended.")
        ),
    ]
}
