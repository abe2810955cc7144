import TestSupport
import Testing
import TipCatalogues
import TipCore
import TipRules

struct TipAudienceTests {
    @Test func `T82 T83: in a group what is available comes first, in an ordered one all that has not ended`()
    {
        let tips: [TipID] = ["ended", "waiting", "open", "last"]
        let known: [TipID: Tips.Status] = ["ended": .invalidated(.tipClosed), "waiting": .pending]
        func predecessor(_ tip: TipID, isOrdered: Bool) -> TipID? {
            TipCatalogue.predecessor(of: tip, in: tips, isOrdered: isOrdered) { tip in
                known[tip] ?? .available
            }
        }
        #expect(tips.map { predecessor($0, isOrdered: true) } == [nil, nil, "waiting", "waiting"])
        #expect(tips.map { predecessor($0, isOrdered: false) } == [nil, nil, nil, "open"])
    }

    private func audience(
        platform: String = "web", roles: Set<String> = ["employee"], sites: Set<String> = ["north"],
        languages: [String] = ["en"]
    ) -> TipAudience {
        TipAudience(platform: platform, roles: roles, sites: sites, languages: languages)
    }

    private func tip(_ members: String) throws -> TipCatalogue {
        try read(catalogueText(tips: #"[ { "id": "t", "title": { "en": "Hello" }, \#(members) } ]"#))
    }

    @Test func `TA5: a tip that is switched off is not given to anybody`() throws {
        #expect(try tip(#""isOn": false"#).tips(for: audience()).isEmpty)
        #expect(try tip(#""isOn": true"#).tips(for: audience()).count == 1)
    }

    @Test(arguments: [
        (#"{ "platforms": ["web"] }"#, true), (#"{ "platforms": ["terminal"] }"#, false),
        (#"{ "roles": ["cook", "employee"] }"#, true), (#"{ "roles": ["cook"] }"#, false),
        (#"{ "sites": ["north"] }"#, true), (#"{ "sites": ["south"] }"#, false),
        (#"{ "languages": ["de"] }"#, true), (#"{ "languages": ["de-CH"] }"#, true),
        (#"{ "languages": ["de-AT"] }"#, false), (#"{ "languages": ["en"] }"#, false),
        (#"{ "platforms": ["web"], "roles": ["cook"] }"#, false), ("{}", true),
    ])
    func `TA5: a segment wants one of each of its lists`(segment: String, isIn: Bool) throws {
        let catalogue = try tip(#""segment": \#(segment)"#)
        #expect(catalogue.tips(for: audience(languages: ["de-CH", "en"])).isEmpty != isIn)
    }

    @Test func `TA5: nobody in particular, without a language, is in no segment of languages`() throws {
        let catalogue = try tip(#""segment": { "languages": ["en"] }"#)
        #expect(catalogue.tips(for: audience(languages: [])).isEmpty)
    }

    @Test(arguments: [
        (["de-CH", "en"], "de", "Hallo"), (["ja"], "en", "Hello"), (["fr", "de"], "de", "Hallo"),
        ([], "en", "Hello"),
    ])
    func `TD22: a tip is in the best language in which all of it is there`(
        languages: [String], language: String, title: String
    ) throws {
        let tips = #"""
            [ { "id": "t", "title": { "en": "Hello", "de": "Hallo", "ja": "こんにちは" },
                "message": { "en": "More", "de": "Mehr" }, "actions": [ { "id": "a", "title": { "de": "Los", "en": "Go" } } ] } ]
            """#
        let tip = try #require(
            try read(catalogueText(tips: tips)).tips(for: audience(languages: languages)).first)
        #expect(tip.language == language)
        #expect(tip.title == title)
        #expect(tip.actions.map { $0.title } == [language == "de" ? "Los" : "Go"])
    }

    @Test func `T80: a group has the tips that somebody gets, and is gone without any`() throws {
        let tips = #"[ { "id": "a", "title": "A", "isOn": false }, { "id": "b", "title": "B" } ]"#
        let groups = #"{ "both": { "priority": "ordered", "tips": ["a", "b"] }, "gone": { "tips": ["a"] } }"#
        let given = try read(catalogueText(tips: tips, groups: groups)).groups(for: audience())
        #expect(given.map { $0.name } == ["both"])
        #expect(given.first?.tips == ["b"])
    }

    @Test func `TA5: a catalogue declares all that the machine needs`() throws {
        let catalogue = try read(
            catalogueText(
                tips:
                    #"[ { "id": "t", "title": "x", "rules": [ { ">=": [ { "count": "seen" }, 2 ] }, { "parameter": "p" } ], "endsOn": ["used"] } ]"#,
                parameters: #"{ "p": { "initial": true } }"#,
                events: #"{ "seen": { "maximumCount": 5 }, "used": {} }"#,
                top: #""displayFrequency": "daily""#))
        var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        catalogue.declare(in: &machine, for: audience())
        #expect(machine.frequency == .daily)
        #expect(machine.status(of: "t", at: second(0)) == .pending)
        for time in 1...9 { _ = machine.donate(to: "seen", at: second(time)) }
        #expect(machine.donations(ofEvent: "seen", at: second(10)).count == 5)
        #expect(machine.status(of: "t", at: second(10)) == .available)
        _ = machine.donate(to: "used", at: second(11))
        #expect(machine.status(of: "t", at: second(12)) == .invalidated(.actionPerformed))
    }
}
