import Essentials
import Testing

struct PluralRulesTests {
    private static let numbers =
        "0 1 2 3 5 10 11 12 21 22 100 103 111 1000000 0.0 0.5 1.0 1.5 2.0 1000000.0"

    /// Each letter is the category of a number above: 0 zero, 1 one, 2 two, f few, m many, o other.
    ///
    /// The table was written by ICU 78 (CLDR 48), which is not the implementation under test.
    @Test(arguments: [
        ("en", "o1oooooooooooooooooo"),
        ("ja", "oooooooooooooooooooo"),
        ("ko", "oooooooooooooooooooo"),
        ("zh", "oooooooooooooooooooo"),
        ("ar", "012fffmmmmofmo0o1o2o"),
        ("fr", "11ooooooooooom1111oo"),
        ("de", "o1oooooooooooooooooo"),
        ("es", "o1ooooooooooomoo1ooo"),
        ("pt-BR", "11ooooooooooom1111oo"),
        ("pt-PT", "o1ooooooooooomoooooo"),
        ("ru", "m1ffmmmm1fmfmmoooooo"),
        ("pl", "m1ffmmmmmfmfmmoooooo"),
        ("cs", "o1ffoooooooooommmmmm"),
        ("he", "o12ooooooooooo11oooo"),
        ("it", "o1ooooooooooomoooooo"),
        ("nl", "o1oooooooooooooooooo"),
        ("tr", "o1oooooooooooooo1ooo"),
        ("uk", "m1ffmmmm1fmfmmoooooo"),
        ("sv", "o1oooooooooooooooooo"),
        ("da", "o1ooooooooooooo111oo"),
        ("nb", "o1oooooooooooooo1ooo"),
        ("fi", "o1oooooooooooooooooo"),
        ("vi", "oooooooooooooooooooo"),
        ("th", "oooooooooooooooooooo"),
        ("id", "oooooooooooooooooooo"),
        ("hi", "11oooooooooooo111ooo"),
    ])
    func `categories are those of CLDR`(language: String, expected: String) throws {
        let rules = PluralRules(for: try #require(LanguageTag(language)))
        let categories = try Self.numbers.split(separator: " ").map { number in
            rules.category(of: try #require(PluralOperands(String(number))))
        }
        #expect(categories.map(Self.letter).joined() == expected)
    }

    private static func letter(_ category: PluralCategory) -> String {
        switch category {
        case .zero: "0"
        case .one: "1"
        case .two: "2"
        case .few: "f"
        case .many: "m"
        case .other: "o"
        }
    }

    @Test(arguments: ["en", "ja", "ar", "fr", "es", "pt", "ru", "pl", "cs", "he", "da", "hi"])
    func `whole numbers need no category beyond those of a PO file`(language: String) throws {
        let rules = PluralRules(for: try #require(LanguageTag(language)))
        let used = Set((0...1_000).map(rules.category(of:)) + [rules.category(of: 2_000_000)])
        #expect(used == Set(rules.integerCategories))
        #expect(rules.categories(ofForms: rules.integerCategories.count) == rules.integerCategories)
    }

    @Test(
        arguments: [
            ("fr", 2, [PluralCategory.one, .other]), ("fr", 3, [.one, .many, .other]),
            ("ru", 4, [.one, .few, .many, .other]),
            ("cs", 3, [.one, .few, .other]), ("en", 3, nil), ("ja", 2, nil), ("tlh", 1, [.other]),
        ] as [(String, Int, [PluralCategory]?)])
    func `forms of a PO file are matched or refused`(
        language: String, count: Int, expected: [PluralCategory]?
    ) throws {
        #expect(PluralRules(for: try #require(LanguageTag(language))).categories(ofForms: count) == expected)
    }

    @Test(arguments: ["", ".", "1.", ".5", "1,5", "1.2.3", "x", "1e3", "9999999999999999999999"])
    func `a text that is no number has no operands`(text: String) { #expect(PluralOperands(text) == nil) }

    @Test func `the sign does not count`() throws {
        let rules = PluralRules(for: try #require(LanguageTag("en")))
        #expect(rules.category(of: -1) == .one)
        #expect(rules.category(of: try #require(PluralOperands("-1"))) == .one)
    }
}
