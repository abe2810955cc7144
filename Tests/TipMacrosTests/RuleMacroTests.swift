import Testing

@Suite(.timeLimit(.minutes(2))) struct RuleMacroTests {
    private let compiler = CompilerStandIn()

    @Test(arguments: [
        ("#Rule(Self.$isReady) { $0 == true }", "Tips.Rule(Self.$isReady) { $0 == true }"),
        (
            "#Rule(region.didVisitEvent) {\n    $0.donations.count > 3\n}",
            "Tips.Rule(region.didVisitEvent) {\n    $0.donations.count > 3\n}"
        ),
        ("#Rule(Self.$count, { $0 > 3 })", "Tips.Rule(Self.$count, { $0 > 3 })"),
        (
            "#Rule(Self.$a, Self.event) { $0 && $1.donations.isEmpty }",
            "Tips.Rule(Self.$a, Self.event) { $0 && $1.donations.isEmpty }"
        ),
        ("#Rule(Self.$count, isLarge)", "Tips.Rule(Self.$count, isLarge)"),
    ])
    func `TD23 a rule is written out with its closure as it stands`(source: String, expected: String) throws {
        for type in ["RuleMacro", "LocalRuleMacro"] {
            let expansion = try compiler.expandRule(source, type: type)
            #expect(expansion.source == expected)
            #expect(expansion.refusals == [])
        }
    }

    @Test(arguments: [
        "#Rule(Self.$count) { count in let few = count < 3; return few || count > 9 }",
        "#Rule(Self.event) { (event) -> Tips.Term<Bool> in return event.donations.count > 3 }",
        "#Rule(Self.event) { $0.donations.filter { $0.area == area }.count >= 2 }",
        "#Rule(Self.$count) { $0 == limits[\"few\"] }",
    ])
    func `TD24 names for parts and a return are parts of a rule as data`(source: String) throws {
        #expect(try compiler.expandRule(source).refusals == [])
    }

    @Test(arguments: [
        ("#Rule(Self.$count) { ‸if $0 > 3 { return true }; return false }", "without branches"),
        ("#Rule(Self.$count) { ‸for n in 0..<3 { print(n) }; return $0 > 3 }", "without branches"),
        ("#Rule(Self.$count) { ‸guard open else { return never }; return $0 > 3 }", "without branches"),
        ("#Rule(Self.$count) { ‸switch open { case true: $0 > 3 default: $0 > 4 } }", "without branches"),
        ("#Rule(Self.$count) { ‸print(); return $0 > 3 }", "no effect"),
        ("#Rule(Self.$count) { ‸asked += 1; return $0 > 3 }", "no effect"),
        ("#Rule(Self.$count, { ‸asked = true; return $0 > 3 })", "no effect"),
        (
            "#Rule(Self.event) { $0.donations.filter { ‸print(); return $0.area == area }.count > 3 }",
            "no effect"
        ),
        ("#Rule(Self.event) { $0.donations.contains { ‸seen = true; return $0.isWarm } }", "no effect"),
        (
            "#Rule(Self.event) { $0.donations.filter { ‸if open { return a }; return $0.isWarm }.isEmpty }",
            "without branches"
        ),
        ("#Rule(Self.$count) { ‸var few = $0 < 3; return few }", "keeps no state"),
        ("#Rule(Self.$count) { ‸func few() {}; return $0 < 3 }", "keeps no state"),
    ])
    func `TD24 what would have no effect in a rule as data is refused where it stands`(
        marked: String, reason: String
    ) throws {
        let (source, offset) = withoutMark(marked)
        let refusals = try compiler.expandRule(source).refusals
        #expect(refusals.map(\.offset) == [offset])
        #expect(refusals.first?.sentence.contains(reason) == true)
    }

    @Test func `TD24 a rule that stays local may branch`() throws {
        let source = "#Rule(Self.$count) { if $0 > 3 { return true }; return false }"
        #expect(try compiler.expandRule(source, type: "LocalRuleMacro").refusals == [])
    }
}

/// The text without the mark, and how many bytes stand before it.
func withoutMark(_ text: String) -> (text: String, offset: Int) {
    let parts = text.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.joined(), parts[0].utf8.count)
}
