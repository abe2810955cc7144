import HTTPCore
import JSON
import Workplace

/// What an operator and a load balancer ask.
struct OperationRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [
            APIRoute(
                method: .get, pattern: "/healthz",
                operation: Operation(
                    id: "getHealth", summary: "Whether the process answers.", tag: .operation,
                    success: .json("Health")),
                handle: .fixed(Self.healthy)),
            APIRoute(
                method: .get, pattern: "/readyz",
                operation: Operation(
                    id: "getReadiness",
                    summary: "Whether orders can be taken: the store answers, a campus is there.",
                    tag: .operation, success: .json("Health"),
                    problems: [.notReady])
            ) { _ in
                _ = try services.campuses.inForce()
                do {
                    // A write, because a full disk still reads.
                    try await services.store.write { _ in }
                } catch {
                    throw Problem(
                        .notReady, detail: "The database cannot be written.")
                }
                return Self.healthy
            },
        ]
    }

    private static let healthy: HTTPResponse = {
        var json = JSONWriter()
        json.object { $0.member("status", "ok") }
        return .json(json.bytes)
    }()
}
