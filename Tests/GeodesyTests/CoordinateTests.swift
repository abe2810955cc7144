import Geodesy
import Testing

struct `A coordinate` {
    @Test(
        arguments: [
            (90.0.nextUp, 0.0), (-90.0.nextUp, 0), (0, 180.0.nextUp), (0, -180.0.nextUp),
            (.nan, 0),
            (0, .nan), (.infinity, 0), (0, -.infinity),
        ] as [(Double, Double)])
    func `is never off the globe`(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(arguments: [(90.0, 180.0), (-90, -180), (0, 0), (48.137, 11.575)])
    func `keeps its degrees`(latitude: Double, longitude: Double) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(coordinate.latitude == latitude)
        #expect(coordinate.longitude == longitude)
    }
}
