import Ordering
import Testing

@testable import Workplace

@Suite struct CampusTaxRateTests {
    @Test(arguments: [
        ("0", 0), ("7", 70_000), ("19", 190_000), ("8.25", 82_500), ("8.2500", 82_500), ("0.0001", 1),
        ("99.9999", 999_999), ("100", 1_000_000), ("100.0000", 1_000_000),
    ])
    func `a percentage is read exactly`(text: String, partsPerMillion: Int) {
        #expect(TaxRate(percentage: text)?.partsPerMillion == partsPerMillion)
    }

    @Test(arguments: [
        "", ".", "8.", ".25", "8.25001", "8,25", "-1", "+1", "1e1", "100.0001", "101", "9999", "8.2.5", " 8",
        "8%",
        "８",
    ])
    func `anything else is no percentage`(text: String) {
        #expect(TaxRate(percentage: text) == nil)
    }
}
