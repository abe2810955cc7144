import Essentials
import HTTPCore
import JSON
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// What is kept about a person: to see, to export, to erase, and who looked.
@Suite(.timeLimit(.minutes(2)))
struct OwnDataTests {
    private static let address = "/api/v1/own-data"

    /// Ada with a cancelled order, a punch, a favourite, reminders and preferences.
    private func withAda(_ body: (APIFixture, Client) async throws -> Void) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (order, _) = try await bench.placed(as: ada)
            try await bench.post("/api/v1/orders/\(order)/cancellation", "", as: ada)
            try await bench.post(
                "/api/v1/attendance/punches", #"{"kind": "in", "site": "berlin"}"#, as: ada,
                [("Idempotency-Key", "punch")])
            try await bench.put("/api/v1/cafes/main-cafe/favourites/soup", "", as: ada)
            try await bench.put("/api/v1/attendance/reminders", #"{"on": true}"#, as: ada)
            try await bench.patch("/api/v1/preferences", #"{"clock": "12"}"#, as: ada)
            try await body(bench, ada)
        }
    }

    private func names(_ answer: Answer) -> Set<String> {
        Set(answer["parts"]?.elements.compactMap { $0.at("name")?.text } ?? [])
    }

    @Test func `W125: a person sees what is kept, since when, until when, and who looked`() async throws {
        try await withAda { bench, ada in
            let ann = try await bench.signIn("ann")
            let before = try await bench.get(Self.address, as: ada)
            #expect(
                names(before).isSuperset(of: [
                    "orders", "bookings", "meal-accounts", "order-requests", "favourites", "punches",
                    "reminder-settings", "notices", "sessions", "security-log", "preferences",
                ]))
            #expect(before["looks"]?.elements.isEmpty == true)
            let orders = try #require(
                before["parts"]?.elements.first { $0.at("name") == "orders" })
            #expect(orders.at("count") == 1)
            #expect(orders.at("since")?.text == bench.clock.timestamp.description)
            let year: Duration = .seconds(365 * 86_400)
            #expect(orders.at("until")?.text == bench.clock.timestamp.advanced(by: year).description)
            for _ in 0..<2 { _ = try await bench.get("/api/v1/people", as: ann) }
            _ = try await bench.get("/api/v1/security-log", as: ann)
            let after = try await bench.get(Self.address, as: ada)
            let looks = after["looks"]?.elements ?? []
            #expect(Set(looks.compactMap { $0.at("what")?.text }) == ["people", "security-log"])
            let list = try #require(looks.first { $0.at("what") == "people" })
            #expect(list.at("viewerName") == "Ann")
            #expect(list.at("times") == 2)
            #expect(list.at("to")?.text == bench.clock.timestamp.description)
            // Nobody looks at themselves.
            let own = try await bench.get(Self.address, as: ann)
            #expect(own["looks"]?.elements.isEmpty == true)
        }
    }

    @Test func `looks are kept for a year`() async throws {
        try await withAda { bench, ada in
            let ann = try await bench.signIn("ann")
            _ = try await bench.get("/api/v1/people", as: ann)
            bench.clock.advance(by: DataLook.retention + .seconds(1))
            try await bench.services.housekeeping.clean()
            let looks = try await bench.services.ownData.overview(of: Fixture.ada).looks
            #expect(looks.isEmpty)
            _ = ada
        }
    }

    @Test func `the security log is kept for two years, and no entry goes before`() async throws {
        try await withAda { bench, _ in
            let store = bench.services.store
            bench.clock.advance(by: SecurityEvent.retention - .seconds(1))
            try await bench.services.housekeeping.clean()
            #expect(try await bench.services.people.securityLog(before: nil, limit: 9).isEmpty == false)
            bench.clock.advance(by: .seconds(2))
            try await bench.services.housekeeping.clean()
            #expect(try await bench.services.people.securityLog(before: nil, limit: 9).isEmpty)
            _ = try await bench.signIn("ada")
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.connection.execute("DELETE FROM security_log") }
            }
        }
    }

    @Test func `the export has every part of the overview with as many entries`() async throws {
        try await withAda { bench, ada in
            let overview = try await bench.get(Self.address, as: ada)
            let export = try await bench.get(Self.address + "/export", as: ada)
            #expect(export["format"] == "vicinity-own-data-1")
            #expect(export["person.id"] == "ada")
            #expect(export["person.badge.minor"] == 100)
            for part in overview["parts"]?.elements ?? [] {
                let name = try #require(part.at("name")?.text)
                let entries = try #require(export[name], "\(name)")
                // The export itself is an entry of the log.
                let further: Int64 = name == "security-log" ? 1 : 0
                if name != "tips" {
                    #expect(
                        Int64(entries.elements.count) == (part.at("count")?.number ?? 0) + further, "\(name)")
                }
            }
            #expect(
                export["orders.0.basket.lines.0.note"] == "no pepper" || export.text.contains("no pepper"))
            #expect(export["orders.0.steps"]?.elements.isEmpty == false)
            #expect(
                export["bookings"]?.elements.compactMap { $0.at("kind")?.text }.contains("payment") == true)
            #expect(export["preferences.0.preferences.clock"] == "12")
            // Nothing of somebody else, and no secret.
            #expect(!export.text.contains("grace"))
            #expect(!export.text.contains("csrf"))
            let log = try await bench.get("/api/v1/security-log", as: try await bench.signIn("ann"))
            #expect(log.text.contains(#""kind":"exported""#))
        }
    }

    @Test func `notices, settings, devices and deliveries are exported without secrets, and erased`()
        async throws
    {
        try await withAPIFixture { bench in
            _ = try await bench.beginNotices()
            let ada = try await bench.signIn("ada")
            let browser = try APIFixture.browser()
            _ = try await bench.channel(browser, as: ada)
            _ = try await bench.channel(
                #"{"kind": "gotify", "url": "https://gotify.example", "token": "app-secret"}"#, as: ada)
            let settings = """
                {"order": ["push", "ntfy", "gotify", "mail"], "off": [], "quietHours": [],
                 "inQuietHours": "drop", "detail": "full"}
                """
            #expect(try await bench.put("/api/v1/notices/settings", settings, as: ada).status == 200)
            try await bench.tellAda()
            let export = try await bench.get(Self.address + "/export", as: ada)
            #expect(export["inbox.0.kind"] == "order-ready" && export["inbox.0.about.order"] == "order-1")
            #expect(export["notice-settings.0.settings.detail"] == "full")
            #expect(
                export["notice-channels"]?.elements.compactMap { $0.at("address")?.text }
                    == ["https://push.example/1", "https://gotify.example"])
            #expect(export["notice-deliveries.0.kind"] == "order-ready")
            let keys = try JSONValue(parsing: Array(browser.utf8))
            for secret in ["app-secret", keys.at("p256dh")?.text, keys.at("auth")?.text] {
                let secret = try #require(secret)
                #expect(!export.text.contains(secret))
            }
            #expect(try await bench.delete(Self.address, as: ada).status == 200)
            let left = try await bench.services.store.read { reading in
                try KeptSection.all.filter { try reading.summary(of: $0, about: Fixture.ada).count > 0 }
                    .map(\.name)
            }
            #expect(
                Set(left).isDisjoint(with: [
                    "inbox", "notice-settings", "notice-channels", "notice-deliveries",
                ]))
        }
    }

    @Test func `W109: exports are limited`() async throws {
        try await withAda { bench, ada in
            for _ in 0..<OwnDataService.exportsPerMinute {
                #expect(try await bench.get(Self.address + "/export", as: ada).status == 200)
            }
            let refused = try await bench.get(Self.address + "/export", as: ada)
            #expect(refused.code == "too-many-exports")
            #expect(refused.fields["Retry-After"] != nil)
        }
    }

    @Test func `W109: all people behind an address have a limit of exports, which one person cannot use up`()
        async throws
    {
        try await withAPIFixture { bench in
            let count = OwnDataService.exportsPerAddress / OwnDataService.exportsPerMinute
            let names = ["ada", "grace", "poor", "yoko", "carl", "mia"].prefix(count + 1)
            let ada = try await bench.signIn("ada")
            for _ in 0..<(2 * OwnDataService.exportsPerAddress) {
                _ = try await bench.get(Self.address + "/export", as: ada)
            }
            for name in names.dropFirst().dropLast() {
                let person = try await bench.signIn(name)
                for _ in 0..<OwnDataService.exportsPerMinute {
                    #expect(try await bench.get(Self.address + "/export", as: person).status == 200)
                }
            }
            let last = try await bench.signIn(try #require(names.last))
            let refused = try await bench.get(Self.address + "/export", as: last)
            #expect(refused.code == "too-many-exports")
            #expect(refused.fields["Retry-After"] == "60")
        }
    }

    @Test func `export and erasure need a recent proof`() async throws {
        try await withAPIFixture(isDemo: false) { bench in
            try await bench.setUpAdministrator()
            let lead = try await bench.signIn(named: APIFixture.administratorName)
            bench.clock.advance(by: Session.recentProof)
            #expect(try await bench.get(Self.address + "/export", as: lead).code == "proof-needed")
            #expect(try await bench.delete(Self.address, as: lead).code == "proof-needed")
            #expect(try await bench.get(Self.address, as: lead).status == 200)
        }
    }

    @Test func `W128: an erasure removes all outside legal retention, and says what remains and why`()
        async throws
    {
        try await withAda { bench, ada in
            let second = try await bench.signIn("ada")
            let answer = try await bench.delete(Self.address, as: ada)
            #expect(answer.status == 200)
            #expect(names(answer) == ["bookings", "meal-accounts", "punches", "security-log"])
            let rules = answer["parts"]?.elements.compactMap { $0.at("rule")?.text } ?? []
            #expect(rules == ["identity", "account", "law", "lasting"])
            for client in [ada, second] {
                #expect(try await bench.get("/api/v1/session", as: client).code == "sign-in-required")
            }
            let store = bench.services.store
            let left = try await store.read { reading in
                try KeptSection.all.filter { try reading.summary(of: $0, about: Fixture.ada).count > 0 }
                    .map(\.name)
            }
            // The payments are no longer found by the orders, which have lost their name; notices have lost their bodies.
            #expect(Set(left) == ["bookings", "meal-accounts", "punches", "security-log", "notices"])
            let bodies = try await store.read { try $0.rows(of: .notices, about: Fixture.ada) }
            #expect(bodies.allSatisfy { $0["body"] == .object([:]) })
            #expect(try await store.read { try $0.orders(of: Fixture.ada, before: nil, limit: 9) }.isEmpty)
            // The demo lets nobody in as them, and the name stays with the punches.
            #expect(
                try await bench.post("/api/v1/session", #"{"person": "ada"}"#).code == "unknown-principal")
            let person = try #require(try bench.services.campuses.inForce().person(Fixture.ada))
            #expect(person.name == "Ada Lovelace")
            #expect(person.isSuspended && person.grants.isEmpty)
        }
    }

    @Test func `an erasure waits for orders that are under way`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let (order, _) = try await bench.placed(as: ada)
            #expect(try await bench.delete(Self.address, as: ada).code == "orders-open")
            #expect(try await bench.get("/api/v1/session", as: ada).status == 200)
            try await bench.post("/api/v1/orders/\(order)/cancellation", "", as: ada)
            #expect(try await bench.delete(Self.address, as: ada).status == 200)
        }
    }

    @Test func `the last administrator cannot erase themselves, and another one can`() async throws {
        try await withAPIFixture(isDemo: false) { bench in
            try await bench.setUpAdministrator()
            let lead = try await bench.signIn(named: APIFixture.administratorName)
            #expect(try await bench.delete(Self.address, as: lead).code == "last-administrator")
            #expect(try await bench.get("/api/v1/people", as: lead).status == 200)
            let (bo, other) = try await bench.invite("Bo", roles: #"["administrator"]"#, by: lead)
            #expect(try await bench.delete(Self.address, as: other).status == 200)
            let refused = try await bench.post(
                "/api/v1/session", #"{"name": "bo@example.org", "password": "\#(APIFixture.password)"}"#)
            #expect(refused.code == "wrong-credentials")
            let listed = try await bench.get("/api/v1/people", as: lead)
            let entry = listed["people"]?.elements.first { $0.at("id")?.text == bo }
            #expect(entry?.at("suspended") == true)
            #expect(entry?.at("signInName") == nil)
        }
    }

    @Test func `C115: orders lose their person after a set time, and people export and erase theirs`()
        async throws
    {
        try await withAda { bench, ada in
            #expect(try await bench.get(Self.address + "/export", as: ada)["orders"]?.elements.count == 1)
            bench.clock.advance(by: OrderIdentities.standardRetention)
            try await bench.services.housekeeping.identities?.removeExpired()
            let ids = { try await bench.services.ownData.overview(of: Fixture.ada).parts.map(\.name) }
            #expect(try await ids().contains("orders"))
            bench.clock.advance(by: .seconds(1))
            try await bench.services.housekeeping.identities?.removeExpired()
            #expect(try await !ids().contains("orders"))
            #expect(try await !ids().contains("bookings"))
            let again = try await bench.signIn("ada")
            #expect(try await bench.get("/api/v1/account", as: again)["balances.0.amount"] == 5000)
            #expect(try await bench.placed(key: "later", as: again).order.isEmpty == false)
            let grace = try await bench.signIn("grace")
            let (order, _) = try await bench.placed(key: "grace", as: grace)
            try await bench.post("/api/v1/orders/\(order)/cancellation", "", as: grace)
            #expect(try await bench.delete(Self.address, as: grace).status == 200)
            #expect(
                try await bench.services.store.read {
                    try $0.orders(of: Fixture.person("grace"), before: nil, limit: 9)
                }.isEmpty)
        }
    }
}
