import HTTPCore
import JSON
import TestSupport
import Testing

@testable import WorkplaceAPI

/// Walks all routes and derives from each declaration whom the route refuses.
@Suite(.timeLimit(.minutes(1)))
struct AccessTests {
    private static func isWrite(_ route: APIRoute) -> Bool { !route.method.isRead }

    private func target(_ route: APIRoute) -> String {
        route.pattern.replacing("{cafe}", with: "main-cafe").replacing("{gateway}", with: "main-ear")
            .replacing(/\{\w+\}/, with: "any")
    }

    private func send(
        _ route: APIRoute, as client: Client, _ fields: [(String, String)] = [], to bench: APIFixture
    ) async throws -> Answer {
        await bench.send(HTTPRequest(route.method, target: target(route), fields: try client.fields(fields)))
    }

    /// Clients with a valid credential that a rule excludes.
    private func outsiders(of route: APIRoute, _ bench: APIFixture) async throws -> [Client] {
        func person(_ name: String) async throws -> Client { try await bench.signIn(name) }
        func device(_ name: String) async throws -> Client { try await bench.signIn(name, device: true) }
        switch route.access {
        case .anyone, .signedIn, .setUpLink: return []
        case .person, .provedPerson: return [try await device("kitchen-main")]
        case .employee: return [try await person("carl"), try await device("kitchen-main")]
        case .administrator, .provedAdministrator, .auditor, .screenManager, .gatewayManager,
            .wearableManager, .refunds, .finance, .approver, .attendance, .cafeManager:
            return [try await person("ada"), try await device("kitchen-main")]
        case .kitchen:
            let others = [try await person("ada"), try await device("board-main")]
            // Without a café in the path only the use case knows whose ticket it is; RoleTests has that case.
            return route.pattern.contains("{cafe}") ? others + [try await device("kitchen-tokyo")] : others
        case .board:
            return [
                try await person("ada"), try await device("kitchen-tokyo"), try await device("board-tokyo"),
            ]
        case .kiosk, .entrance:
            return [
                try await person("ada"), try await person("mia"), try await device("kitchen-main"),
                try await device("board-main"),
            ]
        case .gateway: return [try await bench.gateway("door-ear")]
        }
    }

    @Test func `each access rule has a route`() async throws {
        try await withAPIFixture { bench in
            #expect(Set(bench.web.apiRoutes.map(\.access)) == Set(AccessRule.allCases))
        }
    }

    @Test func `a route that is not open answers 401 without a session`() async throws {
        try await withAPIFixture { bench in
            for route in bench.web.apiRoutes where route.access != .anyone {
                let answer = try await send(route, as: .nobody, to: bench)
                #expect(answer.status == 401, "\(route.method) \(route.pattern)")
            }
        }
    }

    @Test func `a route answers 403 to a session of the wrong role and changes nothing`() async throws {
        try await withAPIFixture { bench in
            var refusals = 0
            for route in bench.web.apiRoutes {
                for client in try await outsiders(of: route, bench) {
                    let before = try await bench.stateFingerprint()
                    let answer = try await send(route, as: client, to: bench)
                    #expect(answer.status == 403, "\(route.method) \(route.pattern): \(answer.text)")
                    #expect(try await bench.stateFingerprint() == before)
                    refusals += 1
                }
            }
            #expect(refusals > 30)
        }
    }

    @Test func `a change with a cookie but without the anti-forgery token is refused`() async throws {
        try await withAPIFixture { bench in
            let cookie = try await bench.signInWithCookie("ada").cookie
            for route in bench.web.apiRoutes where route.access.credential == .session && Self.isWrite(route)
            {
                let answer = try await send(route, as: .nobody, [("Cookie", cookie)], to: bench)
                #expect(answer.code == .string("csrf"), "\(route.method) \(route.pattern)")
            }
        }
    }

    @Test(arguments: [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://elsewhere.example")])
    func `an open route refuses a change that another site asks for, with three exceptions`(
        field: (String, String)
    ) async throws {
        try await withAPIFixture { bench in
            var accepting: Set<String> = []
            for route in bench.web.apiRoutes where route.access == .anyone && Self.isWrite(route) {
                let before = try await bench.stateFingerprint()
                let answer = try await send(route, as: .nobody, [("Host", "cafe.example"), field], to: bench)
                if answer.code != .string("csrf") { accepting.insert(route.operation.id) }
                #expect(try await bench.stateFingerprint() == before, "\(route.pattern)")
            }
            // The first changes nothing; the others are signed.
            #expect(accepting == ["quoteBasket", "endProviderSessions", "receiveStripeEvent"])
        }
    }

    @Test func `an open route ignores what a request shows`() async throws {
        try await withAPIFixture { bench in
            for route in bench.web.apiRoutes where route.access == .anyone && route.method == .get {
                let answer = try await send(route, as: .bearer("stale"), to: bench)
                #expect(answer.status != 401 && answer.status != 403, "\(route.method) \(route.pattern)")
            }
        }
    }
}
