import Essentials

// Tax that is rounded for several lines, shared over them.
extension TaxRules {
    /// Whether the exact taxes of an order can be added up: at most ``maximumRatesPerOrder`` different rates where the tax of
    /// the whole order is rounded.
    public var canRoundExactly: Bool {
        roundingLevel != .order || Set(rates.values).count <= Self.maximumRatesPerOrder
    }

    /// Rounds the tax of an order at the café's level, and shares it over the lines.
    ///
    /// The shares add up to the rounded tax. Each is the exact tax of its line, rounded down or up: the lines with the largest
    /// fractions are rounded up, and of equal ones the first. A tax that is rounded for the whole order is shared over its rates
    /// in the same way, and then over the lines of each rate.
    ///
    /// - Parameter lines: Lines whose tax is rounded for each line alone, with prices of zero or more.
    /// - Returns: The lines with their shares; the same lines if the café rounds per line.
    /// - Throws: `MoneyError` when an amount does not fit 64 bits.
    func sharingTax(over lines: [OrderLine]) throws(MoneyError) -> [OrderLine] {
        guard roundingLevel != .line else { return lines }
        let taxes = lines.map(exactTax)
        let groups = Self.indicesByRate(lines)
        let sums = groups.map { indices in ExactTax(adding: indices.map { taxes[$0] }) }
        let rounded: [Int128] =
            if roundingLevel == .rate {
                sums.map { $0.rounded(rounding) }
            } else {
                try ExactTax.shares(of: ExactTax.total(of: sums).rounded(rounding), over: sums)
            }
        var shared = lines
        for (indices, tax) in zip(groups, rounded) {
            let shares = ExactTax.shares(of: tax, over: indices.map { taxes[$0] })
            for (index, share) in zip(indices, shares) {
                shared[index] = try charging(lines[index], tax: share)
            }
        }
        return shared
    }

    /// The indices of the lines of each rate, in the order in which the rates first appear.
    private static func indicesByRate(_ lines: [OrderLine]) -> [[Int]] {
        var groups: [[Int]] = []
        for (index, line) in lines.enumerated() {
            if let group = groups.firstIndex(where: { lines[$0[0]].taxRate == line.taxRate }) {
                groups[group].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups
    }

    private func exactTax(of line: OrderLine) -> ExactTax {
        let rate = Int128(line.taxRate.partsPerMillion)
        return switch mode {
        case .added: ExactTax(Int128(line.net.minorUnits) * rate, dividedBy: 1_000_000)
        case .included: ExactTax(Int128(line.total.minorUnits) * rate, dividedBy: 1_000_000 + rate)
        }
    }

    private func charging(_ line: OrderLine, tax: Int128) throws(MoneyError) -> OrderLine {
        guard let units = Int64(exactly: tax) else { throw .overflow }
        let tax = Money(minorUnits: units, currency: line.net.currency)
        let net = mode == .added ? line.net : try line.total.subtracting(tax)
        return try line.charging(TaxedAmount(net: net, tax: tax))
    }
}

/// An exact amount of tax: whole minor units and a fraction of one.
private struct ExactTax {
    let whole: Int128
    /// Less than the divisor.
    let remainder: Int128
    let divisor: Int128

    /// Makes a quotient.
    init(_ dividend: Int128, dividedBy divisor: Int128) {
        (whole, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        self.divisor = divisor
    }

    /// Adds up taxes of one rate, at least one.
    init(adding taxes: [ExactTax]) {
        let fractions = ExactTax(taxes.reduce(0) { $0 + $1.remainder }, dividedBy: taxes[0].divisor)
        self.init(
            whole: taxes.reduce(fractions.whole) { $0 + $1.whole }, remainder: fractions.remainder,
            divisor: fractions.divisor)
    }

    private init(whole: Int128, remainder: Int128, divisor: Int128) {
        self.whole = whole
        self.remainder = remainder
        self.divisor = divisor
    }

    /// Adds up taxes of several rates.
    ///
    /// - Throws: `MoneyError.overflow` for more rates than ``TaxRules/maximumRatesPerOrder``, if their denominators are large.
    static func total(of taxes: [ExactTax]) throws(MoneyError) -> ExactTax {
        var sum = ExactTax(whole: 0, remainder: 0, divisor: 1)
        for tax in taxes { sum = try sum.adding(tax) }
        return sum
    }

    private func adding(_ other: ExactTax) throws(MoneyError) -> ExactTax {
        let step = other.divisor / Self.greatestCommonDivisor(divisor, other.divisor)
        let (common, tooLarge) = divisor.multipliedReportingOverflow(by: step)
        // Twice the remainder of the sum is compared with the divisor.
        guard !tooLarge, common <= Int128.max / 4 else { throw .overflow }
        let fractions = ExactTax(
            remainder * step + other.remainder * (common / other.divisor), dividedBy: common)
        return ExactTax(
            whole: whole + other.whole + fractions.whole, remainder: fractions.remainder, divisor: common)
    }

    private static func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }

    /// The amount in whole minor units.
    func rounded(_ mode: RoundingMode) -> Int128 {
        let isUp = mode.isAwayFromZero(
            remainder: remainder.magnitude, of: divisor.magnitude, isOdd: whole % 2 != 0)
        return isUp ? whole + 1 : whole
    }

    /// Shares a rounded sum: each part is rounded down, and those with the largest fractions up, until the sum is reached.
    static func shares(of sum: Int128, over taxes: [ExactTax]) -> [Int128] {
        var shares = taxes.map(\.whole)
        let missing = Int(sum - shares.reduce(0, +))
        guard missing > 0 else { return shares }
        let byFraction = taxes.indices.sorted { left, right in
            let (first, second) = (taxes[left], taxes[right])
            let (lower, upper) = (second.remainder * first.divisor, first.remainder * second.divisor)
            return lower == upper ? left < right : lower < upper
        }
        for index in byFraction.prefix(missing) { shares[index] += 1 }
        return shares
    }
}
