import Essentials
import Testing

/// Gives the same bits again and again.
private struct ConstantGenerator: RandomNumberGenerator {
    let value: UInt64
    func next() -> UInt64 { value }
}

struct IdentifierTests {
    @Test(arguments: ["a", "0", "main-cafe", "a--b-", String(repeating: "x", count: 64)])
    func `lower-case letters, digits and hyphens are accepted`(text: String) {
        #expect(CafeID(text)?.rawValue == text)
    }

    @Test(arguments: ["", "-a", "A", "a_b", "a b", "é", "a/b", "a\u{0}", String(repeating: "x", count: 65)])
    func `other texts are refused`(text: String) { #expect(CafeID(text) == nil) }

    @Test func `made identifiers sort by time and are valid`() {
        var low = ConstantGenerator(value: 0)
        var high = ConstantGenerator(value: .max)
        let earlier = OrderID(at: Timestamp(millisecondsSinceEpoch: 1_795_225_000_000), using: &high)
        let later = OrderID(at: Timestamp(millisecondsSinceEpoch: 1_795_225_000_001), using: &low)
        #expect(earlier < later)
        #expect(OrderID(earlier.rawValue) == earlier)
        #expect(earlier.rawValue.count == 26)
    }

    @Test func `the form is that of a ULID in lower case`() {
        var generator = ConstantGenerator(value: 0)
        // The time of the ULID specification's example, 01ARYZ6S41.
        let identifier = OrderID(at: Timestamp(millisecondsSinceEpoch: 1_469_918_176_385), using: &generator)
        #expect(identifier.rawValue == "01aryz6s410000000000000000")
    }

    @Test func `made identifiers of one millisecond differ`() {
        var generator = SystemRandomNumberGenerator()
        let time = Timestamp(millisecondsSinceEpoch: 0)
        let made = Set((0..<1_000).map { _ in OrderID(at: time, using: &generator) })
        #expect(made.count == 1_000)
    }
}
