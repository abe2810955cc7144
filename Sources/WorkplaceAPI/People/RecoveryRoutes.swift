import HTTPCore
import JSON
import WebAuthn
import Workplace

/// A person's recovery codes.
struct RecoveryRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [rest, making] }

    private var rest: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/recovery-codes", access: .person,
            operation: Operation(
                id: "getRecoveryCodes", summary: "How many recovery codes you have left.", tag: .signIn,
                success: .json("RecoveryCodes"))
        ) { _, person in
            let rest = try await services.recovery.rest(of: person.id)
            var json = JSONWriter()
            json.object { json in
                json.member("left", rest.count)
                json.member("madeAt", optional: rest.madeAt)
            }
            return .json(json.bytes)
        }
    }

    private var making: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/recovery-codes", access: .provedPerson,
            operation: Operation(
                id: "makeRecoveryCodes",
                summary: "Makes recovery codes in place of those that you have; they are told this once.",
                tag: .signIn, success: .json("NewRecoveryCodes", .created))
        ) { request, caller in
            let codes = try await services.recovery.makeCodes(of: caller.person.id, from: request.http.origin)
            var json = JSONWriter()
            json.object { json in
                json.member("codes") { json in
                    json.array { json in for code in codes { json.string(code.text) } }
                }
            }
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            try response.fields.set("Cache-Control", "no-store")
            return response
        }
    }
}
