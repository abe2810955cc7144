import Geodesy

/// A circle on the ground in which the answers are the same everywhere: 12 bytes, and no fix (LD20).
///
/// Its middle is a point of a grid whose lines lie some thirty metres apart, so that it does not reveal where a device
/// was to less than that.
struct NoChangeZone {
    private let north: Float
    private let east: Float
    /// The square of the radius, rounded down.
    private let square: Float

    /// Holds nothing.
    init() { (north, east, square) = (0, 0, 0) }

    /// The circle about the nearest point of the grid that lies within so many metres of a place.
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

    /// Whether a place lies in the circle.
    func holds(_ place: Coordinate) -> Bool {
        guard square > 0, let middle else { return false }
        return middle.squaredDistanceBound(to: place) < Double(square)
    }

    /// A line of the grid: a number that single precision holds exactly.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 4_096).rounded() / 4_096 }

    /// More metres than rounding takes from or adds to a distance.
    private static let rounding = 0.001
    /// Takes off more than rounding to single precision can add.
    private static let share = 1 - 0x1p-20
}
