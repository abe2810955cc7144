/// The part of space that contains the border of a shape: it lies between two spheres with the same centre.
///
/// Points inside the inner sphere are certainly inside the shape, and points outside the outer sphere are
/// certainly outside. Between them, only the shape itself can decide. A circle has a very thin shell, a
/// polygon a thick one.
public struct SphericalShell: Hashable, Sendable {
    /// The common centre, in metres; each coordinate is at most ``ShellIndex/extent`` in size.
    public var center: SIMD3<Double>
    /// The radius of the inner sphere, in metres; negative when no point is certainly inside.
    public var inner: Double
    /// The radius of the outer sphere, in metres.
    public var outer: Double

    /// Makes a shell.
    public init(center: SIMD3<Double>, inner: Double, outer: Double) {
        self.center = center
        self.inner = inner
        self.outer = outer
    }

    /// The square of the distance of a point from the centre.
    @inlinable
    public func squaredDistance(to point: SIMD3<Double>) -> Double {
        let x = center.x - point.x
        let y = center.y - point.y
        let z = center.z - point.z
        // In the plane, where z is 0, this is exactly the usual formula.
        return x * x + y * y + z * z
    }
}
