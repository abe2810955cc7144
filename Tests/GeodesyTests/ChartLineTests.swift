import Geodesy
import Testing

struct `A line of the chart` {
    /// Latitudes and longitudes of two corners, and how far edges may stray from the line between them, in metres.
    @Test(arguments: [
        (48.0, 11.0, 48.0, 11.1, 0.01), (48, 11, 48.001, 11.001, 0.01), (-60, 100, -70, 140, 3),
        (49, -123, 49, -95, 2.1),
        (-5, 179, 5, -179, 1.2), (0, 0, 0, 90, 10), (80, -180, 80, 180, 7),
    ])
    func `is followed by edges, to a centimetre or a millionth of its length`(
        latitude: Double, longitude: Double, endLatitude: Double, endLongitude: Double, allowed: Double
    ) throws {
        let (start, end) = (try place(latitude, longitude), try place(endLatitude, endLongitude))
        let corners = [start] + start.chartLine(to: end) + [end]
        var east = endLongitude - longitude
        if east < -180 { east += 360 }
        for (number, corner) in corners.enumerated().dropLast() {
            // An edge as a thin triangle, so that the distance to its middle can be asked.
            let next = corners[number + 1]
            let apex = try place(
                (corner.latitude + next.latitude) / 2 - 0.5, (corner.longitude + next.longitude) / 2)
            let part = (Double(number) + 0.5) / Double(corners.count - 1)
            let longitude = (longitude + east * part).remainder(dividingBy: 360)
            let middle = try place(latitude + (endLatitude - latitude) * part, longitude)
            guard (next.longitude - corner.longitude).magnitude < 180 else { continue }
            let edge = try Polygon(outer: [corner, next, apex])
            #expect(edge.signedDistance(to: middle).magnitude < allowed)
        }
    }

    @Test func `needs no corners between near places, nor along a meridian`() throws {
        #expect(try place(48, 11).chartLine(to: place(48.0005, 11.001)).isEmpty)
        #expect(try place(0, 11).chartLine(to: place(60, 11)).isEmpty)
        #expect(try place(0, 180).chartLine(to: place(1, -180)).count > 3)
    }

    @Test(arguments: [(179.0, -179.0), (-179, 179)])
    func `crosses the antimeridian the short way`(from: Double, to: Double) throws {
        let line = try place(10, from).chartLine(to: place(10, to))
        #expect(line.count > 10)
        #expect(line.allSatisfy { $0.longitude.magnitude > 178.9 && $0.latitude == 10 })
    }
}
