import Essentials
import Ordering
import TestSupport
import Testing

struct BasketPricingTests {
    @Test
    func `C34: a line stores names, choices, prices, rate, tax and allergens as sold`() throws {
        let basket = Basket(lines: [line("latte", 2, [chosen("oat"), chosen("shot", 2)], note: "hot")])
        let sold = try #require(try basket.priced(at: cafe()).lines.first)
        #expect(sold.name == text("Latte"))
        #expect(sold.choices.map(\.choice) == [id("oat"), id("shot")])
        #expect(sold.choices.map(\.price) == [euros(40), euros(60)])
        #expect(sold.choices.map(\.quantity) == [1, 2])
        #expect(sold.unitPrice == euros(510))
        #expect(sold.quantity == 2)
        #expect(sold.taxRate == rate(190_000))
        #expect(sold.net == euros(857))
        #expect(sold.tax == euros(163))
        #expect(sold.total == euros(1_020))
        #expect(sold.station == id("bar"))
        #expect(sold.prepMinutes == 2)
        #expect(sold.note == "hot")
    }

    @Test
    func `C18: allergens of a line are those of the item and of the chosen choices only`() throws {
        let priced = try Basket(lines: [
            line("latte", 1, [chosen("oat")]), line("latte", 1, [chosen("whole"), chosen("syrup")]),
        ]).priced(at: cafe())
        #expect(priced.lines[0].allergens == .declared(contains: [.gluten], mayContain: [.nuts, .soybeans]))
        #expect(priced.lines[1].allergens.presence(of: .milk) == .contained)
        #expect(priced.lines[1].allergens.presence(of: .fish) == .unknown)
    }

    @Test
    func `C23: a menu edit does not alter a basket that was priced`() throws {
        let basket = Basket(lines: [line("soup")])
        let before = try basket.priced(at: cafe())
        let after = try basket.priced(at: cafe(items: [soup(price: euros(700))]))
        #expect(before.total == euros(620))
        #expect(after.total == euros(700))
    }

    @Test
    func `C28: the basket keeps the mode and the rounding of the café`() throws {
        let priced = try Basket(lines: [line("soup")]).priced(at: cafe(taxRules: rules(.added, .halfEven)))
        #expect(priced.taxMode == .added)
        #expect(priced.rounding == .halfEven)
        #expect(priced.currency == euro)
    }

    @Test
    func `three lines with added tax are each rounded`() throws {
        let item = latte(price: euros(310), groups: [])
        let basket = Basket(lines: [line("latte"), line("latte"), line("latte")])
        let priced = try basket.priced(at: cafe(items: [item], taxRules: rules(.added, standard: 82_500)))
        #expect(priced.subtotal == euros(930))
        #expect(priced.tax == euros(78))
        #expect(priced.total == euros(1_008))
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `sums of a random basket agree with its lines and with the menu`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let mode = TaxMode.allCases.randomElement(using: &generator) ?? .added
        let place = try cafe(
            items: [
                latte(price: euros(.random(in: 0...9_999, using: &generator))),
                soup(price: euros(.random(in: 0...9_999, using: &generator))),
            ], taxRules: rules(mode, .halfEven, standard: .random(in: 0...1_000_000, using: &generator)))
        let lines = (0..<Int.random(in: 1...50, using: &generator)).map { _ in
            Bool.random(using: &generator)
                ? line("soup", .random(in: 1...20, using: &generator))
                : line("latte", .random(in: 1...20, using: &generator), [chosen("oat"), chosen("shot", 2)])
        }
        let priced = try Basket(lines: lines).priced(at: place)
        #expect(priced.lines.count == lines.count)
        #expect(priced.subtotal.minorUnits == priced.lines.reduce(0) { $0 + $1.net.minorUnits })
        #expect(priced.tax.minorUnits == priced.lines.reduce(0) { $0 + $1.tax.minorUnits })
        #expect(priced.total.minorUnits == priced.lines.reduce(0) { $0 + $1.total.minorUnits })
        let menuTotal = priced.lines.reduce(0) { $0 + $1.unitPrice.minorUnits * Int64($1.quantity) }
        #expect((mode == .included ? priced.total : priced.subtotal).minorUnits == menuTotal)
    }

    @Test
    func `C32: only the server's total is accepted, and the refusal has the valid figures`() throws {
        let priced = try Basket(lines: [line("soup")]).priced(at: cafe())
        try priced.checkExpectedTotal(euros(620))
        for wrong in [euros(619), euros(621), Money(minorUnits: 620, currency: dollar)] {
            #expect(throws: OrderRefusal.totalChanged(priced)) { try priced.checkExpectedTotal(wrong) }
        }
    }
}
