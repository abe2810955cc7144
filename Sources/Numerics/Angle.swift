/// An angle, in degrees or radians.
public struct Angle: Hashable, Comparable, Sendable {
    /// The angle in degrees.
    public var degrees: Double

    /// Makes an angle of its degrees.
    public init(degrees: Double) { self.degrees = degrees }

    /// Makes an angle of its radians.
    public init(radians: Double) { degrees = radians * 0x1.ca5dc1a63c1f8p+5 }

    /// The angle in radians.
    public var radians: Double { degrees * Self.radiansPerDegree }

    /// The largest size, in degrees, for which ``sineAndCosine`` is defined.
    public static let largestDegrees = 0x1p46

    /// The sine and the cosine, exact at multiples of a right angle; NaN above ``largestDegrees`` in size.
    public var sineAndCosine: (sine: Double, cosine: Double) {
        guard degrees >= -Self.largestDegrees, degrees <= Self.largestDegrees else { return (.nan, .nan) }
        let quarterTurns = Elementary.nearest(degrees / 90)
        // Exact: the product has fewer than 53 bits, and the difference cancels.
        let rest = degrees - 90 * Double(quarterTurns)
        return Elementary.rotated(ofReduced: rest * Self.radiansPerDegree, 0, by: quarterTurns)
    }

    /// Compares sizes, without turning full circles away.
    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }

    private static let radiansPerDegree = 0x1.1df46a2529d39p-6
}
