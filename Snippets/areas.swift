//! Distances on the ellipsoid, and a room with a pillar in it.

import Geodesy

guard let berlin = Coordinate(latitude: 52.5163, longitude: 13.3777),
    let tokyo = Coordinate(latitude: 35.6586, longitude: 139.7454)
else { preconditionFailure("a place is off the globe") }
print("Berlin to Tokyo: \(Int(berlin.distance(to: tokyo))) m")

func corners(_ degrees: [(Double, Double)]) -> [Coordinate] {
    degrees.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
}

let room = try Polygon(
    outer: corners([(52.4730, 13.4040), (52.4730, 13.4046), (52.4734, 13.4046), (52.4734, 13.4040)]),
    holes: [corners([(52.4731, 13.4042), (52.4731, 13.4043), (52.4732, 13.4043), (52.4732, 13.4042)])])
for place in corners([(52.4733, 13.4045), (52.47315, 13.40425), (52.4735, 13.4045)]) {
    let metres = room.signedDistance(to: place)
    print(room.contains(place) ? "inside" : "outside", "by", Int(metres.magnitude), "m")
}

do throws(PolygonError) {
    _ = try Polygon(outer: corners([(0, 0), (1, 1), (0, 1), (1, 0)]))
} catch {
    print("refused:", error)
}
