import Geodesy
package import Observations

extension PositionFix {
    /// The position of a fix under reduced accuracy (L83): the middle of a cell of a twentieth of a degree.
    ///
    /// All fixes in a cell give the same position, so many of them reveal no more than one. Near a pole, the
    /// position is less exact than necessary.
    package var coarse: PositionFix? {
        let middle = Coordinate(
            latitude: min(Self.middle(coordinate.latitude), 90),
            longitude: min(Self.middle(coordinate.longitude), 180))
        return middle.flatMap {
            PositionFix(coordinate: $0, horizontalAccuracy: max(horizontalAccuracy, Self.coarseAccuracy))
        }
    }

    /// The size of a cell, in degrees.
    private static let cellSize = 0.05
    /// The minimum reported error, in metres.
    private static let coarseAccuracy = 5_000.0

    /// The middle of the cell that contains an angle, in degrees.
    private static func middle(_ degrees: Double) -> Double {
        ((degrees / cellSize).rounded(.down) + 0.5) * cellSize
    }
}
