/// The part of space that holds the border of a shape: it lies between two spheres about one point.
///
/// What is nearer to the centre than the inner sphere is surely inside of the shape, what is beyond the outer sphere
/// surely outside; between them the shape itself has to be asked. A circle has a very thin shell, a polygon a thick one.
public struct SphericalShell: Hashable, Sendable {
    /// The common centre, in metres; each number at most ``ShellIndex/extent`` in size.
    public var center: SIMD3<Double>
    /// The radius of the inner sphere, in metres; below zero when nothing is surely inside.
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
        // In the plane, where z is 0, exactly what anybody would write for it.
        return x * x + y * y + z * z
    }
}
