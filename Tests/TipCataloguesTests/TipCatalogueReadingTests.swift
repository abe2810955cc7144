import JSON
import Testing
import TipCatalogues
import TipCore
import TipRules

struct TipCatalogueReadingTests {
    static let everything = #"""
        { "$schema": "tip-catalogue.schema.json", "format": "vicinity-tips-1", "name": "All of it", "languages": ["en", "de"],
          "fallback": "en", "displayFrequency": "daily",
          "parameters": {
            "orders": { "about": "How many", "initial": 0, "source": "workplace", "formerly": ["orderCount"] },
            "zoom": { "initial": 1.5, "transient": true }, "nothing": {} },
          "events": {
            "visit": { "about": "Was there", "maximumCount": 50, "maximumAge": { "days": 90 }, "staysOnDevice": true, "formerly": ["visited"] },
            "used": {} },
          "groups": { "two": { "about": "Both", "priority": "ordered", "tips": ["first", "second"] }, "one": { "tips": ["second"] } },
          "tips": [
            { "id": "first", "about": "Why", "title": { "en": "Hello", "de": "Hallo" }, "message": "More", "image": "pin",
              "imageText": { "en": "A pin" }, "style": "hero picture",
              "actions": [ { "id": "show", "title": { "en": "Show" }, "opens": "/order#cafes" }, { "id": "why", "title": "Why" } ],
              "rules": [ { ">": [ { "count": { "event": "visit", "within": { "days": 3 }, "where": { "==": [ { "payload": "area" }, "south" ] } } }, 2 ] },
                         { "parameter": ["orders", "open"] } ],
              "endsOn": ["used"], "maximumDisplayCount": 3, "maximumDisplaySeconds": 90.5, "ignoresDisplayFrequency": true,
              "formerly": ["zeroth"], "isOn": false,
              "segment": { "platforms": ["web"], "roles": ["employee"], "sites": ["north"], "languages": ["de-CH"] } },
            { "id": "second", "title": "There" } ] }
        """#

    @Test func `TA5: every member of the format is read`() throws {
        let catalogue = try read(Self.everything)
        #expect(catalogue.displayFrequency == .daily)
        #expect(catalogue.parameters.map { $0.name } == ["orders", "zoom", "nothing"])
        #expect(catalogue.parameters[0].isFromWorkplace)
        #expect(catalogue.parameters[0].definition.formerNames == ["orderCount"])
        #expect(catalogue.parameters[1].definition.isTransient)
        #expect(catalogue.events[0].staysOnDevice)
        #expect(catalogue.events[0].definition.maximumAge == .days(90))
        #expect(catalogue.groups.map { $0.isOrdered } == [true, false])
        let tip = catalogue.tips[0]
        #expect(tip.definition.rules.count == 2)
        #expect(tip.definition.rules[1] == .member("open", of: .parameter("orders")))
        #expect(tip.definition.endingEvents == ["used"])
        #expect(tip.definition.maximumDisplayMicroseconds == 90_500_000)
        #expect(tip.definition.formerIDs == ["zeroth"])
        #expect(tip.actions.map { $0.opens } == ["/order#cafes", nil])
        #expect(!tip.isOn)
        #expect(catalogue.tips[1].content.title?["en"] == "There")
    }

    @Test func `TA1: what is written of a catalogue is read as the same catalogue`() throws {
        let catalogue = try read(Self.everything)
        var json = JSONWriter()
        catalogue.write(to: &json)
        #expect(try TipCatalogue(reading: json.bytes) == catalogue)
    }

    @Test func `TA5: all mistakes are reported at once, each with its place and its code`() {
        let text = #"""
            { "format": "vicinity-tips-2", "name": "", "languages": ["en", "e"], "fallback": "fr", "displayFrequency": "often",
              "parameters": { "a b": {}, "p": { "transient": true, "source": "workplace" }, "q": { "source": "page" } },
              "events": { "tip.acted": {}, "e": { "maximumCount": 0, "colour": 1 } },
              "groups": { "g": { "tips": [] } }, "tips": [ { "id": "x" } ] }
            """#
        #expect(
            mistakes(text) == [
                "format value", "name value", "languages[1] value", "displayFrequency value",
                "parameters.a b value", "parameters.p.transient value", "parameters.q.source value",
                "events.tip.acted duplicate", "events.e.maximumCount value", "events.e.colour unknown-member",
                "groups.g.tips value", "tips[0].title required",
            ])
    }

    @Test(arguments: [
        (#"{ "id": "t", "title": { "de": "Hallo" } }"#, "tips[0].title language"),
        (#"{ "id": "t", "title": { "en": "Hello", "fr": "Salut" } }"#, "tips[0].title.fr language"),
        (#"{ "id": "t", "title": { "en": "   " } }"#, "tips[0].title.en value"),
        (#"{ "id": "t", "title": "  " }"#, "tips[0].title value"),
        (#"{ "id": "t", "title": "\u200b \u2060\ufeff" }"#, "tips[0].title value"),
        (#"{ "id": "t", "title": "\u001b[31mred" }"#, "tips[0].title value"),
        (#"{ "id": "t", "title": "x", "message": { "en": "x\ny" } }"#, "tips[0].message.en value"),
        (#"{ "id": "t", "title": "x", "imageText": "\u009b31m" }"#, "tips[0].imageText value"),
        (
            #"{ "id": "t", "title": "x", "actions": [ { "id": "a", "title": "\u007f" } ] }"#,
            "tips[0].actions[0].title value"
        ),
        (#"{ "id": "t", "title": null }"#, "tips[0].title type"),
        (#"{ "id": "t t", "title": "x" }"#, "tips[0].id value"),
        (#"{ "title": "x" }"#, "tips[0].id required"),
        (#"{ "id": "t", "title": "x", "rules": [ { "parameter": "p" } ] }"#, "tips[0].rules[0] unknown-name"),
        (#"{ "id": "t", "title": "x", "rules": [ { "donated": "e" } ] }"#, "tips[0].rules[0] unknown-name"),
        (#"{ "id": "t", "title": "x", "rules": [ { "payload": "a" } ] }"#, "tips[0].rules[0] rule"),
        (#"{ "id": "t", "title": "x", "rules": [ {} ] }"#, "tips[0].rules[0] rule"),
        (#"{ "id": "t", "title": "x", "endsOn": ["e"] }"#, "tips[0].endsOn[0] unknown-name"),
        (#"{ "id": "t", "title": "x", "endsOn": ["tip.dismissed"] }"#, "tips[0].endsOn[0] value"),
        (#"{ "id": "t", "title": { "en": "x", "EN": "y" } }"#, "tips[0].title.EN duplicate"),
        (#"{ "id": "t", "title": "x", "style": "huge" }"#, "tips[0].style value"),
        (#"{ "id": "t", "title": "x", "image": "https://elsewhere.example/a.png" }"#, "tips[0].image value"),
        (#"{ "id": "t", "title": "x", "maximumDisplayCount": 0 }"#, "tips[0].maximumDisplayCount value"),
        (#"{ "id": "t", "title": "x", "isOn": "no" }"#, "tips[0].isOn type"),
        (#"{ "id": "t", "title": "x", "formerly": ["t"] }"#, "tips[0].formerly duplicate"),
        (#"{ "id": "t", "title": "x", "segment": { "roles": [] } }"#, "tips[0].segment.roles value"),
        (
            #"{ "id": "t", "title": "x", "actions": [ { "id": "a", "title": "A", "opens": "//elsewhere.example" } ] }"#,
            "tips[0].actions[0].opens value"
        ),
        (
            #"{ "id": "t", "title": "x", "actions": [ { "id": "a", "title": "A", "opens": "javascript:alert(1)" } ] }"#,
            "tips[0].actions[0].opens value"
        ),
        (
            #"{ "id": "t", "title": "x", "actions": [ { "id": "a", "title": "A" }, { "id": "a", "title": "B" } ] }"#,
            "tips[0].actions[1].id duplicate"
        ),
        (
            #"{ "id": "t", "title": "x", "experiment": { "name": "e", "holdout": 0.1 } }"#,
            "tips[0].experiment unknown-member"
        ),
    ])
    func `TA5: a mistake in a tip has its place`(tip: String, mistake: String) {
        #expect(mistakes(catalogueText(tips: "[\(tip)]")) == [mistake])
    }

    @Test func `TA5: the length of a text is its number of code points`() {
        // A family is five of them: three persons and two joiners.
        for (families, expected) in [(20, []), (21, ["tips[0].title value"])] {
            let title = String(repeating: "👨‍👩‍👧", count: families)
            #expect(mistakes(catalogueText(tips: #"[ { "id": "t", "title": "\#(title)" } ]"#)) == expected)
        }
    }

    @Test func `TA10: an event that stays on the device cannot end a tip`() {
        let events = #"{ "near": { "staysOnDevice": true }, "used": {} }"#
        func tip(_ members: String) -> [String] {
            mistakes(catalogueText(tips: #"[ { "id": "t", "title": "x", \#(members) } ]"#, events: events))
        }
        #expect(tip(#""endsOn": ["used", "near"]"#) == ["tips[0].endsOn[1] value"])
        #expect(tip(#""endsOn": ["used", "used"]"#) == ["tips[0].endsOn[1] duplicate"])
        #expect(tip(#""rules": [ { "donated": "near" } ]"#).isEmpty)
    }

    @Test(arguments: [
        (#"{ "within": 1e12 }"#, "is more than 28,000 years"), (#"{ "within": -1 }"#, "must not be negative"),
        (#"{ "within": { "days": -2 } }"#, "must not be negative"),
        (#"{ "within": { "weeks": 9e11 } }"#, "is more than 28,000 years"),
    ])
    func `TA8: an impossible length of time is refused in words`(step: String, reason: String) throws {
        let rule = #"{ "count": { "event": "e", "steps": [ \#(step) ] } }"#
        let text = catalogueText(
            tips: #"[ { "id": "t", "title": "x", "rules": [ \#(rule) ] } ]"#, events: #"{ "e": {} }"#)
        let error = try #require(throws: JSONDocumentError.self) { try read(text) }
        #expect(error.lines(file: "tips").first?.hasSuffix(": \(reason)") == true)
    }

    @Test(arguments: [
        (#"\u001b"#, "U+001B"), (#"\n"#, "U+000A"), (#"\u2028"#, "U+2028"), (#"\u2029"#, "U+2029"),
        (#"\u202e"#, "U+202E"),
        (#"\u202b"#, "U+202B"), (#"\u2068"#, "U+2068"), (#"\u2069"#, "U+2069"),
    ])
    func `TA8: a control character in a text is a mistake that names it`(
        escape: String, name: String
    )
        throws
    {
        for member in [
            #""title": "x\#(escape)y""#, #""title": "x", "message": { "en": "x", "de": "\#(escape)y" }"#,
        ] {
            let text = catalogueText(tips: #"[ { "id": "t", \#(member) } ]"#)
            let error = try #require(throws: JSONDocumentError.self) { try read(text) }
            #expect(error.lines(file: "tips").map { $0.hasSuffix("such as line breaks: \(name)") } == [true])
        }
    }

    @Test func `TD22: a name from left to right may be isolated in a text from right to left`() throws {
        let text = catalogueText(
            tips: #"[ { "id": "t", "title": "الأمر \u2066vicinity order\u2069 يُبقي" } ]"#)
        #expect(try read(text).tips[0].content.title?["en"]?.contains("vicinity") == true)
    }

    @Test func `TA8: what is printed of a mistake has nothing that a screen obeys`() throws {
        let tip =
            #"{ "id": "t", "title": "x", "\u001b[2J": 1, "\u202e": 1, "rules": [ { "donated": "\u0007" } ] }"#
        let error = try #require(throws: JSONDocumentError.self) { try read(catalogueText(tips: "[\(tip)]")) }
        #expect(
            error.lines(file: "tips") == [
                #"tips: tips[0].\u{1B}[2J: is not known here"#,
                #"tips: tips[0].\u{202E}: is not known here"#,
                #"tips: tips[0].rules[0]: names the event \u{07}, which the catalogue does not declare"#,
            ])
    }

    @Test func `TD22: the case of languages does not count`() throws {
        let catalogue = try read(
            #"{ "format": "vicinity-tips-1", "name": "x", "languages": ["EN", "DE-ch"], "fallback": "en", "tips": [ { "id": "t", "title": { "en": "Hello", "de-CH": "Grüezi" } } ] }"#
        )
        #expect(catalogue.languages == ["en", "de-CH"])
        let audience = TipAudience(platform: "web", languages: ["de-ch"])
        #expect(catalogue.tips(for: audience).map { $0.title } == ["Grüezi"])
        #expect(
            mistakes(
                #"{ "format": "vicinity-tips-1", "name": "x", "languages": ["de", "DE"], "fallback": "de", "tips": [] }"#
            )
                == ["languages duplicate"])
    }

    @Test func `TD18: two tips that claim one identifier are a mistake, former ones counted`() {
        let twice =
            #"[ { "id": "t", "title": "x" }, { "id": "t", "title": "y" }, { "id": "u", "title": "z", "formerly": ["t"] } ]"#
        #expect(
            mistakes(catalogueText(tips: twice)) == ["tips[1].id duplicate", "tips[2].formerly duplicate"])
    }

    @Test func `T80: a group of tips that there are not, or twice, is a mistake`() {
        let groups = #"{ "g": { "tips": ["t", "u", "t"] } }"#
        #expect(
            mistakes(catalogueText(tips: #"[ { "id": "t", "title": "x" } ]"#, groups: groups)) == [
                "groups.g.tips[1] unknown-name", "groups.g.tips[2] duplicate",
            ])
    }

    @Test func `TA5: a syntax error has its line`() throws {
        let error = try #require(throws: JSONDocumentError.self) { try read("{\n") }
        #expect(error.lines(file: "tips")[0].hasPrefix("tips: line 2"))
    }

    @Test(arguments: [
        ("2026-11-22", 1_795_305_600), ("1970-01-01T00:00:01Z", 1), ("2000-02-29", 951_782_400),
        ("1969-12-31", -86_400),
        ("0000-01-01", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `TA5: moments are read and written`(text: String, seconds: Int64) {
        let time = RuleTime(text: text)
        #expect(time == RuleTime(microseconds: seconds * 1_000_000))
        #expect(time?.text == (text.utf8.count == 10 ? text + "T00:00:00Z" : text))
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-01", "2026-1-1", "2026-11-22T24:00:00Z", "2026-11-22T08:00:00",
        "soon",
    ])
    func `TA5: what is no moment is not read as one`(text: String) { #expect(RuleTime(text: text) == nil) }
}
