import Essentials
import Testing

struct LanguageTagTests {
    @Test(arguments: [
        ("ja", "ja"), ("EN-us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"), ("ES-419", "es-419"),
        ("sl-ROZAJ", "sl-rozaj"),
        ("de-1996", "de-1996"), ("en-u-CA-buddhist", "en-u-ca-buddhist"), ("ast", "ast"), ("iw", "he"),
        ("in-ID", "id-ID"),
        ("de-CH-x-Phonebk", "de-CH-x-phonebk"), ("en-x-a", "en-x-a"),
    ])
    func `a tag is read and written with the usual capitals`(text: String, canonical: String) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.description == canonical)
        #expect(LanguageTag(canonical) == tag)
    }

    @Test(arguments: [
        "", "e", "en-", "-en", "en--US", "en_US", "english1", "i-klingon", "x-private", "en-u", "en-a-b",
        "en-US-US",
        "zh-TW-Hant", "日本", "en-abcdefghi", "en-*", String(repeating: "en-", count: 30) + "en",
    ])
    func `a text without the form of a tag is refused`(text: String) { #expect(LanguageTag(text) == nil) }
}
