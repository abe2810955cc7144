import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif
import JSON
import Testing
import TipCatalogues
import TipCore
import TipRules

struct TipSimulationTests {
    private func simulation(
        _ catalogue: TipCatalogue, person: SimulatedPerson = .regular, seed: UInt64 = 1, days: Int = 30
    ) -> TipSimulation {
        TipSimulation(
            catalogue: catalogue,
            audience: TipAudience(platform: "web", roles: ["employee"], languages: ["en"]),
            person: person,
            days: days, seed: seed)
    }

    @Test(arguments: SimulatedPerson.allCases)
    func `TA3: the same seed gives the same timeline, another one another`(person: SimulatedPerson) throws {
        let catalogue = try ProductCatalogueTests.catalogue()
        let timeline = simulation(catalogue, person: person).timeline()
        #expect(timeline == simulation(catalogue, person: person).timeline())
        #expect(timeline != simulation(catalogue, person: person, seed: 2).timeline())
    }

    @Test(arguments: [1, 2, 3] as [UInt64], SimulatedPerson.allCases)
    func `TA3 T69 T83: a timeline keeps the rules of the machine`(seed: UInt64, person: SimulatedPerson)
        throws
    {
        let catalogue = try ProductCatalogueTests.catalogue()
        let timeline = simulation(catalogue, person: person, seed: seed).timeline()
        var lastNew: Int64?
        var seen: Set<TipID> = []
        var ended: Set<TipID> = []
        for moment in timeline.moments {
            switch moment.kind {
            case .shown(let tip, _):
                #expect(!ended.contains(tip), "\(tip) was shown after its end")
                let isExempt =
                    catalogue.tips.first { $0.id == tip }?.definition.ignoresDisplayFrequency ?? false
                if seen.insert(tip).inserted, !isExempt {
                    if let lastNew { #expect(moment.time.microseconds - lastNew >= 86_400_000_000) }
                    lastNew = moment.time.microseconds
                }
                if tip == "follow-me" { #expect(ended.contains("closest-cafe")) }
            case .ended(let tip, _): ended.insert(tip)
            default: break
            }
        }
        #expect(zip(timeline.moments, timeline.moments.dropFirst()).allSatisfy { $0.time <= $1.time })
        for tip in timeline.tips {
            let stretches = timeline.stretches[tip.id] ?? []
            #expect(stretches.first?.from == timeline.start)
            #expect(stretches.last.map { timeline.day(of: $0.to) } ?? 0 >= 31)
            #expect(
                zip(stretches, stretches.dropFirst()).allSatisfy {
                    $0.to == $1.from && $0.status != $1.status
                })
        }
    }

    @Test func `TA3: who closes every tip sees each once, and who explores sees some`() throws {
        let catalogue = try ProductCatalogueTests.catalogue()
        let shown = simulation(catalogue, person: .hasty).timeline().outcomes.filter { $0.displays > 0 }
        #expect(!shown.isEmpty)
        for outcome in shown {
            #expect(outcome.displays == 1)
            #expect(outcome.reason == .tipClosed)
        }
        #expect(simulation(catalogue, person: .explorer).timeline().outcomes.contains { $0.displays > 0 })
        #expect(
            simulation(catalogue, person: .explorer).timeline().outcomes.contains {
                $0.reason == .actionPerformed
            })
    }

    @Test func `TA3: a window that ends by time alone ends a stretch`() throws {
        let catalogue = try read(
            catalogueText(
                tips:
                    #"[ { "id": "t", "title": "x", "rules": [ { "donated": { "event": "e", "within": { "hours": 1 } } } ] } ]"#,
                events: #"{ "e": {} }"#))
        let stretches = simulation(catalogue).timeline().stretches["t"] ?? []
        #expect(stretches.contains { $0.status == .available })
        let ends = zip(stretches, stretches.dropFirst()).filter {
            $0.status == .available && $1.status == .pending
        }
        #expect(!ends.isEmpty)
        for (stretch, _) in ends { #expect(stretch.to.microseconds(since: stretch.from) >= 3_600_000_000) }
    }

    @Test func `TA3: the timeline as JSON names everything that happened`() throws {
        let timeline = simulation(try ProductCatalogueTests.catalogue(), person: .newcomer).timeline()
        var json = JSONWriter()
        timeline.write(to: &json)
        let value = try JSONValue(parsing: json.bytes)
        let kinds = try value.read { $0["moments"].array { $0["what"].string() } }
        #expect(Set(kinds).isSuperset(of: ["visited", "donated", "shown", "ended"]))
        #expect(kinds.count == timeline.moments.count)
    }

    @Test func `TA3: the picture is whole, and takes no mark of the words as its own`() throws {
        let catalogue = try read(
            catalogueText(tips: #"[ { "id": "t", "title": "a < b & \"c\"" } ]"#))
        let picture = simulation(catalogue).timeline().svg(title: "<one> & two")
        #expect(picture.hasPrefix("<svg "))
        #expect(picture.hasSuffix("</svg>\n"))
        #expect(XMLParser(data: Data(picture.utf8)).parse())
        #expect(picture.contains("a &lt; b &amp; &quot;c&quot;"))
        #expect(picture.contains("&lt;one&gt; &amp; two"))
        #expect(picture.contains("prefers-color-scheme: dark"))
        let empty = simulation(try read(catalogueText())).timeline()
        #expect(empty.svg(title: "None").contains("Nobody gets a tip here."))
    }

    @Test(.timeLimit(.minutes(1)))
    func `TA3: a rule that is another at every moment does not keep a timeline for ever`() throws {
        let since = #"{ "-": [ { "clock": "now" }, { "time": "2026-01-01" } ] }"#
        let catalogue = try read(
            catalogueText(
                tips:
                    #"[ { "id": "t", "title": { "en": "x", "de": "x", "ja": "x" }, "rules": [ { ">": [ { "*": [\#(since), \#(since)] }, 100 ] } ] } ]"#
            ))
        #expect(simulation(catalogue, days: 1).timeline().tips.count == 1)
    }

    @Test func `TA3: an action that opens a page ends the tip, as it does in the page`() throws {
        let catalogue = try read(
            catalogueText(
                tips:
                    #"[ { "id": "t", "title": "x", "actions": [ { "id": "show", "title": "Show", "opens": "/order" } ] } ]"#
            ))
        let timelines = (1...5).map { simulation(catalogue, person: .newcomer, seed: $0).timeline() }
        let acted = timelines.filter { timeline in
            timeline.moments.contains { $0.kind == .acted("t", action: "show") }
        }
        #expect(!acted.isEmpty)
        for timeline in acted { #expect(timeline.outcomes.map { $0.reason } == [.actionPerformed]) }
    }

    @Test func `TA3: no day at all, and a catalogue with nothing in it, are timelines too`() throws {
        let catalogue = try ProductCatalogueTests.catalogue()
        #expect(simulation(catalogue, days: 0).timeline().moments.isEmpty)
        #expect(simulation(catalogue, days: -1).timeline().moments.isEmpty)
    }
}
