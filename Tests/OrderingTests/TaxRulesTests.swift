import Essentials
import Ordering
import Testing

struct TaxRulesTests {
    @Test(arguments: [
        (6_689, RoundingMode.halfUp, 3_345), (6_689, .halfEven, 3_344), (6_689, .down, 3_344),
        (6_691, .halfUp, 3_346), (6_691, .halfEven, 3_346), (6_691, .down, 3_345),
    ])
    func `C28: the rounding of the café decides a tie exactly`(
        price: Int64, rounding: RoundingMode, tax: Int64
    ) throws {
        let split = try rules(.added, rounding).split(euros(price), at: rate(500_000))
        #expect(split.tax == euros(tax))
        #expect(split.net == euros(price))
    }

    @Test
    func `added tax is rounded on each line`() throws {
        let tax = try rules(.added).split(euros(310), at: rate(82_500)).tax
        #expect(tax == euros(26))
    }

    @Test(arguments: [(425, 32), (850, 65)])
    func `included tax is taken out of each line`(price: Int64, tax: Int64) throws {
        let split = try rules(.included).split(euros(price), at: rate(82_500))
        #expect(split.tax == euros(tax))
        #expect(split.net == euros(price - tax))
    }

    @Test(arguments: TaxMode.allCases)
    func `no rate means no tax`(mode: TaxMode) throws {
        let split = try rules(mode).split(euros(425), at: .zero)
        #expect(split.net == euros(425))
        #expect(split.tax == euros(0))
    }

    @Test(arguments: [(-1, false), (0, true), (1_000_000, true), (1_000_001, false)])
    func `a rate lies between nothing and the whole`(partsPerMillion: Int, isRate: Bool) {
        #expect((TaxRate(partsPerMillion: partsPerMillion) != nil) == isRate)
    }
}
