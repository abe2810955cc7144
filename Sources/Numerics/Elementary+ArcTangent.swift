extension Elementary {
    /// The angle, in radians from -π to π, from the positive x axis to the point (x, y).
    ///
    /// - Returns: NaN when an argument is NaN; for zeros and infinities what IEEE 754 recommends for `atan2`.
    public static func arcTangent(_ y: Double, _ x: Double) -> Double {
        guard x == x, y == y else { return .nan }
        let (height, width) = (y.magnitude, x.magnitude)
        var angle: Double
        if height > width {
            angle = (halfPi - arcTangent(ofQuotient: width, by: height)) + halfPiRest
        } else {
            angle = arcTangent(ofQuotient: height, by: width)
        }
        if x.sign == .minus { angle = (2 * halfPi - angle) + 2 * halfPiRest }
        return y.sign == .minus ? -angle : angle
    }

    /// The arc tangent of a quotient from 0 to 1.
    private static func arcTangent(ofQuotient numerator: Double, by denominator: Double) -> Double {
        guard numerator > 0 else { return 0 }
        if denominator == .infinity { return numerator == .infinity ? halfPi / 2 : 0 }
        // Far from the ends of the range sums do not overflow and small products do not vanish.
        let scale = denominator > 0x1p1000 ? 0x1p-100 : denominator < 0x1p-900 ? 0x1p100 : 1
        let (y, x) = (numerator * scale, denominator * scale)
        let eighths = nearest(8 * (y / x))
        let c = Double(eighths) / 8
        // arctan (y/x) = arctan c + arctan u, with |u| at most 1/16.
        let u = eighths == 0 ? y / x : (y - c * x) / (x + c * y)
        let z = u * u
        var series = 1.0 / 17
        series = series * z - 1.0 / 15
        series = series * z + 1.0 / 13
        series = series * z - 1.0 / 11
        series = series * z + 1.0 / 9
        series = series * z - 1.0 / 7
        series = series * z + 1.0 / 5
        series = series * z - 1.0 / 3
        let (high, low) = arcTangent(ofEighths: eighths)
        return high + (u + (u * z * series + low))
    }

    /// The arc tangent of k/8 in two parts, computed to 400 bits.
    private static func arcTangent(ofEighths eighths: Int64) -> (Double, Double) {
        switch eighths {
        case 0: (0, 0)
        case 1: (0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59)
        case 2: (0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57)
        case 3: (0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56)
        case 4: (0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56)
        case 5: (0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58)
        case 6: (0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56)
        case 7: (0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56)
        default: (0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55)
        }
    }

    /// π/2 in two parts.
    private static let halfPi = 0x1.921fb54442d18p+0
    private static let halfPiRest = 0x1.1a62633145c07p-54
}
