import HTTPCore
import JSON
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

extension RoleTests {
    @Test(arguments: routes)
    func `each role gets what is its own`(route: Route) async throws {
        try await withAPIFixture { bench in
            let placed = try await bench.placed(as: try await bench.signIn("ada"))
            for diner in [Fixture.ada, Fixture.grace] { try await bench.services.presence.follow(diner) }
            try bench.services.tipPublication.ship(Array(TipSample.text.utf8))
            let target = route.target.replacing("{order}", with: placed.order)
                .replacing("{tip}", with: "welcome")
                .replacing("{ticket}", with: placed.ticket)
            var clients = [Who.nobody: Client.nobody]
            for who in Who.signedIn {
                let isDevice = who.rawValue.contains("-")
                clients[who] = try await bench.signIn(who.rawValue, device: isDevice)
            }
            func answer(to who: Who) async throws -> Answer {
                let fields = try #require(clients[who]).fields(route.fields)
                return await bench.send(
                    HTTPRequest(route.method, target: target, fields: fields, body: Array(route.body.utf8)))
            }
            // Refused requests come first. None of them may change the state.
            let before = try await bench.stateFingerprint()
            for who in Who.allCases where !route.allowed.contains(who) {
                let code = try await answer(to: who).code
                #expect(code == .string(Self.refusal(of: route, for: who)), "\(who)")
                #expect(try await bench.stateFingerprint() == before, "\(who)")
            }
            for who in Who.allCases where route.allowed.contains(who) {
                let answer = try await answer(to: who)
                #expect((200..<300).contains(answer.status), "\(who): \(answer.text)")
                answer.pipe?.finish()
            }
        }
    }

    private static func refusal(of route: Route, for who: Who) -> String {
        if who == .nobody { return route.strangerRefusal }
        // Routes of orders hide other people's orders from diners; refunds are forbidden to diners.
        let isHidden =
            Who.diners.contains(who) && route.target.contains("{order}")
            && !route.target.hasSuffix("/refunds")
        return route.refusals[who] ?? (isHidden ? "unknown-order" : route.refusal)
    }

    @Test func `the table has every route of the API`() async throws {
        try await withAPIFixture { bench in
            let tested = Set(Self.routes.map { "\($0.method) \(Self.pattern(of: $0.target))" })
            let all = Set(bench.web.apiRoutes.map { "\($0.method) \($0.pattern)" })
                // These routes answer with OAuth errors and redirects; PairingTests and ProviderRoutesTests cover them.
                .subtracting([
                    "POST /oauth/token", "GET /sign-in/provider", "GET /sign-in/provider/callback",
                    "POST /sign-in/provider/logout",
                ])
            #expect(tested == all)
        }
    }

    private static func pattern(of target: String) -> String {
        String(target.prefix { $0 != "?" }).replacing("main-cafe", with: "{cafe}")
            .replacing("unpaid-orders/none", with: "unpaid-orders/{order}")
            .replacing("help-calls/kiosk-main", with: "help-calls/{kiosk}")
            .replacing("printers/none", with: "printers/{printer}")
            .replacing("sites/berlin", with: "sites/{site}").replacing(
                "spots/berlin-door", with: "spots/{spot}"
            )
            .replacing("pictures/photo-0/160", with: "pictures/{picture}/{side}")
            .replacing("main-ear", with: "{gateway}").replacing("favourites/soup", with: "favourites/{item}")
            .replacing("people/ada", with: "people/{person}")
            .replacing("accounts/ada", with: "accounts/{person}")
            .replacing("wearables/none", with: "wearables/{wearable}")
            .replacing("orders/none", with: "orders/{order}")
            .replacing("revisions/1", with: "revisions/{revision}")
            .replacing("/problems/busy", with: "/problems/{code}")
    }
}
