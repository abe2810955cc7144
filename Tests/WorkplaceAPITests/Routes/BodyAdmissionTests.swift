import Cryptography
import HTTPCore
import TestSupport
import Testing

@testable import Workplace
@testable import WorkplaceAPI

/// Whose large bodies a server may take into its memory.
@Suite(.timeLimit(.minutes(1))) struct BodyAdmissionTests {
    /// Asks by a request's head what its route asks of a large body.
    private func admission(_ route: APIRoute, _ bench: APIFixture, as client: Client) throws -> (
        limit: Int?, check: () async throws -> Void
    ) {
        let path = route.pattern.replacing("{gateway}", with: "main-ear").replacing(
            "{cafe}", with: "main-cafe"
        )
        .replacing("{site}", with: "berlin").replacing(/\{\w+\}/, with: "any")
        let request = HTTPRequest(route.method, target: path, fields: try client.fields([]))
        let (body, parameters) = bench.router.bodyAdmission(of: request)
        return (body.limit, { try await body.check?(request, parameters) })
    }

    @Test
    func `a route takes a large body from its callers only, and an open route takes small bodies only`()
        async throws
    {
        try await withAPIFixture { bench in
            let gateway = try await bench.gateway("main-ear")
            let ada = try await bench.signIn("ada")
            let cook = try await bench.signIn("carl")
            let administrator = try await bench.signIn("ann")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let entrance = try await bench.signIn("door-berlin", device: true)
            let manager = try await bench.signIn("mia")
            let finance = try await bench.signIn("finn")
            for route in bench.web.apiRoutes where route.operation.body != nil {
                let stranger = try admission(route, bench, as: .nobody)
                let insider: Client
                switch route.access {
                case .anyone:
                    #expect(stranger.limit == 64 * 1024, "\(route.pattern)")
                    try await stranger.check()
                    continue
                case .signedIn, .person, .employee, .provedPerson: insider = ada
                case .administrator, .provedAdministrator, .auditor, .screenManager, .gatewayManager,
                    .wearableManager, .cafeManager:
                    insider = administrator
                case .setUpLink:
                    bench.services.setUp.begin(tokenDigest: SHA256.digest(of: "link".utf8))
                    insider = .bearer("link")
                case .refunds, .approver, .attendance: insider = manager
                case .finance: insider = finance
                case .kitchen, .board: insider = cook
                case .kiosk: insider = kiosk
                case .entrance: insider = entrance
                case .gateway: insider = gateway
                }
                let problem = await #expect(throws: Problem.self, "\(route.pattern)") {
                    try await stranger.check()
                }
                #expect(problem?.status == .unauthorized, "\(route.pattern)")
                let admitted = try admission(route, bench, as: insider)
                #expect(admitted.limit == route.operation.largestBody, "\(route.pattern)")
                try await admitted.check()
            }
        }
    }

    @Test
    func `a large body of a caller without the role is refused before it arrives`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let route = try #require(bench.web.apiRoutes.first { $0.operation.id == "publishTipCatalogue" })
            let problem = await #expect(throws: Problem.self) {
                try await admission(route, bench, as: ada).check()
            }
            #expect(problem?.code == "forbidden")
        }
    }
}
