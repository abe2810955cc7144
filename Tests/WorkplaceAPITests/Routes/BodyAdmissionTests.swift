import HTTPCore
import TestSupport
import Testing

@testable import WorkplaceAPI

/// Whose large bodies a server may take into its memory.
@Suite(.timeLimit(.minutes(1))) struct BodyAdmissionTests {
    /// Asks by a request's head what its route asks of a large body.
    private func admission(_ route: APIRoute, _ bench: APIFixture, as client: Client) throws -> (
        limit: Int?, check: () async throws -> Void
    ) {
        let path = route.pattern.replacing(/\{gateway\}/, with: "main-ear").replacing(/\{\w+\}/, with: "any")
        let request = HTTPRequest(route.method, target: path, fields: try client.fields([]))
        let (body, parameters) = bench.router.bodyAdmission(of: request)
        return (body.limit, { try await body.check?(request, parameters) })
    }

    @Test
    func `a large body is let in by a session or a key, and otherwise the route takes a small one only`()
        async throws
    {
        try await withAPIFixture { bench in
            let (ada, gateway) = (try await bench.signIn("ada"), try await bench.gateway("main-ear"))
            for route in bench.web.apiRoutes where route.operation.body != nil {
                let stranger = try admission(route, bench, as: .nobody)
                switch route.operation.access {
                case .anyone:
                    #expect(stranger.limit == 64 * 1024, "\(route.pattern)")
                    try await stranger.check()
                case .signedIn, .gateway:
                    let problem = await #expect(throws: Problem.self, "\(route.pattern)") {
                        try await stranger.check()
                    }
                    #expect(problem?.status == .unauthorized, "\(route.pattern)")
                    let owner = route.operation.access == .gateway ? gateway : ada
                    let admitted = try admission(route, bench, as: owner)
                    #expect(admitted.limit == nil, "\(route.pattern)")
                    try await admitted.check()
                }
            }
        }
    }
}
