import Ordering
import Testing

struct OrderNumberTests {
    @Test(arguments: [(1, "001"), (7, "007"), (42, "042"), (999, "999"), (1_000, "1000"), (12_345, "12345")])
    func `a number has at least three digits`(sequence: Int, text: String) {
        #expect(OrderNumber(sequence: sequence)?.description == text)
    }

    @Test(arguments: [0, -1, Int.min])
    func `numbers begin at one`(sequence: Int) {
        #expect(OrderNumber(sequence: sequence) == nil)
    }
}
