import Testing

@testable import CommandLineArguments

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abd", 1), ("abc", "acb", 1),
        ("serve", "srve", 1), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
    func `the distance counts insertions, deletions, replacements and swaps`(
        first: String, second: String, expected: Int
    ) {
        #expect(Suggestion.distance(first, second) == expected)
        #expect(Suggestion.distance(second, first) == expected)
    }

    @Test(arguments: [("oder", "order"), ("ordr", "order"), ("orders", "orders"), ("mneu", "menu")])
    func `a slip leads to the nearest word`(word: String, expected: String) {
        #expect(Suggestion.nearest(to: word, among: ["menu", "order", "orders"]) == expected)
    }

    @Test func `a word that is far from all leads nowhere`() {
        #expect(Suggestion.nearest(to: "elephant", among: ["menu", "order"]) == nil)
        #expect(Suggestion.nearest(to: "menu", among: []) == nil)
    }
}
