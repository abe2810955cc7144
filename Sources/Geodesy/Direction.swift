import Numerics

/// An angle by its sine and cosine, which are cheaper to compute with than the angle and keep small ones exact.
struct Direction {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// The direction towards a point.
    init(towards cosine: Double, _ sine: Double) {
        let length = (sine * sine + cosine * cosine).squareRoot()
        self.init(sine: sine / length, cosine: cosine / length)
    }

    init(radians: Double) {
        let values = Elementary.sineAndCosine(radians)
        self.init(sine: values.sine, cosine: values.cosine)
    }

    init(degrees: Double) {
        let values = Angle(degrees: degrees).sineAndCosine
        self.init(sine: values.sine, cosine: values.cosine)
    }

    /// The cotangent, which falls from plus to minus infinity while the angle grows from 0 to π.
    var cotangent: Double { cosine / sine }

    /// The sum of two angles.
    func turned(by other: Direction) -> Direction {
        Direction(
            sine: sine * other.cosine + cosine * other.sine, cosine: cosine * other.cosine - sine * other.sine
        )
    }

    /// The angle from here to a direction that is at most half a turn ahead, in radians.
    func angle(to other: Direction) -> Double {
        let difference = difference(to: other)
        return Elementary.arcTangent(difference.sine, difference.cosine)
    }

    /// Sine and cosine, times both lengths, of the angle from here to a direction that is at most half a turn ahead.
    func difference(to other: Direction) -> Direction {
        let sine = cosine * other.sine - sine * other.cosine
        // Not a minimum: minus zero would make half a turn negative.
        return Direction(sine: sine > 0 ? sine : 0, cosine: cosine * other.cosine + self.sine * other.sine)
    }
}
