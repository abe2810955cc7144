import Essentials
import Ordering
import Testing

struct BasketRefusalTests {
    struct Case: Sendable {
        let lines: [BasketLine]
        let mistakes: [BasketMistake]
    }

    private static let cases: [Case] = [
        Case(lines: [], mistakes: [BasketMistake(reason: .empty)]),
        Case(
            lines: Array(repeating: line("soup"), count: 51),
            mistakes: [BasketMistake(reason: .tooManyLines(maximum: 50))]),
        Case(
            lines: [line("soup"), line("cake")],
            mistakes: [BasketMistake(line: 1, reason: .unknownItem(id("cake")))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("gold")])],
            mistakes: [BasketMistake(line: 0, selection: 1, reason: .unknownChoice(id("gold")))]),
        Case(
            lines: [line("latte")],
            mistakes: [BasketMistake(line: 0, reason: .tooFewChoices(id("milk"), minimum: 1))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("whole")])],
            mistakes: [BasketMistake(line: 0, reason: .tooManyChoices(id("milk"), maximum: 1))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("shot", 3)])],
            mistakes: [BasketMistake(line: 0, selection: 1, reason: .tooMany(of: id("shot"), maximum: 2))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("shot", 2), chosen("cream"), chosen("syrup")])],
            mistakes: [BasketMistake(line: 0, reason: .tooManyChoices(id("extras"), maximum: 3))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("shot"), chosen("shot")])],
            mistakes: [BasketMistake(line: 0, selection: 2, reason: .duplicateChoice(id("shot")))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("shot", 0)])],
            mistakes: [BasketMistake(line: 0, selection: 1, reason: .quantityOutOfRange)]),
        Case(lines: [line("soup", 0)], mistakes: [BasketMistake(line: 0, reason: .quantityOutOfRange)]),
        Case(lines: [line("soup", 21)], mistakes: [BasketMistake(line: 0, reason: .quantityOutOfRange)]),
        Case(
            lines: [line("soup", note: String(repeating: "é", count: 141))],
            mistakes: [BasketMistake(line: 0, reason: .noteTooLong(maximum: 140))]),
        Case(
            lines: [line("latte", 1, [chosen("oat"), chosen("shot", .max), chosen("cream", .max)])],
            mistakes: [
                BasketMistake(line: 0, selection: 1, reason: .tooMany(of: id("shot"), maximum: 2)),
                BasketMistake(line: 0, selection: 2, reason: .tooMany(of: id("cream"), maximum: 1)),
                BasketMistake(line: 0, reason: .tooManyChoices(id("extras"), maximum: 3)),
            ]),
    ]

    @Test(arguments: cases)
    func `C17: a basket that the menu does not allow is refused with the place and the reason`(
        refused: Case
    ) throws {
        let place = try cafe()
        #expect(throws: BasketRefusal(mistakes: refused.mistakes)) {
            try Basket(lines: refused.lines).priced(at: place)
        }
    }

    @Test
    func `C17: all mistakes are reported at once, in the order of the lines`() throws {
        let place = try cafe()
        let long = String(repeating: "x", count: 141)
        let lines = [line("latte", 99, [chosen("gold")], note: long), line("soup"), line("cake", 0)]
        let mistakes = [
            BasketMistake(line: 0, reason: .quantityOutOfRange),
            BasketMistake(line: 0, reason: .noteTooLong(maximum: 140)),
            BasketMistake(line: 0, selection: 0, reason: .unknownChoice(id("gold"))),
            BasketMistake(line: 0, reason: .tooFewChoices(id("milk"), minimum: 1)),
            BasketMistake(line: 2, reason: .quantityOutOfRange),
            BasketMistake(line: 2, reason: .unknownItem(id("cake"))),
        ]
        #expect(throws: BasketRefusal(mistakes: mistakes)) { try Basket(lines: lines).priced(at: place) }
    }

    @Test
    func `the largest allowed basket is priced`() throws {
        let note = String(repeating: "x", count: 140)
        let lines = Array(repeating: line("soup", 20, note: note), count: 50)
        #expect(try Basket(lines: lines).priced(at: cafe()).total == euros(620 * 20 * 50))
    }

    @Test
    func `a price that does not fit 64 bits is refused, on a line and in the sum`() throws {
        let dear = try cafe(items: [soup(price: euros(.max))])
        #expect(throws: BasketRefusal(mistakes: [BasketMistake(line: 0, reason: .overflow)])) {
            try Basket(lines: [line("soup", 2)]).priced(at: dear)
        }
        let dearer = try cafe(items: [soup(price: euros(.max))], taxRules: rules(.added))
        #expect(throws: BasketRefusal(mistakes: [BasketMistake(line: 0, reason: .overflow)])) {
            try Basket(lines: [line("soup")]).priced(at: dearer)
        }
        let untaxed = try cafe(items: [latte(price: euros(.max), groups: [])], taxRules: rules(standard: 0))
        #expect(throws: BasketRefusal(mistakes: [BasketMistake(reason: .overflow)])) {
            try Basket(lines: [line("latte"), line("latte")]).priced(at: untaxed)
        }
    }
}
