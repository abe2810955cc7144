import Essentials
import Testing

struct LocalizedTextTests {
    private let english: LanguageTag
    private let japanese: LanguageTag

    init() throws {
        english = try #require(LanguageTag("en"))
        japanese = try #require(LanguageTag("ja"))
    }

    @Test(arguments: [("ja", "昼食"), ("ja-JP", "昼食"), ("fr en-GB", "Lunch"), ("fr", "Lunch"), ("", "Lunch")])
    func `the text is in a person's language or the default one`(wanted: String, expected: String) throws {
        let label = try LocalizedText([english: "Lunch", japanese: "昼食"], defaultLanguage: english)
        #expect(
            label.text(for: wanted.split(separator: " ").compactMap { LanguageTag(String($0)) }) == expected)
    }

    @Test(arguments: ["", " \n"]) func `a label is never empty`(text: String) {
        #expect(throws: LocalizedTextError.emptyText(japanese)) {
            try LocalizedText([english: "Lunch", japanese: text], defaultLanguage: english)
        }
    }

    @Test func `the default language must have a text`() {
        #expect(throws: LocalizedTextError.missingDefault(english)) {
            try LocalizedText([japanese: "昼食"], defaultLanguage: english)
        }
    }
}
