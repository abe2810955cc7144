/// How a quotient is rounded to a whole number; negative amounts are rounded like the positive ones.
public enum RoundingMode: String, Sendable, Hashable, CaseIterable {
    /// To the nearest; a half goes away from zero.
    case halfUp = "half-up"
    /// To the nearest; a half goes to the even neighbour.
    case halfEven = "half-even"
    /// Towards zero.
    case down
    /// Away from zero.
    case up

    /// Tells whether a quotient with a remainder is rounded away from zero.
    ///
    /// - Parameters:
    ///   - remainder: Less than the divisor.
    ///   - divisor: A positive number below 2 to the power of 127.
    ///   - isOdd: Whether the quotient is odd.
    /// - Returns: Whether one is added to the size of the quotient.
    package func isAwayFromZero(remainder: UInt128, of divisor: UInt128, isOdd: Bool) -> Bool {
        let twice = remainder * 2
        return switch self {
        case .down: false
        case .up: remainder != 0
        case .halfUp: twice >= divisor
        case .halfEven: twice > divisor || (twice == divisor && isOdd)
        }
    }
}

extension Int64 {
    /// Returns the quotient, rounded exactly.
    ///
    /// - Parameters:
    ///   - divisor: A positive number.
    ///   - mode: How a remainder is rounded.
    /// - Returns: The whole quotient; it always fits, because the divisor is at least one.
    public func divided(by divisor: Int64, rounding mode: RoundingMode) -> Int64 {
        Int64(Int128(self).divided(by: Int128(divisor), rounding: mode))
    }

    /// Returns the product with a factor, divided by a divisor; only the final result is rounded.
    ///
    /// - Parameters:
    ///   - factor: The number to multiply by, such as a tax rate.
    ///   - divisor: A positive number, such as the rate's scale.
    ///   - mode: How a remainder is rounded.
    /// - Returns: The whole quotient, or `nil` when it does not fit 64 bits.
    public func multiplied(by factor: Int64, dividedBy divisor: Int64, rounding mode: RoundingMode) -> Int64?
    {
        Int64(exactly: (Int128(self) * Int128(factor)).divided(by: Int128(divisor), rounding: mode))
    }
}

extension Int128 {
    fileprivate func divided(by divisor: Int128, rounding mode: RoundingMode) -> Int128 {
        precondition(divisor > 0, "division by \(divisor)")
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        let isAwayFromZero = mode.isAwayFromZero(
            remainder: remainder.magnitude, of: divisor.magnitude, isOdd: quotient % 2 != 0)
        return isAwayFromZero ? quotient + signum() : quotient
    }
}
