public import Essentials

/// Decides how much of an order a refund returns, and how it splits into net and tax.
///
/// The tax goes back as it was charged: a line's own tax for a refund by line, and the same share of tax as the rest of the
/// order has for a refund by amount. All refunds of an order together return exactly what was paid, to the minor unit.
public struct RefundPlan: Hashable, Sendable {
    /// The part of an order to refund.
    public enum Request: Hashable, Sendable {
        /// Everything that is left.
        case rest
        /// An amount.
        case amount(Money)
        /// Some lines, or parts of their quantities.
        case lines([RefundedLine])
    }

    /// The basket as sold.
    public let basket: PricedBasket
    /// The amount that has been refunded so far.
    public let refunded: TaxedAmount
    /// How many of each line have been returned so far, by its index.
    public let refundedQuantities: [Int: Int]

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - basket: The basket as it was sold.
    ///   - refunded: What has been returned so far.
    ///   - refundedQuantities: How many of each line have been returned so far, by its index.
    public init(basket: PricedBasket, refunded: TaxedAmount, refundedQuantities: [Int: Int] = [:]) {
        self.basket = basket
        self.refunded = refunded
        self.refundedQuantities = refundedQuantities
    }

    /// The amount that can still be refunded.
    ///
    /// - Throws: `MoneyError` when what was returned is in another currency.
    public func rest() throws(MoneyError) -> TaxedAmount {
        TaxedAmount(
            net: try basket.subtotal.subtracting(refunded.net), tax: try basket.tax.subtracting(refunded.tax))
    }

    /// Splits a refund.
    ///
    /// - Parameter request: The part of the order to refund.
    /// - Returns: The amount; it is positive and no more than what is left.
    /// - Throws: ``RefundRefusal``.
    public func amount(of request: Request) throws(RefundRefusal) -> TaxedAmount {
        let rest: TaxedAmount
        let left: Money
        do {
            rest = try self.rest()
            left = try rest.net.adding(rest.tax)
        } catch { throw .wrongCurrency(basket.currency) }
        guard left.minorUnits > 0 else { throw .nothingLeft }
        switch request {
        case .rest: return rest
        case .amount(let amount):
            guard amount.currency == basket.currency else { throw .wrongCurrency(basket.currency) }
            guard amount.minorUnits > 0 else { throw .notPositive }
            guard amount.minorUnits <= left.minorUnits else { throw .tooMuch(left: left) }
            let tax =
                amount.minorUnits.multiplied(
                    by: rest.tax.minorUnits, dividedBy: left.minorUnits, rounding: .halfUp) ?? 0
            return split(amount.minorUnits, tax: tax, within: rest)
        case .lines(let lines):
            let (total, tax) = try sums(of: lines)
            guard total > 0 else { throw .notPositive }
            guard total <= left.minorUnits else { throw .tooMuch(left: left) }
            return split(total, tax: tax, within: rest)
        }
    }

    /// Splits a share of the paid amount, as far as it has not been refunded.
    ///
    /// - Parameter percent: The part, from 0 to 100; fractions of a minor unit stay with the café.
    /// - Returns: The amount; `nil` when it is zero.
    /// - Throws: ``RefundRefusal`` when what was returned is in another currency.
    public func amount(percent: Int) throws(RefundRefusal) -> TaxedAmount? {
        let part =
            basket.total.minorUnits.multiplied(by: Int64(percent), dividedBy: 100, rounding: .down) ?? 0
        let left: Int64
        do {
            let rest = try self.rest()
            left = try rest.net.adding(rest.tax).minorUnits
        } catch { throw .wrongCurrency(basket.currency) }
        let units = min(part, left)
        guard units > 0 else { return nil }
        return try amount(of: .amount(Money(minorUnits: units, currency: basket.currency)))
    }

    /// The total and the tax of lines, in minor units.
    private func sums(of lines: [RefundedLine]) throws(RefundRefusal) -> (total: Int64, tax: Int64) {
        var (total, tax): (Int64, Int64) = (0, 0)
        var seen: Set<Int> = []
        for line in lines {
            guard basket.lines.indices.contains(line.index), seen.insert(line.index).inserted else {
                throw .unknownLine(line.index)
            }
            let sold = basket.lines[line.index]
            let before = refundedQuantities[line.index] ?? 0
            guard line.quantity > 0, line.quantity <= sold.quantity - before else {
                throw .tooManyOfLine(line.index, left: sold.quantity - before)
            }
            // Shares of the whole line up to a quantity, so that the parts of a line add up to the line.
            total +=
                sold.share(of: sold.total, upTo: before + line.quantity)
                - sold.share(of: sold.total, upTo: before)
            tax +=
                sold.share(of: sold.tax, upTo: before + line.quantity)
                - sold.share(of: sold.tax, upTo: before)
        }
        return (total, tax)
    }

    /// Splits a total so that neither part exceeds the rest.
    private func split(_ total: Int64, tax: Int64, within rest: TaxedAmount) -> TaxedAmount {
        let least = max(0, total - rest.net.minorUnits)
        let tax = min(max(tax, least), rest.tax.minorUnits, total)
        return TaxedAmount(
            net: Money(minorUnits: total - tax, currency: basket.currency),
            tax: Money(minorUnits: tax, currency: basket.currency))
    }
}

/// A line of an order that is returned, or a part of it.
public struct RefundedLine: Hashable, Sendable {
    /// The index of the line.
    public let index: Int
    /// How many of it.
    public let quantity: Int

    /// Makes a line.
    public init(index: Int, quantity: Int) {
        self.index = index
        self.quantity = quantity
    }
}

/// Why a refund was refused; nothing has changed.
public enum RefundRefusal: Error, Hashable, Sendable {
    /// Nothing was paid for the order, or everything has been refunded.
    case nothingLeft
    /// The amount is larger than the rest.
    case tooMuch(left: Money)
    /// The amount is zero or negative.
    case notPositive
    /// The order was paid in this currency.
    case wrongCurrency(Currency)
    /// The order has no line of that index, or the request names it twice.
    case unknownLine(Int)
    /// Fewer of the line are left.
    case tooManyOfLine(Int, left: Int)
}

extension OrderLine {
    /// The share of an amount for the first ones of the line, in minor units.
    fileprivate func share(of amount: Money, upTo count: Int) -> Int64 {
        amount.minorUnits.multiplied(
            by: Int64(count), dividedBy: Int64(quantity), rounding: .halfUp) ?? amount.minorUnits
    }
}
