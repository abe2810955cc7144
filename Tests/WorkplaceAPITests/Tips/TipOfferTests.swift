import Cryptography
import Essentials
import HTTPCore
import JSON
import Testing
import TipCatalogues
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct TipOfferTests {
    private static let path = "/api/v1/tips?platform=web"

    private func withTips(_ body: (APIFixture) async throws -> Void) async throws {
        try await withAPIFixture { bench in
            try bench.services.tipPublication.ship(Array(TipSample.text.utf8))
            try await body(bench)
        }
    }

    private func ids(_ answer: Answer) -> Set<String> {
        Set(answer["tips"]?.elements.compactMap { $0.at("id")?.text } ?? [])
    }

    @Test func `TA5: who asks gets the tips of their segments, on the platform that asks`() async throws {
        try await withTips { bench in
            let (ada, carl) = (try await bench.signIn("ada"), try await bench.signIn("carl"))
            let screen = try await bench.signIn("kitchen-main", device: true)
            let all: Set<String> = ["welcome", "regular"]
            #expect(ids(try await bench.get(Self.path, as: ada)) == all)
            #expect(ids(try await bench.get(Self.path, as: carl)) == all.union(["kitchen"]))
            let onScreen = try await bench.get("/api/v1/tips?platform=screen", as: screen)
            #expect(ids(onScreen) == all.union(["kitchen", "berliner"]))
            #expect(onScreen["facts"]?.members.isEmpty == true)
            let inTerminal = try await bench.get("/api/v1/tips?platform=terminal", as: ada)
            #expect(ids(inTerminal) == all.union(["shell"]))
        }
    }

    @Test func `TA5: a tip for a site is for people who punched or ordered there last`() async throws {
        try await withTips { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            #expect(!ids(try await bench.get(Self.path, as: ada)).contains("berliner"))
            _ = try await bench.placed(as: ada)
            #expect(ids(try await bench.get(Self.path, as: ada)).contains("berliner"))
            let punch = #"{"kind": "in", "site": "berlin"}"#
            try await bench.post(
                "/api/v1/attendance/punches", punch, as: grace, [("Idempotency-Key", "in")])
            #expect(ids(try await bench.get(Self.path, as: grace)).contains("berliner"))
        }
    }

    @Test func `the offer is a whole machine: rules, limits, events, groups and facts`() async throws {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            for key in ["first", "second"] { _ = try await bench.placed(key: key, as: ada) }
            try await bench.put("/api/v1/cafes/main-cafe/favourites/soup", "", as: ada)
            let answer = try await bench.get(Self.path, as: ada)
            #expect(answer["displayFrequency"] == "daily")
            let regular = answer["tips"]?.elements.first { $0.at("id") == "regular" }
            let rule = try #require(regular?.at("rules.0")?.text.flatMap(Base64.decode))
            let known = bench.services.tipsInForce.catalogue.tips[1].definition
            #expect(try RuleExpression(bytes: rule) == known.rules[0])
            #expect(regular?.at("maximumDisplayCount") == 3)
            let welcome = answer["tips"]?.elements.first { $0.at("id") == "welcome" }
            #expect(welcome?.at("endsOn.0") == "order.placed")
            #expect(welcome?.at("actions.0.opens") == "/order")
            let facts = Dictionary(
                uniqueKeysWithValues: try (answer["facts"]?.members ?? []).map { fact in
                    let bytes = try #require(fact.value.text.flatMap(Base64.decode))
                    return (fact.name, try RuleValue(bytes: bytes))
                })
            #expect(
                facts == [
                    "orders": .integer(2), "cafes": .integer(1), "waitingOrders": .integer(0),
                    "sameItemOrders": .integer(2), "favourites": .integer(1), "punches": .integer(0),
                    "isFollowed": .boolean(false), "isReminded": .boolean(false),
                ])
            let events = answer["events"]?.elements.map {
                "\($0.at("name")?.text ?? "") \($0.at("staysOnDevice") == true)"
            }
            #expect(
                events == [
                    "tip.acted false", "tip.dismissed false", "order.placed false", "area.visited true",
                    "goal false",
                ])
            #expect(answer["groups.0.ordered"] == true)
            #expect(answer["groups.0.tips.1"] == "regular")
        }
    }

    @Test func `texts are in the language that is asked for, else in the person's, else the catalogue's`()
        async throws
    {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            let asked = try await bench.get(Self.path + "&lang=ja-JP", as: ada)
            let preferred = try await bench.get(Self.path, as: ada, [("Accept-Language", "ja")])
            let unknown = try await bench.get(Self.path + "&lang=fr", as: ada)
            // A tip is in one language: its message is there in English only.
            for answer in [asked, preferred, unknown] { #expect(answer["tips.0.language"] == "en") }
            let first = Set([asked, preferred].map { $0.text })
            #expect(first.count == 1)
        }
    }

    @Test func `a copy that still holds is not sent again, until a fact changes`() async throws {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            let first = try await bench.get(Self.path, as: ada)
            let tag = try #require(first.fields["ETag"])
            #expect(try await bench.get(Self.path, as: ada, [("If-None-Match", tag)]).status == 304)
            _ = try await bench.placed(as: ada)
            let second = try await bench.get(Self.path, as: ada, [("If-None-Match", tag)])
            #expect(second.status == 200)
            #expect(second["edition"] != first["edition"])
        }
    }

    @Test(arguments: ["/api/v1/tips", "/api/v1/tips?platform=fax", "/api/v1/tips?platform="])
    func `a platform that is none is refused`(target: String) async throws {
        try await withTips { bench in
            let answer = try await bench.get(target, as: try await bench.signIn("ada"))
            #expect(answer.status == 400)
            #expect(answer.errors == ["/platform value"])
        }
    }

    @Test func `TA10: what stays on the device is refused by name`() async throws {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            var page = TipPage(1, seed: 1)
            _ = page.machine.donate(to: "area.visited", at: Self.noon)
            let answer = try await bench.post("/api/v1/tips/ledger", page.body(page.machine.ledger), as: ada)
            #expect(answer.status == 422)
            #expect(answer.code == "tip-event-stays-on-device")
            #expect(answer["events"]?.elements == ["area.visited"])
        }
    }

    @Test func `what the server gives itself it does not take, and T55 is the catalogue's`() async throws {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            var page = TipPage(1, seed: 1)
            _ = page.machine.set(.integer(99), forParameter: "orders", at: Self.noon)
            for second in Int64(0)..<5 {
                _ = page.machine.donate(
                    to: "order.placed", at: Self.noon.advanced(byMicroseconds: second * 1_000_000))
            }
            try await bench.post("/api/v1/tips/ledger", page.body(page.machine.ledger), as: ada)
            let kept = try await bench.services.store.read { try $0.tipLedger(of: Fixture.ada)?.ledger() }
            #expect(kept?.parameters.isEmpty == true)
            #expect(kept?.events["order.placed"]?.count == 3)
        }
    }

    // MARK: - Seen and export

    private static let noon = RuleTime(microseconds: Fixture.noon.millisecondsSinceEpoch * 1_000)

    /// A device of Ada's on which she was shown two tips, closed one and dismissed the other.
    private func shown(_ bench: APIFixture, to ada: Client) async throws {
        var page = TipPage(1, seed: 1)
        page.machine.declare(TipDefinition(id: "welcome"))
        page.machine.declare(TipDefinition(id: "regular"))
        for (place, tip) in (["welcome", "regular"] as [TipID]).enumerated() {
            let start = Self.noon.advanced(byMicroseconds: Int64(place) * 60_000_000)
            _ = page.machine.beginAppearance(of: tip, on: "page", at: start)
            _ = page.machine.endAppearance(of: tip, on: "page", at: start.advanced(byMicroseconds: 5_500_000))
        }
        _ = page.machine.invalidate(
            "welcome", reason: .tipClosed, at: Self.noon.advanced(byMicroseconds: 9_000_000))
        _ = page.machine.donate(
            .record([RuleField("tip", .text("regular"))]), to: "tip.dismissed",
            at: Self.noon.advanced(byMicroseconds: 70_000_000))
        let answer = try await bench.post("/api/v1/tips/ledger", page.body(page.machine.ledger), as: ada)
        #expect(answer.status == 200)
    }

    @Test func `TA6: tips that were seen can be read again, also when they are off`() async throws {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            #expect(try await bench.get("/api/v1/tips/seen", as: ada)["tips"]?.elements.isEmpty == true)
            try await shown(bench, to: ada)
            try await bench.services.tipPublication.set(false, of: "welcome", by: Fixture.person("ann"))
            let answer = try await bench.get("/api/v1/tips/seen", as: ada)
            let seen = try #require(answer["tips"]?.elements)
            #expect(seen.compactMap { $0.at("id")?.text } == ["regular", "welcome"])
            #expect(seen[1].at("title") == "Welcome")
            #expect(seen[1].at("firstShownAt") == .string(Fixture.noon.description))
            #expect(seen[1].at("displays") == 1)
            #expect(seen[1].at("ended") == "tipClosed")
            #expect(seen[0].at("ended") == nil)
            #expect(answer["gone"] == 0)
            let grace = try await bench.signIn("grace")
            #expect(try await bench.get("/api/v1/tips/seen", as: grace)["tips"]?.elements.isEmpty == true)
        }
    }

    @Test func `TA6: seen tips that the catalogue no longer has are counted`() async throws {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            try await shown(bench, to: ada)
            try bench.services.tipPublication.ship(Array(TipSample.withoutTips.utf8))
            let answer = try await bench.get("/api/v1/tips/seen", as: ada)
            #expect(answer["tips"]?.elements.isEmpty == true)
            #expect(answer["gone"] == 2)
            let grace = try await bench.get("/api/v1/tips/seen", as: try await bench.signIn("grace"))
            #expect(grace["gone"] == 0)
        }
    }

    @Test func `TA9: the export holds all that is kept, and after erasing only who has asked`() async throws {
        try await withTips { bench in
            let (ada, ann) = (try await bench.signIn("ada"), try await bench.signIn("ann"))
            try await shown(bench, to: ada)
            _ = try await bench.get("/api/v1/tips/welcome/explanation?person=ada", as: ann)
            let answer = try await bench.get("/api/v1/tips/export", as: ada)
            #expect(answer["person"] == "ada")
            #expect(answer["devices.0.device"] == "0000000000000100")
            #expect(answer["devices.0.language"] == "pt-BR")
            #expect(answer["tips.1.displays.0.seconds"] == .number("5.5"))
            #expect(answer["tips.1.endedOn"] == "0000000000000100")
            #expect(answer["events.0.name"] == "tip.dismissed")
            #expect(answer["events.0.donations.0.payload.record.tip"] == "regular")
            let asked = try #require(answer["askedBy"])
            #expect(asked.elements.map { $0.at("administrator") } == ["ann"])
            try await bench.delete("/api/v1/tips/ledger", as: ada)
            let erased = try await bench.get("/api/v1/tips/export", as: ada)
            for member in ["devices", "tips", "parameters", "events"] {
                #expect(erased[member]?.elements.isEmpty == true, "\(member)")
            }
            #expect(erased["askedBy"] == asked)
            #expect(erased["resets"] == 1)
        }
    }

    @Test func `TA9: moments that no date can say are exported as the first or the last that it can`()
        async throws
    {
        try await withTips { bench in
            let ada = try await bench.signIn("ada")
            var page = TipPage(1, seed: 1)
            _ = page.machine.donate(to: "goal", at: RuleTime(microseconds: .min))
            try await bench.post("/api/v1/tips/ledger", page.body(page.machine.ledger), as: ada)
            let answer = try await bench.get("/api/v1/tips/export", as: ada)
            #expect(answer["events.0.donations.0.at"] == "0000-01-01T00:00:00.000Z")
        }
    }
}
