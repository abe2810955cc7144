import Essentials
import Ordering
import TestSupport
import Testing

struct TaxRoundingLevelTests {
    private static func basket(
        _ prices: [Int64], _ mode: TaxMode, _ level: TaxRoundingLevel, at partsPerMillion: Int,
        rounding: RoundingMode = .halfUp, currency: Currency = euro
    ) throws -> PricedBasket {
        let items = prices.enumerated().map { index, price in
            MenuItem(
                id: id("item-\(index)"), name: text("Item"),
                price: Money(minorUnits: price, currency: currency), taxClass: id("standard"),
                station: id("bar"), prepMinutes: 1, allergens: .unknown)
        }
        let place = try cafe(
            items: items, currency: currency,
            taxRules: TaxRules(
                mode: mode, rounding: rounding, roundingLevel: level,
                rates: [id("standard"): rate(partsPerMillion)]))
        return try Basket(lines: prices.indices.map { line("item-\($0)") }).priced(at: place)
    }

    @Test(
        arguments: [(TaxRoundingLevel.line, 1_008), (.rate, 1_007), (.order, 1_007)]
            as [(TaxRoundingLevel, Int64)])
    func `C29: the level decides the total where tax is added`(level: TaxRoundingLevel, total: Int64) throws {
        let basket = try Self.basket([310, 310, 310], .added, level, at: 82_500)
        #expect(basket.subtotal == euros(930))
        #expect(basket.total == euros(total))
        #expect(basket.roundingLevel == level)
    }

    @Test(
        arguments: [(TaxRoundingLevel.line, 129), (.rate, 130), (.order, 130)] as [(TaxRoundingLevel, Int64)])
    func `C29: the level decides the tax where it is included, and never the total`(
        level: TaxRoundingLevel, tax: Int64
    ) throws {
        let basket = try Self.basket([425, 850, 425], .included, level, at: 82_500)
        #expect(basket.tax == euros(tax))
        #expect(basket.total == euros(1_700))
    }

    @Test(
        arguments: [(TaxRoundingLevel.line, [8, 8, 8]), (.rate, [9, 8, 8])] as [(TaxRoundingLevel, [Int64])])
    func `three dishes of 106 yen have 25 yen of tax per rate, and 24 per line`(
        level: TaxRoundingLevel, taxes: [Int64]
    ) throws {
        let basket = try Self.basket(
            [106, 106, 106], .added, level, at: 80_000, rounding: .down, currency: currency("JPY"))
        #expect(basket.lines.map(\.tax.minorUnits) == taxes)
        #expect(basket.total.minorUnits == 318 + taxes.reduce(0, +))
    }

