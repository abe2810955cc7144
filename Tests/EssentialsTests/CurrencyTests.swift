import Essentials
import Testing

struct CurrencyTests {
    @Test(
        arguments: [
            ("JPY", 0, 1), ("KRW", 0, 1), ("CLP", 0, 1), ("USD", 2, 100), ("EUR", 2, 100), ("UYU", 2, 100),
            ("KWD", 3, 1_000), ("BHD", 3, 1_000), ("OMR", 3, 1_000), ("TND", 3, 1_000), ("CLF", 4, 10_000),
        ] as [(String, Int, Int64)])
    func `C25 decimals come from the table of ISO 4217`(code: String, exponent: Int, perUnit: Int64) throws {
        let currency = try #require(Currency(code))
        #expect(currency.exponent == exponent)
        #expect(currency.minorUnitsPerUnit == perUnit)
    }

    @Test(arguments: ["", "usd", "US", "XXX", "DEM", "USDX"])
    func `a code that is not in use is refused`(code: String) { #expect(Currency(code) == nil) }
}
