import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import TipCatalogues
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct TipAdministrationTests {
    private static let catalogue = "/api/v1/tips/catalogue"

    private func withTips(_ body: (APIFixture, _ ann: Client) async throws -> Void) async throws {
        try await withAPIFixture { bench in
            try bench.services.tipPublication.ship(Array(TipSample.text.utf8))
            try await body(bench, try await bench.signIn("ann"))
        }
    }

    private func tips(_ bench: APIFixture) async throws -> [String] {
        let answer = try await bench.get("/api/v1/tips?platform=terminal", as: try await bench.signIn("ada"))
        return answer["tips"]?.elements.compactMap { $0.at("id")?.text } ?? []
    }

    // MARK: - Catalogue

    @Test
    func `TA5: a published catalogue is in force at once, and the shipped one again when it is withdrawn`()
        async throws
    {
        try await withTips { bench, ann in
            let other = TipSample.text.replacing("\"shell\"", with: "\"shell-2\"")
            #expect(try await bench.put(Self.catalogue, other, as: ann)["number"] == 1)
            #expect(try await tips(bench).contains("shell-2"))
            let published = try await bench.get(Self.catalogue, as: ann)
            #expect(published["source"] == "published")
            #expect(published["catalogue.tips.2.id"] == "shell-2")
            #expect(try await bench.delete(Self.catalogue, as: ann).status == 204)
            #expect(try await tips(bench).contains("shell"))
            let shipped = try await bench.get(Self.catalogue, as: ann)
            #expect(shipped["source"] == "shipped")
            #expect(shipped["number"] == 2)
            // A second time there is nothing to withdraw.
            try await bench.delete(Self.catalogue, as: ann)
            #expect(try await bench.get(Self.catalogue, as: ann)["number"] == 2)
        }
    }

    @Test func `TA5: a catalogue with mistakes reports all of them, and the last good one stays`()
        async throws
    {
        try await withTips { bench, ann in
            let before = try await bench.get(Self.catalogue, as: ann).text
            let wrong = TipSample.text.replacing("\"regular\", \"title\"", with: "\"welcome\", \"title\"")
                .replacing("\"daily\"", with: "\"now and then\"")
                .replacing("{\"parameter\": \"orders\"}", with: "{\"parameter\": \"order\"}")
            let answer = try await bench.put(Self.catalogue, wrong, as: ann)
            #expect(answer.status == 422)
            #expect(answer.code == "tip-catalogue-invalid")
            #expect(answer.errors.contains("/displayFrequency value"))
            #expect(
                answer.errors.contains { $0.hasPrefix("/tips/1/rules/0") && $0.hasSuffix("unknown-name") })
            #expect(answer.errors.contains("/tips/1/id duplicate"))
            #expect(try await bench.get(Self.catalogue, as: ann).text == before)
        }
    }

    @Test(arguments: [
        ("{", 400, "malformed-json"), ("[]", 422, "tip-catalogue-invalid"),
        ("{}", 422, "tip-catalogue-invalid"),
    ])
    func `what is no catalogue is refused`(body: String, status: Int, code: String) async throws {
        try await withTips { bench, ann in
            let answer = try await bench.put(Self.catalogue, body, as: ann)
            #expect(answer.status == status)
            #expect(answer.code == .string(code))
            #expect(bench.services.tipsInForce.number == 0)
        }
    }

    @Test func `TA8: errors of the check are refused, and warnings are reported`() async throws {
        try await withTips { bench, ann in
            let fine = try await bench.put(Self.catalogue, TipSample.text, as: ann)
            let codes = fine["findings"]?.elements.compactMap { $0.at("code")?.text } ?? []
            #expect(codes.contains("untranslated"))
            let rule = #"[{">=": [{"parameter": "orders"}, 2]}]"#
            let never = #"[{">=": [{"parameter": "orders"}, 2]}, {"<": [{"parameter": "orders"}, 1]}]"#
            let wrong = TipSample.text.replacing(rule, with: never)
            let answer = try await bench.put(Self.catalogue, wrong, as: ann)
            #expect(answer.status == 422)
            #expect(answer.errors == ["/tips/1 unreachable"])
            #expect(bench.services.tipsInForce.number == 1)
        }
    }

    // MARK: - Switch

    @Test
    func `TA5: a tip that is switched off is gone at once, stays off in the next catalogue, and comes back`()
        async throws
    {
        try await withTips { bench, ann in
            let path = "/api/v1/tips/shell/switch"
            let off = try await bench.put(path, #"{"isOn": false}"#, as: ann)
            #expect(off["tip"] == "shell")
            #expect(off["isOn"] == false)
            #expect(try await !tips(bench).contains("shell"))
            try await bench.put(Self.catalogue, TipSample.text, as: ann)
            #expect(try await !tips(bench).contains("shell"))
            let inForce = try await bench.get(Self.catalogue, as: ann)
            #expect(inForce["switches.shell"] == false)
            // What was switched is no part of what was written.
            #expect(inForce["catalogue.tips.2.id"] == "shell")
            #expect(inForce["catalogue.tips.2.isOn"] == nil)
            try await bench.put(path, #"{"isOn": true}"#, as: ann)
            #expect(try await tips(bench).contains("shell"))
        }
    }

    @Test(arguments: [
        ("nobody-knows", #"{"isOn": false}"#, 404, "unknown-tip", [] as [String]),
        ("shell", #"{"isOn": "no"}"#, 400, "invalid-request", ["/isOn type"]),
        ("shell", #"{}"#, 400, "invalid-request", ["/isOn required"]),
        ("shell", #"{"isOn": false, "x": 1}"#, 400, "invalid-request", ["/x unknown-member"]),
    ])
    func `a switch that is none changes nothing`(
        tip: String, body: String, status: Int, code: String, errors: [String]
    ) async throws {
        try await withTips { bench, ann in
            let answer = try await bench.put("/api/v1/tips/\(tip)/switch", body, as: ann)
            #expect(answer.status == status)
            #expect(answer.code == .string(code))
            #expect(answer.errors == errors)
            #expect(bench.services.tipsInForce.switches.isEmpty)
        }
    }

    // MARK: - Explanation

    private static let noon = RuleTime(microseconds: Fixture.noon.millisecondsSinceEpoch * 1_000)

    /// Ada was shown a tip and closed it.
    private func close(_ bench: APIFixture, as ada: Client) async throws {
        try await show(bench, as: ada, isClosed: true)
    }

    private func show(_ bench: APIFixture, as ada: Client, isClosed: Bool) async throws {
        var page = TipPage(1, seed: 1)
        page.machine.declare(TipDefinition(id: "welcome"))
        _ = page.machine.beginAppearance(of: "welcome", on: "page", at: Self.noon)
        _ = page.machine.endAppearance(of: "welcome", on: "page", at: Self.noon)
        if isClosed { _ = page.machine.invalidate("welcome", reason: .tipClosed, at: Self.noon) }
        try await bench.post("/api/v1/tips/ledger", page.body(page.machine.ledger), as: ada)
    }

    @Test func `TA2: one learns why oneself is not shown a tip, with values and times`() async throws {
        try await withTips { bench, _ in
            let ada = try await bench.signIn("ada")
            try await close(bench, as: ada)
            let closed = try await bench.get("/api/v1/tips/welcome/explanation", as: ada)
            #expect(closed["status"] == "invalidated")
            #expect(closed["holds.0.kind"] == "invalidated")
            #expect(closed["holds.0.reason"] == "tipClosed")
            #expect(closed["holds.0.at"] == .string(Fixture.noon.description))
            let regular = try await bench.get("/api/v1/tips/regular/explanation", as: ada)
            #expect(regular["status"] == "pending")
            #expect(regular["holds"]?.elements.compactMap { $0.at("kind")?.text } == ["rule", "frequency"])
            #expect(regular["holds.0.expression.>=.1"] == 2)
            #expect(regular["holds.0.explanation.parts.0.value"] == 0)
            #expect(regular["holds.1.shown"] == "welcome")
            for key in ["first", "second"] { _ = try await bench.placed(key: key, as: ada) }
            bench.clock.advance(by: .seconds(86_400))
            let available = try await bench.get("/api/v1/tips/regular/explanation", as: ada)
            #expect(available["status"] == "available")
            #expect(available["holds"]?.elements.isEmpty == true)
        }
    }

    @Test
    func
        `TA2: an administrator learns what holds a tip back, not what the person did; the person sees who asked`()
        async throws
    {
        try await withTips { bench, ann in
            let ada = try await bench.signIn("ada")
            try await close(bench, as: ada)
            let closed = try await bench.get("/api/v1/tips/welcome/explanation?person=ada", as: ann)
            #expect(closed["holds"] == [["kind": "invalidated"]])
            let regular = try await bench.get("/api/v1/tips/regular/explanation?person=ada", as: ann)
            #expect(
                regular["holds"] == [
                    ["kind": "rule", "rule": 0, "expression": [">=": [["parameter": "orders"], 2]]],
                    ["kind": "frequency"],
                ])
            #expect(regular["nextPossible"] == nil)
            let export = try await bench.get("/api/v1/tips/export", as: ada)
            #expect(export["askedBy"]?.elements.compactMap { $0.at("tip")?.text } == ["welcome", "regular"])
            #expect(export["askedBy.0.administrator"] == "ann")
        }
    }

    @Test func `TA2: a rule that an administrator has just written answers nothing about others`()
        async throws
    {
        try await withTips { bench, ann in
            let path = "/api/v1/tips/regular/explanation"
            try await bench.put(Self.catalogue, TipSample.text, as: ann)
            let early = try await bench.get(path + "?person=ada", as: ann)
            #expect(early.status == 409)
            #expect(early.code == "tip-catalogue-too-new")
            #expect(try await bench.get(path, as: ann).status == 200)
            bench.clock.advance(by: .seconds(86_400))
            #expect(try await bench.get(path + "?person=ada", as: ann).status == 200)
            try await bench.put(Self.catalogue, TipSample.text, as: ann)
            #expect(try await bench.get(path + "?person=ada", as: ann).status == 409)
            // Nobody who asks wrote the shipped catalogue.
            try await bench.delete(Self.catalogue, as: ann)
            #expect(try await bench.get(path + "?person=ada", as: ann).status == 200)
        }
    }

    @Test func `TA2: about one person it is answered twenty times within a day`() async throws {
        try await withTips { bench, ann in
            let path = "/api/v1/tips/regular/explanation?person=ada"
            for _ in 0..<20 { #expect(try await bench.get(path, as: ann).status == 200) }
            let refused = try await bench.get(path, as: ann)
            #expect(refused.status == 429)
            #expect(refused.code == "too-many-tip-looks")
            bench.clock.advance(by: .seconds(86_400))
            #expect(try await bench.get(path, as: ann).status == 200)
        }
    }

    @Test func `TA2 T83: a tip that waits for another one of its group is explained by that`() async throws {
        try await withTips { bench, ann in
            let ada = try await bench.signIn("ada")
            for key in ["first", "second"] { _ = try await bench.placed(key: key, as: ada) }
            let path = "/api/v1/tips/regular/explanation"
            let own = try await bench.get(path, as: ada)
            #expect(own["status"] == "pending")
            #expect(own["holds"] == [["kind": "group", "group": "first", "shown": "welcome"]])
            let asked = try await bench.get(path + "?person=ada", as: ann)
            #expect(asked["holds"] == [])
            #expect(try await bench.get("/api/v1/tips/welcome/explanation", as: ada)["holds"] == [])
            try await show(bench, as: ada, isClosed: false)
            let later = try await bench.get(path, as: ada)
            #expect(later["holds"]?.elements.compactMap { $0.at("kind")?.text } == ["frequency", "group"])
            #expect(later["nextPossible"] == nil, "the other one has to end as well")
            try await close(bench, as: ada)
            bench.clock.advance(by: .seconds(86_400))
            #expect(try await bench.get(path, as: ada)["holds"] == [])
        }
    }

    @Test func `TA2: a tip that somebody does not get at all is explained by that`() async throws {
        try await withTips { bench, ann in
            let kitchen = try await bench.get("/api/v1/tips/kitchen/explanation?person=ada", as: ann)
            #expect(kitchen["withheld"] == "segment")
            let shell = try await bench.get("/api/v1/tips/shell/explanation?platform=terminal", as: ann)
            #expect(shell["withheld"] == nil)
            #expect(shell["status"] == "available")
            try await bench.put("/api/v1/tips/shell/switch", #"{"isOn": false}"#, as: ann)
            #expect(try await bench.get("/api/v1/tips/shell/explanation", as: ann)["withheld"] == "off")
        }
    }

    @Test(arguments: [
        ("nobody-knows/explanation", 404, "unknown-tip"),
        ("nobody-knows/explanation?person=ada", 404, "unknown-tip"),
        ("welcome/explanation?person=ada&platform=fax", 400, "invalid-request"),
        ("welcome/explanation?person=nobody", 404, "unknown-person"),
        ("welcome/explanation?person=No%20Name", 404, "unknown-person"),
        ("welcome/explanation?platform=fax", 400, "invalid-request"),
    ])
    func `an explanation of what is not there is refused, and nobody is noted`(
        target: String, status: Int, code: String
    ) async throws {
        try await withTips { bench, ann in
            let answer = try await bench.get("/api/v1/tips/\(target)", as: ann)
            #expect(answer.status == status)
            #expect(answer.code == .string(code))
            for name in ["ada", "ann", "nobody"] {
                let accesses = try await bench.services.store.read {
                    try $0.tipAccessRecords(at: Fixture.person(name))
                }
                #expect(accesses.isEmpty, "\(name)")
            }
        }
    }

    // MARK: - Statistics

    @Test func `TA4: statistics hide one to four people, and show five`() async throws {
        try await withTips { bench, ann in
            let people = ["ada", "grace", "poor", "yoko", "carl"]
            for (count, name) in people.enumerated() {
                let before = try await bench.get("/api/v1/tips/statistics", as: ann)
                #expect(before["people"] == (count == 0 ? 0 : .null))
                #expect(before["tips.0.displays"] == (count == 0 ? 0 : .null))
                try await close(bench, as: try await bench.signIn(name))
            }
            let answer = try await bench.get("/api/v1/tips/statistics", as: ann)
            #expect(answer["people"] == 5)
            let welcome = try #require(answer["tips.0"])
            #expect(welcome.at("people") == 5)
            #expect(welcome.at("displays") == 5)
            #expect(welcome.at("ended.tipClosed") == 5)
            #expect(welcome.at("ended.actionPerformed") == 0)
            for (groups, name) in [("platforms", "web"), ("languages", "pt-BR")] {
                let group = try #require(welcome.at("\(groups).0"))
                #expect(group.at("name") == .string(name))
                #expect(group.at("people") == 5)
                #expect(group.at("displays") == 5)
                #expect(group.at("seconds") == welcome.at("seconds"))
                #expect(welcome.at("\(groups).1") == nil)
            }
            #expect(answer["tips.1.people"] == 0)
        }
    }
}
