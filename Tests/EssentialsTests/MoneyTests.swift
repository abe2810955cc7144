import Essentials
import Testing

struct MoneyTests {
    private func money(_ minorUnits: Int64, _ code: String) throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code)))
    }

    @Test func `C24 amounts are whole minor units of a currency`() throws {
        let sum = try money(1_250, "EUR").adding(money(999, "EUR"))
        #expect(sum.minorUnits == 2_249)
        #expect(sum.currency.code == "EUR")
        #expect(try sum.subtracting(money(3_000, "EUR")).minorUnits == -751)
        #expect(try sum.multiplied(by: 3).minorUnits == 6_747)
        #expect(try money(1, "EUR").isLess(than: money(2, "EUR")))
        #expect(try money(5, "JPY").adding(.zero(money(5, "JPY").currency)) == money(5, "JPY"))
    }

    @Test func `C26 amounts of different currencies do not mix`() throws {
        let dollars = try money(100, "USD")
        let pesos = try money(100, "UYU")
        let mismatch = MoneyError.currencyMismatch(dollars.currency, pesos.currency)
        #expect(throws: mismatch) { try dollars.adding(pesos) }
        #expect(throws: mismatch) { try dollars.subtracting(pesos) }
        #expect(throws: mismatch) { try dollars.isLess(than: pesos) }
        #expect(dollars != pesos)
    }

    @Test func `an amount beyond 64 bits is refused`() throws {
        let most = try money(.max, "USD")
        #expect(throws: MoneyError.overflow) { try most.adding(money(1, "USD")) }
        #expect(throws: MoneyError.overflow) { try money(.min, "USD").subtracting(money(1, "USD")) }
        #expect(throws: MoneyError.overflow) { try most.multiplied(by: 2) }
    }
}
