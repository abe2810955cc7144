import Essentials
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
        // The spaces between sign and amount are no-break spaces.
        #expect(String(text.map { $0.isWhitespace ? " " : $0 }) == expected)
    }
}
