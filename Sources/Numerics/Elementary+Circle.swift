extension Elementary {
    /// The largest argument, in radians, for which ``sine(_:)`` and ``cosine(_:)`` are defined.
    public static let largestArgument = 1_048_576.0

    /// The sine of an angle in radians.
    ///
    /// - Returns: NaN for angles above ``largestArgument`` in size.
    public static func sine(_ x: Double) -> Double { sineAndCosine(x).sine }

    /// The cosine of an angle in radians.
    ///
    /// - Returns: NaN for angles above ``largestArgument`` in size.
    public static func cosine(_ x: Double) -> Double { sineAndCosine(x).cosine }

    /// The sine and the cosine of an angle in radians.
    ///
    /// - Returns: NaN for angles above ``largestArgument`` in size.
    public static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
        // Comparisons with NaN are false.
        guard x >= -largestArgument, x <= largestArgument else { return (.nan, .nan) }
        let quadrant = nearest(x * twoOverPi)
        guard quadrant != 0 else { return (reducedSine(x, 0), reducedCosine(x, 0)) }
        let n = Double(quadrant)
        // Each product is exact: 33 bits times 20. So is the first difference, by cancellation; the rounding errors of
        // the next two are carried along.
        let (second, error2) = difference(x - n * halfPi1, n * halfPi2)
        let (third, error3) = difference(second, n * halfPi3)
        let rest = error2 + error3 - n * halfPi4
        let high = third + rest
        let low = (third - high) + rest
        return rotated(ofReduced: high, low, by: quadrant)
    }

    /// The rounded difference and its exact error, by Knuth, *The Art of Computer Programming*, 4.2.2, theorem B.
    private static func difference(_ a: Double, _ b: Double) -> (Double, Double) {
        let rounded = a - b
        let part = rounded - a
        return (rounded, (a - (rounded - part)) - (b + part))
    }

    /// The sine and the cosine of `high + low`, at most π/4 in size, after so many quarter turns.
    static func rotated(
        ofReduced high: Double, _ low: Double, by quarterTurns: Int64
    ) -> (sine: Double, cosine: Double) {
        let sine = reducedSine(high, low)
        let cosine = reducedCosine(high, low)
        switch quarterTurns & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    private static func reducedSine(_ x: Double, _ low: Double) -> Double {
        // Below, the sine is the angle, and zero keeps its sign.
        if x.magnitude < 0x1p-28 { return low == 0 ? x : x + low }
        let z = x * x
        var series = -1.0 / 121_645_100_408_832_000
        series = series * z + 1.0 / 355_687_428_096_000
        series = series * z - 1.0 / 1_307_674_368_000
        series = series * z + 1.0 / 6_227_020_800
        series = series * z - 1.0 / 39_916_800
        series = series * z + 1.0 / 362_880
        series = series * z - 1.0 / 5_040
        series = series * z + 1.0 / 120
        series = series * z - 1.0 / 6
        return x + (x * z * series + low * (1 - z / 2))
    }

    private static func reducedCosine(_ x: Double, _ low: Double) -> Double {
        let z = x * x
        var series = 1.0 / 2_432_902_008_176_640_000
        series = series * z - 1.0 / 6_402_373_705_728_000
        series = series * z + 1.0 / 20_922_789_888_000
        series = series * z - 1.0 / 87_178_291_200
        series = series * z + 1.0 / 479_001_600
        series = series * z - 1.0 / 3_628_800
        series = series * z + 1.0 / 40_320
        series = series * z - 1.0 / 720
        series = series * z + 1.0 / 24
        let half = z / 2
        let rough = 1 - half
        return rough + (((1 - rough) - half) + (z * z * series - x * low))
    }

    private static let twoOverPi = 0x1.45f306dc9c883p-1
    /// π/2 in three parts of 33 bits, and the rest.
    private static let halfPi1 = 0x1.921fb544p+0
    private static let halfPi2 = 0x1.0b4611a6p-34
    private static let halfPi3 = 0x1.3198a2ep-69
    private static let halfPi4 = 0x1.b839a252049c1p-104
}
