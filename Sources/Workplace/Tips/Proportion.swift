/// How many of a group reached something, and how sure the share is.
public struct Proportion: Hashable, Sendable {
    /// How many reached it.
    public let reached: Int
    /// How many there are, at least one.
    public let total: Int

    /// Makes a proportion; `nil` for an empty group, and for more than there are.
    public init?(_ reached: Int, of total: Int) {
        guard total > 0, (0...total).contains(reached) else { return nil }
        self.reached = reached
        self.total = total
    }

    /// The share, from 0 to 1.
    public var share: Double { Double(reached) / Double(total) }

    /// The bounds of the share with 95 % confidence, by Wilson's score without a correction for continuity.
    ///
    /// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), method 3.
    public var interval: ClosedRange<Double> {
        let (count, square) = (Double(total), Self.quantile * Self.quantile)
        let middle = 2 * count * share + square
        let half = Self.quantile * (square + 4 * count * share * (1 - share)).squareRoot()
        let divisor = 2 * (count + square)
        return max((middle - half) / divisor, 0)...min((middle + half) / divisor, 1)
    }

    /// How much larger the share is than another group's, with its bounds with 95 % confidence.
    ///
    /// R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17
    /// (1998), method 10: the differences of the shares from the ends of their own intervals, added as squares. It holds for
    /// small groups and at shares of nothing and of all, where the usual one does not.
    public func difference(from other: Proportion) -> (estimate: Double, interval: ClosedRange<Double>) {
        let estimate = share - other.share
        let (own, others) = (interval, other.interval)
        let below = Self.hypotenuse(share - own.lowerBound, others.upperBound - other.share)
        let above = Self.hypotenuse(own.upperBound - share, other.share - others.lowerBound)
        return (estimate, max(estimate - below, -1)...min(estimate + above, 1))
    }

    /// Between minus it and it lie 95 % of the normal distribution.
    private static let quantile = 1.959963984540054

    private static func hypotenuse(_ one: Double, _ other: Double) -> Double {
        (one * one + other * other).squareRoot()
    }
}
