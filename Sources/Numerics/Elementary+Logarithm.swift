extension Elementary {
    /// The natural logarithm.
    ///
    /// - Returns: Minus infinity for 0, and NaN for NaN and below 0.
    public static func naturalLogarithm(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x < .infinity else { return x }
        let parts = logarithmParts(of: x)
        let k = Double(parts.exponent)
        return k * ln2High + (parts.high + (parts.low + k * ln2Low))
    }

    /// The logarithm to base ten.
    ///
    /// - Returns: Minus infinity for 0, and NaN for NaN and below 0.
    public static func commonLogarithm(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x < .infinity else { return x }
        let parts = logarithmParts(of: x)
        let k = Double(parts.exponent)
        let head = leadingBits(parts.high)
        let tail = (parts.high - head) + parts.low
        let product = head * inverseLn10High
        let rest = tail * inverseLn10High + (parts.high + parts.low) * inverseLn10Low + k * log10Of2Low
        let whole = k * log10Of2High
        let sum = whole + product
        // |whole| ≥ |product| unless it is 0: the rounding error of the sum comes out exactly.
        return sum + (((whole - sum) + product) + rest)
    }

    /// x = 2ᵏ · (1 + f) with 1 + f between √½ and √2; ln (1 + f) is the sum of the two parts, the first being f.
    private static func logarithmParts(of x: Double) -> (exponent: Int, high: Double, low: Double) {
        let isSubnormal = x < 0x1p-1022
        let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern
        var exponent = Int(bits >> 52) - 1023 - (isSubnormal ? 54 : 0)
        var significand = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        if significand > 0x1.6a09e667f3bcdp0 {
            significand /= 2
            exponent += 1
        }
        let f = significand - 1
        // ln (1 + f) = 2 artanh s = 2s + s · R = f - s · (f - R), with s = f / (2 + f) and R = 2s²/3 + 2s⁴/5 + …
        let s = f / (2 + f)
        let z = s * s
        var series = 2.0 / 25
        series = series * z + 2.0 / 23
        series = series * z + 2.0 / 21
        series = series * z + 2.0 / 19
        series = series * z + 2.0 / 17
        series = series * z + 2.0 / 15
        series = series * z + 2.0 / 13
        series = series * z + 2.0 / 11
        series = series * z + 2.0 / 9
        series = series * z + 2.0 / 7
        series = series * z + 2.0 / 5
        series = series * z + 2.0 / 3
        return (exponent, f, -(s * (f - series * z)))
    }

    /// The leading 26 bits of 1 / ln 10, and the rest.
    private static let inverseLn10High = 0x1.bcb7b1p-2
    private static let inverseLn10Low = 0x1.49b9438ca9aaep-28
}
