import CommandLineArguments
import Essentials
import Ordering
import Testing

@testable import vicinity

struct OrderedItemTests {
    @Test(arguments: [
        ("soup", 1, []), ("2*soup", 2, []), ("latte:oat", 1, [("oat", 1)]),
        ("3*latte:oat,shot*2", 3, [("oat", 1), ("shot", 2)]),
    ])
    func `an item is written with its count and its choices`(
        text: String, quantity: Int, choices: [(String, Int)]
    ) throws {
        let line = try OrderedItem(text).line
        #expect(line.item.rawValue == (text.contains("latte") ? "latte" : "soup"))
        #expect(line.quantity == quantity)
        #expect(line.choices.map(\.choice.rawValue) == choices.map(\.0))
        #expect(line.choices.map(\.quantity) == choices.map(\.1))
    }

    @Test(arguments: [
        "", "*soup", "x*soup", "soup*2", "soup:", "soup:,", "soup:oat*", "Soup", "2*3*soup", "soup:a:b",
    ])
    func `anything else is wrong usage`(text: String) {
        #expect(throws: UsageError.self) { try OrderedItem(text) }
    }
}