    @Test func `the tax of an order with several rates is rounded once and shared over rates and lines`()
        throws
    {
        let rules = TaxRules(
            mode: .added, rounding: .halfUp, roundingLevel: .order,
            rates: [id("standard"): rate(190_000), id("reduced"): rate(70_000)])
        let place = try cafe(
            items: [latte(price: euros(102), groups: []), soup(price: euros(105))], taxRules: rules)
        // The exact taxes are 19.38 and 7.35: 26.73 together, so the cent that is missing goes to the larger fraction.
        let lines = try Basket(lines: [line("soup"), line("latte")]).priced(at: place).lines
        #expect(lines.map(\.tax) == [euros(7), euros(20)])
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `shares add up to the tax that is rounded once, and none is a minor unit off`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let sample = try Sample(using: &generator)
        for level in TaxRoundingLevel.allCases {
            let priced = try sample.priced(at: level)
            for line in priced.lines {
                // The same as a difference below one minor unit, without fractions.
                let (tax, dividend, divisor) = (
                    Int128(line.tax.minorUnits), sample.dividend(of: line), sample.divisor(of: line)
                )
                #expect((tax * divisor - dividend).magnitude < divisor.magnitude)
                #expect(line.total.minorUnits == line.net.minorUnits + line.tax.minorUnits)
                let price = line.unitPrice.minorUnits * Int64(line.quantity)
                #expect((sample.mode == .included ? line.total : line.net).minorUnits == price)
            }
            if level == .rate { try sample.checkRates(of: priced) }
            if level == .order { try sample.checkOrder(priced) }
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `refunds of one dish after another return exactly what was charged`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let sample = try Sample(using: &generator)
        for level in TaxRoundingLevel.allCases {
            let basket = try sample.priced(at: level)
            var pieces = basket.lines.indices.flatMap {
                Array(repeating: $0, count: basket.lines[$0].quantity)
            }
            pieces.shuffle(using: &generator)
            var refunded = TaxedAmount(net: euros(0), tax: euros(0))
            var quantities: [Int: Int] = [:]
            var byLine = basket.lines.map { _ in (total: Int64(0), tax: Int64(0)) }
            for index in pieces {
                let plan = RefundPlan(basket: basket, refunded: refunded, refundedQuantities: quantities)
                quantities[index, default: 0] += 1
                // A dish for nothing has nothing to refund.
                guard let part = try? plan.amount(of: .lines([RefundedLine(index: index, quantity: 1)]))
                else { continue }
                refunded = TaxedAmount(
                    net: try refunded.net.adding(part.net), tax: try refunded.tax.adding(part.tax))
                byLine[index].total += part.net.minorUnits + part.tax.minorUnits
                byLine[index].tax += part.tax.minorUnits
            }
            #expect(refunded == basket.amount)
            #expect(byLine.map(\.total) == basket.lines.map(\.total.minorUnits))
        }
    }

    @Test func `six different rates are too many where the tax of a whole order is rounded`() throws {
        func rules(_ count: Int, _ level: TaxRoundingLevel) -> TaxRules {
            var rates: [TaxClassID: TaxRate] = [id("standard"): rate(10_000), id("reduced"): rate(10_000)]
            for number in 1..<count { rates[id("class-\(number)")] = rate(10_000 + number) }
            return TaxRules(mode: .included, rounding: .halfUp, roundingLevel: level, rates: rates)
        }
        #expect(throws: Never.self) { try cafe(taxRules: rules(5, .order)) }
        #expect(throws: Never.self) { try cafe(taxRules: rules(6, .rate)) }
        let mistake = CafeMistake(place: .cafe, reason: .tooManyTaxRates(maximum: 5))
        #expect(throws: CafeRefusal(mistakes: [mistake])) { try cafe(taxRules: rules(6, .order)) }
    }

    @Test func `five rates with large denominators are added up exactly`() throws {
        // Five primes, so that the common denominator is their product.
        let denominators = [1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081]
        let rules = TaxRules(
            mode: .included, rounding: .up, roundingLevel: .order,
            rates: Dictionary(
                uniqueKeysWithValues: denominators.enumerated().map {
                    (id("class-\($0.offset)"), rate($0.element - 1_000_000))
                }))
        let items = denominators.indices.map { index in
            MenuItem(
                id: id("item-\(index)"), name: text("Item"), price: euros(1_000_000_000),
                taxClass: id("class-\(index)"), station: id("bar"), prepMinutes: 1, allergens: .unknown)
        }
        let place = try cafe(items: items, taxRules: rules)
        let basket = try Basket(lines: items.indices.map { line("item-\($0)", 20) }).priced(at: place)
        let exact = denominators.reduce(0.0) { $0 + 20e9 * Double($1 - 1_000_000) / Double($1) }
        #expect(Double(basket.tax.minorUnits) == exact.rounded(.up))
    }

    @Test func `a basket that was repriced has the tax of the lines that can be ordered`() throws {
        let place = try cafe(
            items: [latte(price: euros(310), groups: []), soup(price: euros(310))],
            taxRules: TaxRules(
                mode: .added, rounding: .halfUp, roundingLevel: .rate,
                rates: [id("standard"): rate(82_500), id("reduced"): rate(82_500)]))
        let basket = Basket(lines: [line("latte"), line("latte"), line("soup"), line("latte")])
        let repricing = basket.repriced(at: place, seen: [], soldOut: [id("soup")], pickup: noon)
        #expect(try repricing.orderable(at: place)?.total == euros(1_007))
        let whole = basket.repriced(at: place, seen: [], soldOut: [], pickup: noon)
        #expect(try whole.orderable(at: place) == basket.priced(at: place))
    }
}

/// A random menu with two rates, and a random basket.
private struct Sample {
    let mode: TaxMode
    private let rounding: RoundingMode
    private let rates: [TaxClassID: TaxRate]
    private let items: [MenuItem]
    private let basket: Basket

    init(using generator: inout SplitMix64) throws {
        mode = TaxMode.allCases.randomElement(using: &generator) ?? .added
        rounding = RoundingMode.allCases.randomElement(using: &generator) ?? .down
        let common = [0, 70_000, 80_000, 82_500, 100_000, 190_000]
        func anyRate() -> TaxRate {
            rate(
                Bool.random(using: &generator)
                    ? .random(in: 0...1_000_000, using: &generator)
                    : common.randomElement(using: &generator) ?? 0)
        }
        rates = [id("standard"): anyRate(), id("reduced"): anyRate()]
        items = [
            latte(price: euros(.random(in: 0...999, using: &generator)), groups: []),
            soup(price: euros(.random(in: 0...9_999, using: &generator))),
        ]
        basket = Basket(
            lines: (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                line(Bool.random(using: &generator) ? "soup" : "latte", .random(in: 1...4, using: &generator))
            })
    }

    func priced(at level: TaxRoundingLevel) throws -> PricedBasket {
        let rules = TaxRules(mode: mode, rounding: rounding, roundingLevel: level, rates: rates)
        return try basket.priced(at: cafe(items: items, taxRules: rules))
    }

    /// The exact tax of a line is the dividend over the divisor.
    func dividend(of line: OrderLine) -> Int128 {
        Int128(line.unitPrice.minorUnits) * Int128(line.quantity) * Int128(line.taxRate.partsPerMillion)
    }

    func divisor(of line: OrderLine) -> Int128 {
        1_000_000 + (mode == .included ? Int128(line.taxRate.partsPerMillion) : 0)
    }

    func checkRates(of basket: PricedBasket) throws {
        for lines in Dictionary(grouping: basket.lines, by: \.taxRate).values {
            let exact = lines.reduce(0) { $0 + dividend(of: $1) }
            let tax = lines.reduce(0) { $0 + $1.tax.minorUnits }
            #expect(
                try tax
                    == Int64(exactly: exact)?.divided(
                        by: #require(Int64(exactly: divisor(of: lines[0]))), rounding: rounding))
        }
    }

    func checkOrder(_ basket: PricedBasket) throws {
        let divisors = Set(basket.lines.map(divisor))
        let common = divisors.reduce(1, *)
        let exact = basket.lines.reduce(0) { $0 + dividend(of: $1) * (common / divisor(of: $1)) }
        let tax = basket.tax.minorUnits
        #expect(
            try tax
                == Int64(exactly: exact)?.divided(by: #require(Int64(exactly: common)), rounding: rounding))
    }
}
