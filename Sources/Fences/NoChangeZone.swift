import Geodesy

/// A circle on the ground in which all answers are the same: 12 bytes, and no fix (LD20).
///
/// Its middle is a point of a grid with about thirty metres between its lines, so the zone does not reveal a
/// device's place more exactly than that.
struct NoChangeZone {
    private let north: Float
    private let east: Float
    /// The square of the radius, rounded down.
    private let square: Float

    /// Makes an empty zone.
    init() { (north, east, square) = (0, 0, 0) }

    /// The circle around the nearest point of the grid that stays within a distance of a place, in metres.
    init(near place: Coordinate, within distance: Double) {
        let (north, east) = (Self.rounded(place.latitude), Self.rounded(place.longitude))
        var radius = 0.0
        if let middle = Coordinate(latitude: north, longitude: east) {
            let offset = middle.squaredDistanceBound(to: place).squareRoot()
            radius = max(0, distance - offset - Self.rounding)
        }
        (self.north, self.east) = (Float(north), Float(east))
        square = Float(radius * radius * Self.share)
    }

    /// The middle.
    var middle: Coordinate? { Coordinate(latitude: Double(north), longitude: Double(east)) }

    /// Whether a place is in the circle.
    func holds(_ place: Coordinate) -> Bool {
        guard square > 0, let middle else { return false }
        return middle.squaredDistanceBound(to: place) < Double(square)
    }

    /// A line of the grid: a number that single precision represents exactly.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 4_096).rounded() / 4_096 }

    /// An upper bound of the rounding error of a distance, in metres.
    private static let rounding = 0.001
    /// Removes more than the rounding to single precision can add.
    private static let share = 1 - 0x1p-20
}
