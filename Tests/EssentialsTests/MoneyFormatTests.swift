import Essentials
import Foundation
import Testing

struct MoneyFormatTests {
    @Test(
        arguments: [
            ("en-US", "USD", 1_250, "$12.50"), ("es-UY", "USD", 1_250, "US$ 12,50"),
            ("es-UY", "UYU", 1_250, "$ 12,50"),
            ("en-US", "UYU", 1_250, "UYU 12.50"), ("ja", "JPY", 1_250, "¥1,250"), ("en", "JPY", 500, "¥500"),
            ("en", "KWD", 1_250, "KWD 1.250"), ("de-DE", "EUR", 123_456_789, "1.234.567,89 €"),
            ("en", "CLF", 12_345, "CLF 1.2345"),
            ("en-US", "USD", -5, "-$0.05"), ("en-US", "USD", .max, "$92,233,720,368,547,758.07"),
            ("en-US", "USD", .min, "-$92,233,720,368,547,758.08"), ("en-US", "USD", 0, "$0.00"),
        ] as [(String, String, Int64, String)])
    func `C27 an amount shows its currency in the person's way of writing`(
        language: String, code: String, minorUnits: Int64, expected: String
    ) throws {
        let format = MoneyFormat(for: try #require(LanguageTag(language)))
        let text = format.text(Money(minorUnits: minorUnits, currency: try #require(Currency(code))))
        #expect(Self.plain(text) == expected)
    }

    /// The text as tables have it: with plain spaces and narrow signs, and without marks of direction.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.compactMap { scalar in
                    switch scalar {
                    case "\u{200F}", "\u{61C}": nil
                    case "\u{FFE5}": "\u{A5}"
                    case "\u{FFE6}": "\u{20A9}"
                    case _ where scalar.properties.isWhitespace: " "
                    default: scalar
                    }
                }))
    }

    @Test func `W130 prices in six currencies are written as each of twelve locales does`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(components: "Tables", "prices.json")
        let table = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
        #expect(table.count == 12)
        for (language, prices) in table {
            let format = MoneyFormat(for: try #require(LanguageTag(language)))
            #expect(prices.count == 6)
            for (code, expected) in prices {
                let price = Money(minorUnits: 1_234_567, currency: try #require(Currency(code)))
                #expect(Self.plain(format.text(price)) == expected, "\(language) \(code)")
            }
        }
    }

    @Test(arguments: [0, 5, 1_250, -1_250])
    func `W130 a dollar is never a bare sign where the sign means pesos`(minorUnits: Int64) throws {
        let format = MoneyFormat(for: try #require(LanguageTag("es-UY")))
        let dollars = Money(minorUnits: minorUnits, currency: try #require(Currency("USD")))
        #expect(format.text(dollars).contains("US$"))
        let pesos = Money(minorUnits: minorUnits, currency: try #require(Currency("UYU")))
        #expect(!format.text(pesos).contains("US"))
    }
}
