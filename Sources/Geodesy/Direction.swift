import Numerics

/// An angle as its sine and cosine: cheaper to compute with than radians, and exact for small angles.
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

    /// The cotangent; it falls from plus to minus infinity as the angle grows from 0 to π.
    var cotangent: Double { cosine / sine }

    /// The sum of two angles.
    func turned(by other: Direction) -> Direction {
        Direction(
            sine: sine * other.cosine + cosine * other.sine, cosine: cosine * other.cosine - sine * other.sine
        )
    }

    /// The angle from this direction to one that is at most half a turn ahead, in radians.
    func angle(to other: Direction) -> Double {
        let difference = difference(to: other)
        return Elementary.arcTangent(difference.sine, difference.cosine)
    }

    /// The angle from this direction to one that is at most half a turn ahead, as sine and cosine times both
    /// lengths.
    func difference(to other: Direction) -> Direction {
        let sine = cosine * other.sine - sine * other.cosine
        // Without `max`, because minus zero would make half a turn negative.
        return Direction(sine: sine > 0 ? sine : 0, cosine: cosine * other.cosine + self.sine * other.sine)
    }
}
