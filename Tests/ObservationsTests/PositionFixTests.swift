import Geodesy
import Observations
import Testing

struct `A position fix` {
    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, -Double.leastNonzeroMagnitude])
    func `never has an accuracy that is no length`(accuracy: Double) throws {
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 2))
        #expect(PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy) == nil)
    }

    @Test(arguments: [0.0, 1.9, 6_000_000])
    func `keeps its place and accuracy`(accuracy: Double) throws {
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 2))
        let fix = try #require(PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy))
        #expect(fix.coordinate == coordinate)
        #expect(fix.horizontalAccuracy == accuracy)
    }
}
