/// The WGS 84 ellipsoid, by NGA.STND.0036 (2014): two defining numbers, and values derived from them.
enum WorldGeodeticSystem {
    /// The radius of the equator, in metres.
    static let equatorialRadius = 6_378_137.0
    /// The flattening, (a - b) / a.
    static let flattening = 1 / 298.257223563
    /// The polar radius as a part of the equatorial radius.
    static let axisRatio = 1 - flattening
    /// The distance from the centre to a pole, in metres.
    static let polarRadius = equatorialRadius * axisRatio
    /// The third flattening, (a - b) / (a + b).
    static let thirdFlattening = flattening / (2 - flattening)
    /// The square of the second eccentricity, (a² - b²) / b².
    static let secondEccentricitySquared = flattening * (2 - flattening) / (axisRatio * axisRatio)
}
