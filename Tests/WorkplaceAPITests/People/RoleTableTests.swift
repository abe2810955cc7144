import Cryptography
import Essentials
import Foundation
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// The table of roles and requests, and whether the server acts by it.
@Suite(.timeLimit(.minutes(2)))
struct RoleTableTests {
    /// Opens a session of somebody who has one role everywhere, or of a screen at the main café.
    private func client(of role: Role, _ bench: APIFixture) async throws -> Client {
        let owner: Session.Owner
        if Role.ofPeople.contains(role) {
            let person = try #require(PersonID("only-\(role.rawValue)"))
            let english = try #require(LanguageTag("en"))
            try await bench.services.people.add(
                Directory.Entry(
                    person: person, name: role.rawValue, grants: [RoleGrant(role)], language: english,
                    locale: english),
                signInName: nil, by: person, from: "")
            owner = .person(person)
        } else {
            let device = try #require(DeviceID("only-\(role.rawValue)"))
            let place: ScreenPlace =
                role == .entrance
                ? .entrance(try #require(SpotID("berlin-door"))) : .cafe(try #require(CafeID("main-cafe")))
            let screen = PairedScreen(
                id: device, name: role.rawValue, role: role, place: place,
                pairedBy: try #require(PersonID("mia")), pairedAt: bench.clock.timestamp)
            try await bench.services.people.change { try $0.insert(screen) }
            owner = .device(device)
        }
        let token = "token of \(role.rawValue)"
        _ = try await bench.services.sessions.open(
            for: owner, tokenDigest: SHA256.digest(of: token.utf8), antiForgeryToken: "csrf")
        return .bearer(token)
    }

    @Test(arguments: Role.allCases)
    func `each route lets a role in, or does not, as the table says (W100)`(role: Role) async throws {
        try await withAPIFixture { bench in
            let client = try await client(of: role, bench)
            var refused = 0
            // Ending the session would end the test.
            let endings: Set<String> = ["endSession", "endOtherSessions", "eraseOwnData"]
            for route in bench.web.apiRoutes where route.access.credential == .session {
                guard !endings.contains(route.operation.id) || !route.access.roles.contains(role) else {
                    continue
                }
                let path = route.pattern.replacing("{cafe}", with: "main-cafe").replacing(
                    /\{\w+\}/, with: "any")
                let answer = await bench.send(
                    HTTPRequest(route.method, target: path, fields: try client.fields([])))
                let isLetIn = answer.code != "forbidden"
                #expect(isLetIn == route.access.roles.contains(role), "\(route.method) \(route.pattern)")
                if !isLetIn { refused += 1 }
                answer.pipe?.finish()
            }
            #expect(refused > 5)
        }
    }

    @Test func `the documentation has the table`() async throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../docs/roles.md").standardizedFileURL
        let text = try await withAPIFixture { Self.page(of: $0.web.apiRoutes) }
        if ProcessInfo.processInfo.environment["VICINITY_WRITE_PAGES"] != nil {
            try Data(text.utf8).write(to: page)
        }
        #expect(
            try String(contentsOf: page, encoding: .utf8) == text,
            "docs/roles.md is outdated: run the test once with VICINITY_WRITE_PAGES=1")
    }

    private static func page(of routes: [APIRoute]) -> String {
        let roles = Role.allCases
        var lines = [
            "# Roles",
            "",
            "A person has any number of roles. Each role holds everywhere, at one site, or at one café. A screen has one role and",
            "one café. This page is made from the rules that the server enforces; a test compares them.",
            "",
            "`✓` lets the role in. For a café in the path, or a ticket of a café, the role must hold there. What is a person's own,",
            "such as an order or a session, is shown to that person alone. *proof* means that the sign-in, or another proof of",
            "identity, is at most ten minutes old. *everywhere* means that a role for one site or café is not enough.",
            "",
            "| Request | " + roles.map(\.rawValue).joined(separator: " | ") + " | Besides |",
            "| --- |" + roles.map { _ in " --- |" }.joined() + " --- |",
        ]
        let described = routes.map { route -> String in
            let marks = roles.map { route.access.roles.contains($0) ? "✓" : "" }
            let besides =
                switch route.access {
                case .anyone: "everybody"
                case .gateway: "a gateway's key"
                case .setUpLink: "the set-up link"
                default:
                    [
                        route.access.needsRoleEverywhere ? "everywhere" : nil,
                        route.access.needsProof ? "proof" : nil,
                    ].compactMap(\.self).joined(separator: ", ")
                }
            return "| `\(route.method.name) \(route.pattern)` | " + marks.joined(separator: " | ")
                + " | \(besides) |"
        }
        lines += described.sorted()
        return lines.joined(separator: "\n") + "\n"
    }
}
