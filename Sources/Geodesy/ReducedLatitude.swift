/// The latitude β on the auxiliary sphere: tan β = (1 - f) tan φ.
struct ReducedLatitude {
    var sine: Double
    var cosine: Double
    /// √(1 + e'² sin² β).
    var stretch: Double

    init(degrees: Double) {
        let latitude = Direction(degrees: degrees)
        let reduced = Direction(towards: latitude.cosine, latitude.sine * WorldGeodeticSystem.axisRatio)
        sine = reduced.sine
        // A pole also needs a defined direction.
        cosine = max(reduced.cosine, 1e-150)
        stretch = (1 + WorldGeodeticSystem.secondEccentricitySquared * sine * sine).squareRoot()
    }
}
