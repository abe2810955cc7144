import Essentials
import Foundation
import Testing

struct PluralRulesTests {
    /// Babel's categories, which are those of `Intl` too; see `Tests/EndToEnd/support/plural_table.py`.
    private struct Table: Decodable {
        let others: [String]
        let categories: [String: [String]]

        static func read() throws -> Table {
            let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(components: "Tables", "plurals.json")
            return try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
        }
    }

    @Test func `W133 categories equal Babel's and Intl's to 1000 and for decimals`() throws {
        let table = try Table.read()
        let numbers = (0...1_000).map(String.init) + table.others
        #expect(table.categories.count >= 20)
        for (language, rows) in table.categories {
            let rules = PluralRules(for: try #require(LanguageTag(language)))
            let categories = try numbers.map { rules.category(of: try #require(PluralOperands($0))) }
            #expect(categories.map(Self.letter).joined() == rows.joined(), "\(language)")
        }
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
