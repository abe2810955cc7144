import Essentials
import JSON
import Testing
import TipCatalogues
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct TipPublicationTests {
    private static func document(_ name: String, tips: [String] = []) -> [UInt8] {
        let tips = tips.map { "{\"id\": \"\($0)\", \"title\": {\"en\": \"\($0)\"}}" }.joined(separator: ",")
        return Array(
            """
            {"format": "vicinity-tips-1", "name": "\(name)", "languages": ["en"], "fallback": "en",
             "parameters": {"orders": {"initial": 0, "source": "workplace"}},
             "events": {"few": {"maximumCount": 2}, "here": {"staysOnDevice": true}}, "tips": [\(tips)]}
            """.utf8)
    }

    /// A process that begins over a store, with a catalogue that comes with the pages.
    private func begin(_ store: any WorkplaceStore) async throws -> (
        TipPublication, TipsInForce, passedOver: [Int64]
    ) {
        let tips = TipsInForce()
        let publication = TipPublication(store: store, tips: tips, now: { Fixture.noon })
        try publication.ship(Self.document("shipped", tips: ["a"]))
        return (publication, tips, try await publication.load())
    }

    @Test func `TA5: what was published and switched is in force after a restart`() async throws {
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            #expect(tips.catalogue.name == "shipped")
            try await publication.publish(Self.document("published", tips: ["a", "b"]), by: Fixture.ada)
            try await publication.set(false, of: "b", by: Fixture.ada)
            let (again, restarted, passedOver) = try await begin(store)
            #expect(passedOver.isEmpty)
            #expect(restarted.catalogue.name == "published")
            #expect(restarted.catalogue.tips.map(\.isOn) == [true, false])
            #expect(restarted.number == 1)
            try await again.withdraw(by: Fixture.ada)
            let (_, last, _) = try await begin(store)
            #expect(last.catalogue.name == "shipped")
            #expect(!last.isPublished)
        }
    }

    @Test func `TA5: one from before texts had to be lines goes on, with spaces where they ended`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let (names, escapes) = ("published", #"A\nB\u0007C\\nD\u0041\u0085E"#)
            let text = String(decoding: Self.document(names, tips: ["a"]), as: UTF8.self)
                .replacing(#"{"en": "a"}"#, with: #"{"en": "\#(escapes)\#u{7F}\#u{9B}"}"#)
            #expect(throws: JSONDocumentError.self) { try TipCatalogue(reading: Array(text.utf8)) }
            try await store.write {
                _ = try $0.append(tipCatalogue: Array(text.utf8), by: Fixture.ada, at: Fixture.noon)
            }
            let (_, tips, passedOver) = try await begin(store)
            #expect(passedOver.isEmpty)
            #expect(tips.catalogue.name == names)
            let audience = TipAudience(platform: "web", languages: ["en"])
            #expect(tips.catalogue.tips(for: audience).map(\.title) == [#"A B C\nDA E  "#])
        }
    }

    @Test func `TA5: a stored catalogue with experiments stays in force without them`() async throws {
        try await withTemporaryStore { store, _ in
            let experiment = #""experiment": {"name": "try", "holdout": 1, "goal": "few"}"#
            let text = String(decoding: Self.document("published", tips: ["a"]), as: UTF8.self)
                .replacing(#"{"id": "a", "#, with: #"{"id": "a", \#(experiment), "#)
            try await store.write {
                _ = try $0.append(tipCatalogue: Array(text.utf8), by: Fixture.ada, at: Fixture.noon)
            }
            let (publication, tips, passedOver) = try await begin(store)
            #expect(passedOver.isEmpty)
            let plain = try TipCatalogue(reading: Self.document("published", tips: ["a"]))
            #expect(tips.document == plain)
            let refusal = await #expect(throws: JSONDocumentError.self) {
                try await publication.publish(Array(text.utf8), by: Fixture.ada)
            }
            #expect(
                refusal?.lines(file: "tips") == [
                    "tips: tips[0].experiment: is not known here"
                ])
            #expect(tips.number == 1)
        }
    }

    @Test func `TA5: one that this program cannot read is passed over for the last good one`() async throws {
        try await withTemporaryStore { store, _ in
            let (publication, _, _) = try await begin(store)
            try await publication.publish(Self.document("good"), by: Fixture.ada)
            // A program of another version published it.
            try await store.write {
                _ = try $0.append(
                    tipCatalogue: Array("{\"format\": \"x\"}".utf8), by: Fixture.ada, at: Fixture.noon)
            }
            let (next, tips, passedOver) = try await begin(store)
            #expect(passedOver == [2])
            #expect(tips.catalogue.name == "good")
            try await next.publish(Self.document("better"), by: Fixture.ada)
            #expect(tips.number == 3)
            #expect(tips.catalogue.name == "better")
        }
    }

    @Test
    func `TA5: of two administrators who switch a tip at once, the store and the process believe the same`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let late = LateStore(store)
            let (publication, tips, _) = try await begin(late)
            async let first: Void = publication.set(false, of: "a", by: Fixture.ada)
            await late.untilHeld()
            try await publication.set(true, of: "a", by: Fixture.ada)
            late.release()
            try await first
            #expect(try await store.read { try $0.tipSwitches() } == ["a": true])
            #expect(tips.switches == ["a": true])
            #expect(tips.catalogue.tips.map(\.isOn) == [true])
        }
    }

    @Test func `with none that can be read, the one that comes with the pages is in force`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write {
                _ = try $0.append(tipCatalogue: [], by: Fixture.ada, at: Fixture.noon)
            }
            let (_, tips, passedOver) = try await begin(store)
            #expect(passedOver == [1])
            #expect(tips.catalogue.name == "shipped")
        }
    }

    @Test func `a catalogue with mistakes changes nothing`() async throws {
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            await #expect(throws: JSONDocumentError.self) {
                try await publication.publish(Array("{}".utf8), by: Fixture.ada)
            }
            await #expect(throws: WorkplaceRefusal.unknownTip("z")) {
                try await publication.set(false, of: "z", by: Fixture.ada)
            }
            #expect(tips.number == 0)
            let kept = try await store.read { try $0.tipCatalogues(before: nil, limit: 9).count }
            #expect(kept == 0)
        }
    }

    @Test
    func
        `TA10: what a catalogue keeps on the device stays there in each one after it, and under former names`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            let staying = String(decoding: Self.document("first"), as: UTF8.self)
            let renamed = staying.replacing(
                "\"here\": {\"staysOnDevice\": true}",
                with: "\"there\": {\"staysOnDevice\": true, \"formerly\": [\"yonder\"]}")
            try await publication.publish(Array(renamed.utf8), by: Fixture.ada)
            #expect(tips.limits.deviceEvents == ["here", "there", "yonder"])
            let open = staying.replacing("{\"staysOnDevice\": true}", with: "{}")
            try await publication.publish(Array(open.utf8), by: Fixture.ada)
            #expect(tips.limits.deviceEvents == ["here", "there", "yonder"])
            #expect(tips.catalogue.events.contains { $0.name == "here" && $0.staysOnDevice })
            let elsewhere = staying.replacing(
                "\"here\": {\"staysOnDevice\": true}", with: "\"elsewhere\": {\"formerly\": [\"here\"]}")
            try await publication.publish(Array(elsewhere.utf8), by: Fixture.ada)
            #expect(tips.limits.deviceEvents == ["elsewhere", "here", "there", "yonder"])
            #expect(tips.catalogue.events.contains { $0.name == "elsewhere" && $0.staysOnDevice })
            let (_, restarted, _) = try await begin(store)
            #expect(restarted.limits.deviceEvents.isSuperset(of: ["elsewhere", "here", "there", "yonder"]))
        }
    }

    @Test func `TA10: what a catalogue kept on the device stays there, however many follow it`() async throws
    {
        try await withTemporaryStore { store, _ in
            let (publication, _, _) = try await begin(store)
            let first = String(decoding: Self.document("first"), as: UTF8.self)
            try await publication.publish(
                Array(first.replacing("\"here\"", with: "\"once\"").utf8), by: Fixture.ada)
            for number in 2...45 {
                try await publication.publish(Self.document("number \(number)"), by: Fixture.ada)
            }
            let (_, restarted, _) = try await begin(store)
            #expect(restarted.catalogue.name == "number 45")
            #expect(restarted.limits.deviceEvents == ["here", "once"])
        }
    }

    @Test(
        arguments: [
            (#""endsOn": ["once"]"#, #""once": {}"#, "/tips/0/endsOn/0"),
            (#""endsOn": ["later"]"#, #""later": {"formerly": ["once"]}"#, "/tips/0/endsOn/0"),
        ])
    func `TA10: no tip ends on an event that stayed on the device in an earlier catalogue`(
        member: String, event: String, pointer: String
    ) async throws {
        let here = #""here": {"staysOnDevice": true}"#
        let plain = String(decoding: Self.document("plain", tips: ["a"]), as: UTF8.self)
        let staying = plain.replacing(here, with: #"\#(here), "once": {"staysOnDevice": true}"#)
        let telling = plain.replacing(here, with: "\(here), \(event)")
            .replacing(#"{"id": "a", "#, with: #"{"id": "a", \#(member), "#)
        try await withTemporaryStore { store, _ in
            let (first, _, _) = try await begin(store)
            try await first.publish(Array(staying.utf8), by: Fixture.ada)
            try await first.publish(Array(plain.utf8), by: Fixture.ada)
            let (publication, tips, _) = try await begin(store)
            let refusal = await #expect(throws: JSONDocumentError.self) {
                try await publication.publish(Array(telling.utf8), by: Fixture.ada)
            }
            guard case .mistakes(let mistakes) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(mistakes.list.map(\.path.pointer) == [pointer])
            #expect(tips.number == 2)
        }
        // Where it never stayed, the same catalogue is in order.
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            try await publication.publish(Array(telling.utf8), by: Fixture.ada)
            #expect(tips.number == 1)
        }
    }

    @Test func `a catalogue has at most two hundred tips`() async throws {
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            await #expect(throws: TipCatalogueRefusal.tooManyTips) {
                try await publication.publish(
                    Self.document("many", tips: (0...200).map { "tip-\($0)" }), by: Fixture.ada)
            }
            #expect(tips.number == 0)
        }
    }

    @Test func `TA8: an unknown platform is refused, and an unknown icon is a warning`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            func publish(_ members: String) async throws -> [TipFinding] {
                let text = String(decoding: Self.document("strange", tips: ["a"]), as: UTF8.self)
                    .replacing(#"{"id": "a", "#, with: #"{"id": "a", \#(members), "#)
                return try await publication.publish(Array(text.utf8), by: Fixture.ada)
                    .filter { $0.severity != .note }
            }
            let refusal = await #expect(throws: TipCatalogueRefusal.self) {
                try await publish(#""segment": {"platforms": ["phone"]}"#)
            }
            guard case .findings(let errors) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(
                errors.map { "\($0.code.rawValue) \($0.path)" } == ["empty-segment tips[0].segment.platforms"]
            )
            #expect(tips.number == 0)
            let told = try await publish(#""image": "unicorn", "segment": {"platforms": ["web", "phone"]}"#)
            #expect(told.map { $0.code } == [.unknownIcon, .emptySegment])
            #expect(tips.number == 1)
            let known = try await publish(
                #""image": "pin", "segment": {"platforms": ["web", "terminal", "screen"]}"#)
            #expect(known.isEmpty)
        }
    }

    @Test func `TA8: what pages donate and set is theirs, and a server tells nothing of it`() async throws {
        try await withTemporaryStore { store, _ in
            let (publication, tips, _) = try await begin(store)
            let rules = #"[{"==": [{"parameter": "told"}, 1]}, {"donated": "few"}]"#
            let text = String(decoding: Self.document("theirs", tips: ["a"]), as: UTF8.self)
                .replacing(#"{"id": "a", "#, with: #"{"id": "a", "rules": \#(rules), "#)
                .replacing(#""parameters": {"#, with: #""parameters": {"told": {}, "#)
            let findings = try await publication.publish(Array(text.utf8), by: Fixture.ada)
            #expect(findings.allSatisfy { $0.severity == .note })
            #expect(tips.number == 1)
        }
    }

    @Test func `a fact that the workplace does not give is a mistake`() async throws {
        try await withTemporaryStore { store, _ in
            let (publication, _, _) = try await begin(store)
            let text = String(decoding: Self.document("typo"), as: UTF8.self)
                .replacing("\"orders\": {", with: "\"orderss\": {")
                .replacing(
                    "\"tips\": []",
                    with: "\"tips\": [{\"id\": \"a\", \"title\": {\"en\": \"a\"}, "
                        + "\"rules\": [{\">=\": [{\"parameter\": \"orderss\"}, 1]}]}]")
            await #expect(throws: TipCatalogueRefusal.self) {
                try await publication.publish(Array(text.utf8), by: Fixture.ada)
            }
        }
    }

    @Test func `what is kept of events and parameters follows the catalogue in force`() async throws {
        try await withTemporaryStore { store, _ in
            let (_, tips, _) = try await begin(store)
            #expect(tips.limits.events["few"]?.maximumCount == 2)
            #expect(tips.limits.events["tip.acted"]?.maximumCount == 200)
            #expect(tips.limits.deviceEvents == ["here"])
            #expect(tips.limits.facts == ["orders"])
        }
    }
}
