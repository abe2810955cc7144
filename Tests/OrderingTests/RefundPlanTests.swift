import Essentials
import Ordering
import TestSupport
import Testing

struct RefundPlanTests {
    private static let currency = euro

    private static func basket(_ lines: [(net: Int64, tax: Int64, quantity: Int)]) throws -> PricedBasket {
        try PricedBasket(
            lines: lines.map { line in
                try OrderLine(
                    item: id("soup"), name: text("Soup"), choices: [], unitPrice: euros(1),
                    quantity: line.quantity,
                    amount: TaxedAmount(net: euros(line.net), tax: euros(line.tax)), taxRate: .zero,
                    allergens: .unknown, station: id("hot"), prepMinutes: 1, note: nil)
            }, currency: currency, taxMode: .added, rounding: .halfUp)
    }

    @Test func `refunds by line and by amount in any order return exactly what was paid, C105`() throws {
        var generator = SplitMix64(seed: 105)
        for _ in 0..<2_000 {
            let basket = try Self.basket(
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    (
                        Int64.random(in: 0...999, using: &generator),
                        Int64.random(in: 0...199, using: &generator),
                        Int.random(in: 1...4, using: &generator)
                    )
                })
            var (net, tax): (Int64, Int64) = (0, 0)
            var quantities: [Int: Int] = [:]
            for step in 0..<6 {
                let plan = RefundPlan(
                    basket: basket, refunded: TaxedAmount(net: euros(net), tax: euros(tax)),
                    refundedQuantities: quantities)
                let line = Int.random(in: 0..<basket.lines.count, using: &generator)
                let request: RefundPlan.Request =
                    step == 5
                    ? .rest
                    : Bool.random(using: &generator)
                        ? .lines([RefundedLine(index: line, quantity: 1)])
                        : .amount(euros(Int64.random(in: 1...400, using: &generator)))
                guard let part = try? plan.amount(of: request) else { continue }
                #expect(part.net.minorUnits >= 0 && part.tax.minorUnits >= 0)
                net += part.net.minorUnits
                tax += part.tax.minorUnits
                #expect(net <= basket.subtotal.minorUnits && tax <= basket.tax.minorUnits)
                if case .lines = request { quantities[line, default: 0] += 1 }
            }
            #expect(net == basket.subtotal.minorUnits && tax == basket.tax.minorUnits)
        }
    }

    @Test func `a percentage is rounded down, and is never more than what is left`() throws {
        let basket = try Self.basket([(840, 159, 1)])
        let whole = RefundPlan(basket: basket, refunded: TaxedAmount(net: euros(0), tax: euros(0)))
        #expect(try whole.amount(percent: 50) == TaxedAmount(net: euros(420), tax: euros(79)))
        #expect(try whole.amount(percent: 100) == basket.amount)
        #expect(try whole.amount(percent: 0) == nil)
        let part = RefundPlan(basket: basket, refunded: TaxedAmount(net: euros(700), tax: euros(150)))
        #expect(try part.amount(percent: 50) == TaxedAmount(net: euros(140), tax: euros(9)))
        let none = RefundPlan(basket: basket, refunded: basket.amount)
        #expect(try none.amount(percent: 50) == nil)
    }

    @Test func `the parts of a line add up to the line, with its own tax`() throws {
        let basket = try Self.basket([(1_000, 190, 3), (100, 0, 1)])
        var (net, tax): (Int64, Int64) = (0, 0)
        for count in 0..<3 {
            let plan = RefundPlan(
                basket: basket, refunded: TaxedAmount(net: euros(net), tax: euros(tax)),
                refundedQuantities: [0: count])
            let part = try plan.amount(of: .lines([RefundedLine(index: 0, quantity: 1)]))
            net += part.net.minorUnits
            tax += part.tax.minorUnits
        }
        #expect((net, tax) == (1_000, 190))
    }

    @Test func `more than is left is refused and says how much is`() throws {
        let basket = try Self.basket([(100, 19, 2)])
        let plan = RefundPlan(
            basket: basket, refunded: TaxedAmount(net: euros(50), tax: euros(10)), refundedQuantities: [0: 1])
        #expect(throws: RefundRefusal.tooMuch(left: euros(59))) { try plan.amount(of: .amount(euros(60))) }
        #expect(throws: RefundRefusal.tooManyOfLine(0, left: 1)) {
            try plan.amount(of: .lines([RefundedLine(index: 0, quantity: 2)]))
        }
        #expect(throws: RefundRefusal.unknownLine(1)) {
            try plan.amount(of: .lines([RefundedLine(index: 1, quantity: 1)]))
        }
        #expect(throws: RefundRefusal.notPositive) { try plan.amount(of: .amount(euros(0))) }
        let all = RefundPlan(basket: basket, refunded: basket.amount)
        #expect(throws: RefundRefusal.nothingLeft) { try all.amount(of: .rest) }
    }
}
