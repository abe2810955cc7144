import Testing
import TipCatalogues
import TipCore

struct TipCatalogueCheckTests {
    private func findings(
        _ rules: String, parameters: String = #"{ "p": {}, "n": { "initial": 0 } }"#,
        events: String =
            #"{ "e": {}, "few": { "maximumCount": 3 }, "recent": { "maximumAge": { "days": 7 } } }"#,
        vocabulary: TipVocabulary = TipVocabulary()
    ) throws -> [TipFinding] {
        let tip = #"[ { "id": "t", "title": { "en": "a", "de": "b", "ja": "c" }, "rules": \#(rules) } ]"#
        return try read(catalogueText(tips: tip, parameters: parameters, events: events))
            .check(knowing: vocabulary).filter { $0.code != .unused }
    }

    @Test(arguments: [
        #"[ false ]"#, #"[ { "==": [1, 2] } ]"#, #"[ { "any": [] } ]"#,
        #"[ { "<": [ { "count": "e" }, 0 ] } ]"#, #"[ { ">": [ { "count": "few" }, 3 ] } ]"#,
        #"[ { ">": [ { "count": "e" }, 1000 ] } ]"#,
        #"[ { ">": [ 3, { "count": "e" } ] }, { "<": [ 5, { "count": "e" } ] } ]"#,
        #"[ { "==": [ { "parameter": "n" }, 1 ] }, { "==": [ { "parameter": "n" }, 2 ] } ]"#,
        #"[ { ">": [ { "parameter": "n" }, 1 ] }, { "<": [ { "parameter": "n" }, 1 ] } ]"#,
        #"[ { "==": [ { "parameter": "n" }, "text" ] }, { ">": [ { "parameter": "n" }, 1 ] } ]"#,
        #"[ { "parameter": "p" }, { "not": { "parameter": "p" } } ]"#,
        #"[ { "donated": "e" }, { "==": [ { "count": "e" }, 0 ] } ]"#,
        #"[ { "any": [ { "parameter": "p" }, { "==": [ { "parameter": "n" }, 1 ] } ] }, { "not": { "parameter": "p" } }, { "!=": [ { "parameter": "n" }, 1 ] } ]"#,
        #"[ { ">": [ { "count": { "event": "e", "within": { "days": 3 } } }, 2 ] }, { "<": [ { "count": "e" }, 3 ] } ]"#,
        #"[ { ">": [ { "count": { "event": "e", "within": { "days": 3 } } }, 2 ] }, { "<": [ { "count": { "event": "e", "within": { "days": 30 } } }, 3 ] } ]"#,
        #"[ { ">": [ { "count": { "event": "e", "where": { "payload": "a" } } }, 2 ] }, { "not": { "donated": "e" } } ]"#,
        #"[ { ">": [ { "newest": "e" }, { "time": "2026-01-02" } ] }, { "<": [ { "newest": "e" }, { "time": "2026-01-01" } ] } ]"#,
    ])
    func `TA8: rules that cannot hold are proved not to`(rules: String) throws {
        let found = try findings(rules)
        #expect(found.map { $0.code } == [.unreachable])
        #expect(found.allSatisfy { $0.isProved && $0.severity == .error && $0.tip == "t" })
    }

