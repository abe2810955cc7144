/// The integrals along a geodesic as series in ε, to the sixth order.
///
/// They are equations 15 to 18, 23 to 25, 42 and 43 of C. F. F. Karney, *Algorithms for geodesics*, Journal
/// of Geodesy 87 (2013). At this order their error on the Earth is some nanometres.
struct GeodesicSeries {
    private let epsilon: Double

    /// The series for a geodesic that crosses the equator at an azimuth with this cosine.
    init(cosineOfEquatorialAzimuth cosine: Double) {
        let kSquared = cosine * cosine * WorldGeodeticSystem.secondEccentricitySquared
        epsilon = kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
    }

    /// A₁ of equation 17: the distance in polar radii for each radian of arc.
    var distanceScale: Double {
        let square = epsilon * epsilon
        return (1 + square * (1.0 / 4 + square * (1.0 / 64 + square / 256))) / (1 - epsilon)
    }

    /// C₁ of equation 18.
    var distance: SineSeries {
        let e = epsilon
        let square = e * e
        return SineSeries(
            e * (-1.0 / 2 + square * (3.0 / 16 - square / 32)),
            square * (-1.0 / 16 + square * (1.0 / 32 - square * 9 / 2_048)),
            e * square * (-1.0 / 48 + square * 3 / 256),
            square * square * (-5.0 / 512 + square * 3 / 512),
            e * square * square * -7 / 1_280,
            square * square * square * -7 / 2_048)
    }

    /// A₂ of equation 42, for the reduced length.
    var reducedLengthScale: Double {
        let square = epsilon * epsilon
        return (1 - epsilon) * (1 + square * (1.0 / 4 + square * (9.0 / 64 + square * 25 / 256)))
    }

    /// C₂ of equation 43, for the reduced length.
    var reducedLength: SineSeries {
        let e = epsilon
        let square = e * e
        return SineSeries(
            e * (1.0 / 2 + square * (1.0 / 16 + square / 32)),
            square * (3.0 / 16 + square * (1.0 / 32 + square * 35 / 2_048)),
            e * square * (5.0 / 48 + square * 5 / 256),
            square * square * (35.0 / 512 + square * 7 / 512),
            e * square * square * 63 / 1_280,
            square * square * square * 77 / 2_048)
    }

    /// A₃ of equation 24, for the longitude.
    var longitudeScale: Double {
        let e = epsilon
        let n = WorldGeodeticSystem.thirdFlattening
        let first = 1.0 / 2 - n / 2
        let second = 1.0 / 4 + n / 8 - 3 * n * n / 8
        let third = 1.0 / 16 + 3 * n / 16 + n * n / 16
        let fourth = 3.0 / 64 + n / 32
        return 1 - e * (first + e * (second + e * (third + e * (fourth + e * 3 / 128))))
    }

    /// C₃ of equation 25, for the longitude.
    var longitude: SineSeries {
        let e = epsilon
        let n = WorldGeodeticSystem.thirdFlattening
        let square = e * e
        let third = 3.0 / 64 + 3 * n / 64 - n * n / 64
        let first =
            (1.0 / 4 - n / 4) + e
            * ((1.0 / 8 - n * n / 8) + e * (third + e * ((5.0 / 128 + n / 64) + e * 3 / 128)))
        let start = 1.0 / 16 - 3 * n / 32 + n * n / 32
        let second =
            start + e * ((3.0 / 64 - n / 32 - 3 * n * n / 64) + e * ((3.0 / 128 + n / 128) + e * 5 / 256))
        return SineSeries(
            e * first,
            square * second,
            e * square
                * ((5.0 / 192 - 3 * n / 64 + 5 * n * n / 192) + e * ((3.0 / 128 - 5 * n / 192) + e * 7 / 512)),
            square * square * ((7.0 / 512 - 7 * n / 256) + e * 7 / 512),
            e * square * square * 21 / 2_560,
            0)
    }
}

/// The six coefficients of a sum of sines of even multiples of an angle.
struct SineSeries {
    private let c1, c2, c3, c4, c5, c6: Double

    init(_ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double, _ c6: Double) {
        self.c1 = c1
        self.c2 = c2
        self.c3 = c3
        self.c4 = c4
        self.c5 = c5
        self.c6 = c6
    }

    /// c₁ sin 2σ + c₂ sin 4σ + …, by Clenshaw's recurrence.
    func sum(at angle: Direction) -> Double {
        let factor = 2 * (angle.cosine - angle.sine) * (angle.cosine + angle.sine)
        let y6 = c6
        let y5 = factor * y6 + c5
        let y4 = factor * y5 - y6 + c4
        let y3 = factor * y4 - y5 + c3
        let y2 = factor * y3 - y4 + c2
        let y1 = factor * y2 - y3 + c1
        return 2 * angle.sine * angle.cosine * y1
    }

    /// How much the sum grows from one angle to another.
    func change(from first: Direction, to second: Direction) -> Double {
        sum(at: second) - sum(at: first)
    }
}
