// The same functions over many numbers at once: the same operations in the same order for each, so the same bits, but
// side by side in vector registers.
extension Elementary {
    /// *e* to each of the powers, in their place; the bits are those of ``exponential(_:)``.
    ///
    /// - Complexity: O(*n*).
    public static func exponentials(of numbers: inout [Double]) {
        inFours(&numbers, fast: exponential(inRange:), isFast: { abs4($0, below: 690) }) { exponential($0) }
    }

    /// Ten to each of the powers, in their place; the bits are those of ``powerOfTen(_:)``.
    ///
    /// - Complexity: O(*n*).
    public static func powersOfTen(of numbers: inout [Double]) {
        inFours(&numbers, fast: powerOfTen(inRange:), isFast: isOrdinaryPower) { powerOfTen($0) }
    }

    /// Goes through the numbers four by four; fours that are not all ordinary go one by one.
    @inline(__always)
    private static func inFours(
        _ numbers: inout [Double], fast: (SIMD4<Double>) -> SIMD4<Double>, isFast: (SIMD4<Double>) -> Bool,
        slow: (Double) -> Double
    ) {
        var index = 0
        while index + 4 <= numbers.count {
            let four = SIMD4(numbers[index], numbers[index + 1], numbers[index + 2], numbers[index + 3])
            if isFast(four) {
                let result = fast(four)
                for lane in 0..<4 { numbers[index + lane] = result[lane] }
            } else {
                for lane in 0..<4 { numbers[index + lane] = slow(four[lane]) }
            }
            index += 4
        }
        for index in index..<numbers.count { numbers[index] = slow(numbers[index]) }
    }

    /// Whether all are nearer to zero than a limit, and none is NaN.
    @inline(__always)
    private static func abs4(_ x: SIMD4<Double>, below limit: Double) -> Bool {
        all(x .< SIMD4(repeating: limit)) && all(x .> SIMD4(repeating: -limit))
    }

    /// Whether all can be computed alike; whole powers are exact in another way.
    @inline(__always)
    private static func isOrdinaryPower(_ x: SIMD4<Double>) -> Bool {
        abs4(x, below: 300) && !any(x .== rounded(x))
    }

    /// The nearest whole numbers, to even at the middle; below 2⁵¹ in size.
    @inline(__always)
    private static func rounded(_ x: SIMD4<Double>) -> SIMD4<Double> { (x + roundingShift) - roundingShift }

    @inline(__always)
    private static func exponential(inRange x: SIMD4<Double>) -> SIMD4<Double> {
        let shifted = x * log2OfE + roundingShift
        let k = shifted - roundingShift
        return exponential(ofReduced: x - k * ln2High, minus: k * ln2Low, shifted: shifted)
    }

    @inline(__always)
    private static func powerOfTen(inRange x: SIMD4<Double>) -> SIMD4<Double> {
        let shifted = x * log2Of10 + roundingShift
        let k = shifted - roundingShift
        let rest = (x - k * log10Of2High) - k * log10Of2Low
        let head = lanes(rest) { leadingBits($0) }
        let tail = rest - head
        return exponential(
            ofReduced: head * ln10High, minus: -(tail * ln10High + rest * ln10Low), shifted: shifted)
    }

    @inline(__always)
    private static func exponential(
        ofReduced high: SIMD4<Double>, minus low: SIMD4<Double>, shifted: SIMD4<Double>
    ) -> SIMD4<Double> {
        let r = high - low
        let correction = (high - r) - low
        let series = exponentialSeries(r)
        let scale = lanes(shifted) { Double(bitPattern: ($0.bitPattern &+ 1023) << 52) }
        return (1 + (r + (series * r * r + correction))) * scale
    }

    @inline(__always)
    private static func lanes(_ x: SIMD4<Double>, _ function: (Double) -> Double) -> SIMD4<Double> {
        SIMD4(function(x[0]), function(x[1]), function(x[2]), function(x[3]))
    }
}
