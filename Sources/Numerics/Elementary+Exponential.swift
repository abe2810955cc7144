extension Elementary {
    /// *e* to a power.
    ///
    /// - Returns: Infinity above 709.79, 0 below -745.14, and NaN for NaN.
    public static func exponential(_ x: Double) -> Double {
        if x > 709.79 { return .infinity }
        if x < -745.14 { return 0 }
        guard x == x else { return x }
        let k = (x * log2OfE + roundingShift) - roundingShift
        return exponential(ofReduced: x - k * ln2High, minus: k * ln2Low, twoTo: Int(k))
    }

    /// Ten to a power; whole powers from 0 to 22 are exact.
    ///
    /// - Returns: Infinity above 308.26, 0 below -323.7, and NaN for NaN.
    public static func powerOfTen(_ x: Double) -> Double {
        if x > 308.26 { return .infinity }
        if x < -323.7 { return 0 }
        guard x == x else { return x }
        if let exact = wholePowerOfTen(x) { return exact }
        let k = (x * log2Of10 + roundingShift) - roundingShift
        let rest = (x - k * log10Of2High) - k * log10Of2Low
        // rest · ln 10 with the error of the product, so that the reduced argument is sure to its last bit.
        let head = leadingBits(rest)
        let tail = rest - head
        let high = head * ln10High
        return exponential(ofReduced: high, minus: -(tail * ln10High + rest * ln10Low), twoTo: Int(k))
    }

    private static func wholePowerOfTen(_ x: Double) -> Double? {
        guard x >= 0, x <= 22, Double(Int64(x)) == x else { return nil }
        var power = 1.0
        for _ in 0..<Int64(x) { power *= 10 }
        return power
    }

    /// The series of *e*ʳ after its first two terms, over r²: from 1/2! down to 1/14!, side by side for several numbers.
    @inline(__always)
    static func exponentialSeries<Numbers: SIMD>(_ r: Numbers) -> Numbers where Numbers.Scalar == Double {
        var series = Numbers(repeating: 1.0 / 87_178_291_200)
        series = series * r + 1.0 / 6_227_020_800
        series = series * r + 1.0 / 479_001_600
        series = series * r + 1.0 / 39_916_800
        series = series * r + 1.0 / 3_628_800
        series = series * r + 1.0 / 362_880
        series = series * r + 1.0 / 40_320
        series = series * r + 1.0 / 5_040
        series = series * r + 1.0 / 720
        series = series * r + 1.0 / 120
        series = series * r + 1.0 / 24
        series = series * r + 1.0 / 6
        series = series * r + 1.0 / 2
        return series
    }

    /// *e* to `high - low`, times two to a whole power; the difference is at most 0.35 in size.
    private static func exponential(ofReduced high: Double, minus low: Double, twoTo exponent: Int) -> Double
    {
        let r = high - low
        let correction = (high - r) - low
        let series = exponentialSeries(SIMD2(repeating: r))[0]
        return scaled(1 + (r + (series * r * r + correction)), by: exponent)
    }
}

// MARK: - Constants

extension Elementary {
    /// Added and taken away again, it leaves the nearest whole number, to even at the middle, of what is below 2⁵¹; the
    /// sum has that number in its lowest bits.
    static let roundingShift = 0x1.8p+52
    static let log2OfE = 0x1.71547652b82fep+0
    static let log2Of10 = 0x1.a934f0979a371p+1
    /// The leading 26 bits of ln 10, and the rest.
    static let ln10High = 0x1.26bb1b8p+1
    static let ln10Low = 0x1.daaa8ac16ea57p-26

    /// The leading 42 bits of ln 2, and the rest: products with an exponent are exact.
    static let ln2High = 0x1.62e42fefa38p-1
    static let ln2Low = 0x1.ef35793c7673p-45
    /// The leading 42 bits of log₁₀ 2, and the rest.
    static let log10Of2High = 0x1.34413509f78p-2
    static let log10Of2Low = 0x1.fef311f12b358p-46
}
