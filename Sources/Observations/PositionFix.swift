public import Geodesy

/// A position that a device measured, with its accuracy.
public struct PositionFix: Hashable, Sendable {
    /// The most likely place.
    public let coordinate: Coordinate
    /// One sigma of the horizontal error, in metres; 0 or more.
    public let horizontalAccuracy: Double

    /// Makes a fix; `nil` when the accuracy is negative or not finite.
    public init?(coordinate: Coordinate, horizontalAccuracy: Double) {
        guard horizontalAccuracy >= 0, horizontalAccuracy.isFinite else { return nil }
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
    }
}