    @Test func `TA8: a check of few steps proves and finds less, and says how much it has tried`() throws {
        let rules = #"[ { "==": [ { "%": [ { "count": "e" }, 7 ] }, 9 ] } ]"#
        let impossible = #"[ { "<": [ { "count": "e" }, 0 ] } ]"#
        let tips = [rules, impossible].enumerated().map {
            #"{ "id": "t\#($0)", "title": "x", "rules": \#($1) }"#
        }
        let catalogue = try read(
            catalogueText(tips: "[\(tips.joined(separator: ", "))]", events: #"{ "e": {} }"#))
        func findings(_ steps: Int) -> [String] {
            catalogue.check(steps: steps).filter { $0.code == .notReached || $0.code == .unreachable }
                .map { "\($0.code.rawValue) \($0.reason)" }
        }
        let never = "unreachable can never hold"
        #expect(findings(.max) == ["not-reached was shown in none of 4000 histories that were tried", never])
        let few = findings(200_000)
        #expect(few.last == never)
        let tries = try #require(few.first?.split(separator: " ").compactMap { Int($0) }.first)
        #expect((1..<4_000).contains(tries))
        func cutShort(after tries: Int) -> String {
            "not-reached was shown in none of \(tries) histories that were tried, and then the work budget of the check was used up"
        }
        #expect(few.first == cutShort(after: tries))
        #expect(findings(0) == [cutShort(after: 0), cutShort(after: 0)])
    }

    @Test(arguments: [
        "[]", #"[ { "parameter": "p" } ]"#, #"[ { ">=": [ { "count": "few" }, 3 ] } ]"#,
        #"[ { ">": [ { "count": "e" }, 999 ] } ]"#,
        #"[ { ">": [ { "parameter": "n" }, 1 ] }, { "<": [ { "parameter": "n" }, 2 ] } ]"#,
        #"[ { ">": [ { "count": { "event": "e", "within": { "days": 3 } } }, 2 ] }, { "<": [ { "count": { "event": "e", "within": { "days": 1 } } }, 2 ] } ]"#,
        #"[ { ">": [ { "count": { "event": "e", "where": { "==": [ { "payload": "area" }, "south" ] } } }, 2 ] } ]"#,
        #"[ { ">": [ { "count": { "event": "e", "within": { "days": 30 }, "largest": ["place", "area"] } }, 3 ] } ]"#,
        #"[ { "any": [ { "donated": "e" }, false ] }, { "not": { "donated": "recent" } } ]"#,
        #"[ { "contains": [ { "parameter": "p" }, "x" ] } ]"#,
        #"[ { "<": [ { "newest": "e" }, { "ago": { "days": 2 } } ] } ]"#,
        #"[ { "==": [ { "parameter": ["p", "colour"] }, "red" ] } ]"#,
    ])
    func `TA8: rules that some history makes hold are not told`(rules: String) throws {
        let found = try findings(rules)
        #expect(found.isEmpty, "\(found.map { "\($0.code): \($0.reason)" })")
    }

    @Test func `TA8: a tip that no search shows is a warning marked as searched`() throws {
        let rules = #"[ { "==": [ { "%": [ { "*": [ { "parameter": "n" }, 7919 ] }, 104729 ] }, 77777 ] } ]"#
        let found = try findings(rules)
        #expect(found.map { $0.code } == [.notReached])
        #expect(found.allSatisfy { !$0.isProved && $0.severity == .warning })
    }

    @Test(.timeLimit(.minutes(1))) func `TA8: an event that keeps much does not keep the search for ever`()
        throws
    {
        let rules =
            #"[ { ">": [ { "count": "much" }, 99998 ] }, { "==": [ { "%": [ { "parameter": "n" }, 1013 ] }, 1012 ] }, { "==": [ { "%": [ { "parameter": "n" }, 1019 ] }, 1018 ] } ]"#
        let found = try findings(rules, events: #"{ "much": { "maximumCount": 100000 } }"#)
        #expect(found.allSatisfy { $0.code == .notReached })
    }

    @Test func `TA8: a rule that changes at every moment is reported`() throws {
        let since = #"{ "-": [ { "clock": "now" }, { "time": "2026-01-01" } ] }"#
        let found = try findings(#"[ { ">": [ { "*": [\#(since), \#(since)] }, 100 ] } ]"#)
        #expect(found.map { $0.code } == [.restless])
        #expect(try findings(#"[ { ">": [ { "*": [\#(since), 2] }, 100 ] } ]"#).isEmpty)
    }

    @Test func `TA8: the finding names the rule, or the two rules, to blame`() throws {
        let one = try findings(#"[ { "parameter": "p" }, { "==": [1, 2] } ]"#)
        #expect(one.map { "\($0.path)" } == ["tips[0].rules[1]"])
        let two = try findings(#"[ { "parameter": "p" }, true, { "not": { "parameter": "p" } } ]"#)
        #expect(two.map { "\($0.path)" } == ["tips[0]"])
        #expect(two.map { $0.reason } == ["has rules[0] and rules[2], which cannot hold together"])
    }

    @Test func `TA8: what a program is known not to do cannot be waited for`() throws {
        var vocabulary = TipVocabulary()
        (vocabulary.donatedEvents, vocabulary.setParameters, vocabulary.facts) = (["e"], ["p"], ["n"])
        let never = try findings(#"[ { "donated": "few" } ]"#, vocabulary: vocabulary)
        #expect(never.map { $0.code } == [.neverDonated, .unreachable])
        let unset = try findings(#"[ { ">": [ { "parameter": "n" }, 0 ] } ]"#, vocabulary: vocabulary)
        #expect(unset.map { $0.code } == [.neverSet, .unreachable])
        let noFact = try findings(
            #"[ { "==": [ { "parameter": "q" }, null ] } ]"#,
            parameters: #"{ "q": { "source": "workplace" } }"#,
            vocabulary: vocabulary)
        #expect(noFact.map { $0.code } == [.unknownFact])
        #expect(try findings(#"[ { "donated": "tip.acted" } ]"#, vocabulary: vocabulary).isEmpty)
    }

    @Test func `TA8: what is still donated or set under a former name can be waited for`() throws {
        var vocabulary = TipVocabulary()
        (vocabulary.donatedEvents, vocabulary.setParameters, vocabulary.facts) = (["e"], ["p"], ["n"])
        func codes(_ rules: String, _ parameters: String, _ events: String) throws -> [TipFinding.Code] {
            try findings(rules, parameters: parameters, events: events, vocabulary: vocabulary).map {
                $0.code
            }
        }
        let donated = #"[ { "donated": "starred" } ]"#
        #expect(try codes(donated, "{}", #"{ "starred": { "formerly": ["x", "e"] } }"#) == [])
        #expect(
            try codes(donated, "{}", #"{ "starred": { "formerly": ["x"] } }"#) == [
                .neverDonated, .unreachable,
            ])
        for name in ["p", "n"] {
            #expect(
                try codes(#"[ { "parameter": "now" } ]"#, #"{ "now": { "formerly": ["\#(name)"] } }"#, "{}")
                    == [])
        }
        #expect(
            try codes(#"[ { "parameter": "now" } ]"#, #"{ "now": { "formerly": ["x"] } }"#, "{}") == [
                .neverSet, .unreachable,
            ])
        // The workplace gives a value by its present name alone, and somebody may have the one from before.
        #expect(
            try codes(
                #"[ { "parameter": "now" } ]"#, #"{ "now": { "source": "workplace", "formerly": ["n"] } }"#,
                "{}")
                == [.unknownFact])
    }

    // MARK: - Groups

    private func groupFindings(
        _ first: String, priority: String = "ordered", events: String = #"{ "e": {} }"#,
        vocabulary: TipVocabulary = TipVocabulary()
    ) throws
        -> [TipFinding]
    {
        let tips = #"""
            [ { "id": "a", "title": { "en": "a", "de": "a", "ja": "a" }, \#(first) },
              { "id": "b", "title": { "en": "b", "de": "b", "ja": "b" } } ]
            """#
        let groups = #"{ "g": { "priority": "\#(priority)", "tips": ["a", "b"] } }"#
        return try read(catalogueText(tips: tips, events: events, groups: groups)).check(knowing: vocabulary)
            .filter { $0.code != .unused }
    }

    @Test func `TA8 T84: an ordered group never moves past a tip that nobody can see`() throws {
        let found = try groupFindings(#""rules": [ false ]"#)
        #expect(found.map { $0.code } == [.groupBlocked, .unreachable])
        #expect("\(found[0].path)" == "groups.g.tips[0]")
        #expect(
            try groupFindings(#""rules": [ false ]"#, priority: "firstAvailable").map { $0.code } == [
                .unreachable
            ])
        #expect(try groupFindings(#""rules": [ false ], "endsOn": ["e"]"#).map { $0.code } == [.unreachable])
        var vocabulary = TipVocabulary()
        vocabulary.donatedEvents = ["before"]
        let renamed = try groupFindings(
            #""rules": [ false ], "endsOn": ["e"]"#, events: #"{ "e": { "formerly": ["before"] } }"#,
            vocabulary: vocabulary)
        #expect(renamed.map { $0.code } == [.unreachable])
    }

    @Test func `TA8 T84 T85: an ordered group stalls at a tip that is hidden for good without ending`() throws
    {
        #expect(
            try groupFindings(#""rules": [ { "not": { "donated": "e" } } ]"#).map { $0.code } == [
                .groupStalls
            ])
        #expect(
            try groupFindings(#""rules": [ { "<": [ { "count": "e" }, 5 ] } ]"#).map { $0.code } == [
                .groupStalls
            ])
        #expect(try groupFindings(#""rules": [ { "not": { "donated": "e" } } ], "endsOn": ["e"]"#).isEmpty)
        #expect(
            try groupFindings(
                #""rules": [ { "not": { "donated": "e" } } ]"#, events: #"{ "e": { "maximumAge": 60 } }"#
            )
            .isEmpty)
        #expect(try groupFindings(#""rules": [ { ">": [ { "count": "e" }, 5 ] } ]"#).isEmpty)
    }

    // MARK: - The rest

    @Test func `TA8: missing translations are reported once for each tip`() throws {
        let tips = #"[ { "id": "t", "title": { "en": "a", "de": "b" }, "message": { "en": "a" } } ]"#
        let found = try read(catalogueText(tips: tips)).check()
        #expect(found.map { $0.code } == [.untranslated])
        #expect(found.map { $0.reason } == ["is missing in de (message); ja (title, message)"])
    }

    @Test func `TA8: names that lead nowhere, and names that nobody uses`() throws {
        let tips = #"""
            [ { "id": "t", "title": { "en": "a", "de": "b", "ja": "c" }, "image": "unicorn", "isOn": false,
                "segment": { "platforms": ["web", "watch"], "roles": ["king"] } } ]
            """#
        var vocabulary = TipVocabulary()
        (vocabulary.platforms, vocabulary.roles, vocabulary.icons) = (["web"], ["cook"], ["pin"])
        let catalogue = try read(
            catalogueText(
                tips: tips, parameters: #"{ "p": {} }"#, events: #"{ "e": {} }"#,
                groups: #"{ "g": { "tips": ["t"] }, "h": { "tips": ["t"] } }"#))
        let found = catalogue.check(knowing: vocabulary)
        #expect(
            found.map { "\($0.severity) \($0.code.rawValue) \($0.path)" } == [
                "note unused parameters.p", "note unused events.e", "warning several-groups groups.h.tips[0]",
                "note switched-off tips[0].isOn", "warning unknown-icon tips[0].image",
                "warning empty-segment tips[0].segment.platforms",
                "error empty-segment tips[0].segment.roles",
            ])
    }
}
