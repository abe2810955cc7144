import Essentials
import Testing

struct LanguageNegotiationTests {
    private func tags(_ list: String) -> [LanguageTag] {
        list.split(separator: " ").compactMap { LanguageTag(String($0)) }
    }

    @Test(
        arguments: [
            ("en ja", "ja", "ja"), ("en ja", "ja-JP", "ja"), ("en ja", "fr ja", "ja"), ("en ja", "fr", nil),
            ("pt-PT pt-BR", "pt-BR", "pt-BR"), ("pt-BR", "pt-PT", "pt-BR"), ("en-GB en", "en-AU", "en"),
            ("en-GB en-US", "en-AU", "en-GB"), ("es es-419", "es-UY", "es"), ("de", "de-Latn-CH", "de"),
            ("zh-Hans zh-Hant", "zh-TW", "zh-Hant"), ("zh-Hans", "zh-TW", nil), ("zh", "zh-HK", nil),
            ("zh", "zh-CN", "zh"),
            ("zh-TW", "zh-Hant-HK", "zh-TW"), ("zh-Hant", "zh-SG", nil), ("en zh-Hans", "zh-TW en", "en"),
            ("sr-Latn", "sr", nil), ("sr", "sr-Cyrl-RS", "sr"), ("nb", "no", "nb"), ("no", "nb-NO", "no"),
            ("en", "en-Dsrt", nil),
            ("pt-PT pt-BR", "pt", "pt-BR"), ("pt-PT", "pt", "pt-PT"), ("en", "en-GB", "en"),
            ("en-GB en-US", "en", "en-US"), ("en-GB en", "en-US", "en"),
            ("zh-HK zh-TW zh-CN", "zh-Hant", "zh-TW"),
            ("zh-TW zh-SG zh-CN", "zh", "zh-CN"),
        ] as [(String, String, String?)])
    func `W131 the best language that a person can read is chosen`(
        available: String, wanted: String, best: String?
    ) {
        let choice = LanguageNegotiation.best(of: tags(available), for: tags(wanted))
        #expect(choice?.description == best)
    }

    @Test(arguments: [
        ("ja", "ja"), ("en;q=0.8, ja", "ja en"), ("fr;q=0.5,de;q=0.5, it;q=0.75", "it fr de"),
        ("en-US,en;q=0.9,*;q=0.1", "en-US en"), ("ja;q=0, en", "en"), ("en ; q = 0.3, ja; Q=1.000", "ja en"),
        ("en;q=1.001, ja;q=x, de;q=0.1234, fr;q=, ;, it;q=1;q=1", ""), ("", ""),
        ("en;q=0.001,ja;q=0.002", "ja en"),
    ])
    func `W131 an Accept-Language header is read by weight`(header: String, expected: String) {
        let preferences = LanguageNegotiation.preferences(acceptLanguage: header)
        #expect(preferences.map(\.description).joined(separator: " ") == expected)
    }

    @Test(arguments: [
        ("es-UY", "en es es-MX de", "es"), ("zh-Hant-TW", "zh zh-Hans zh-Hant", "zh-Hant"),
        ("zh-Hant", "zh", ""), ("zh-Hans-SG", "zh zh-Hans", "zh-Hans zh"), ("es", "es es-UY", ""),
        ("nb-NO", "no", "no"),
    ])
    func `W135 texts fall back on wider tags in the same script`(
        language: String, available: String, chain: String
    ) throws {
        let fallbacks = LanguageNegotiation.fallbacks(
            of: try #require(LanguageTag(language)), in: tags(available))
        #expect(fallbacks.map(\.description).joined(separator: " ") == chain)
    }

    @Test func `a header of ten thousand languages is not read to its end`() {
        let header = Array(repeating: "en", count: 10_000).joined(separator: ",")
        #expect(LanguageNegotiation.preferences(acceptLanguage: header).count == 32)
    }
}
