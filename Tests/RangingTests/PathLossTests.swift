import Ranging
import Testing

@Suite struct PathLossTests {
    @Test(arguments: [
        (-59.0, 1.0), (-79, 10), (-99, 100), (-39, 0.1), (-65.0206, 2),
    ])
    func `a tenfold distance costs ten times the exponent`(rssi: Double, metres: Double) {
        let estimate = PathLoss.indoors.distance(rssi: rssi, measuredPower: -59)
        #expect(abs(estimate.metres / metres - 1) < 1e-6)
    }

    @Test func `L130: a distance carries its uncertainty`() throws {
        let model = try #require(PathLoss(exponent: 2, shadowing: 20))
        let estimate = model.distance(rssi: -59, measuredPower: -59)
        #expect(estimate == DistanceEstimate(metres: 1, factor: 10))
        #expect(estimate.range == 0.1...10)
        #expect(estimate.accuracy == 9)
    }

    @Test func `without shadowing a distance is certain`() throws {
        let model = try #require(PathLoss(exponent: 3, shadowing: 0))
        let estimate = model.distance(rssi: -72, measuredPower: -59)
        #expect(estimate.factor == 1)
        #expect(estimate.accuracy == 0)
    }

    @Test(arguments: [1.16, 2, 2.7, 3.5])
    func `strength and distance are each other's inverse`(exponent: Double) throws {
        let model = try #require(PathLoss(exponent: exponent, shadowing: 6))
        for rssi in stride(from: -110.0, through: 0, by: 0.5) {
            let metres = model.distance(rssi: rssi, measuredPower: -59).metres
            #expect(abs(model.rssi(metres: metres, measuredPower: -59) - rssi) < 1e-9)
        }
    }

    @Test func `a weaker signal is never nearer`() {
        var last = 0.0
        for rssi in (Int8.min...Int8.max).reversed() {
            let metres = PathLoss.indoors.distance(rssi: Double(rssi), measuredPower: -59).metres
            #expect(metres > last && metres.isFinite)
            last = metres
        }
    }

    @Test(arguments: [(0.0, 6.0), (-2, 6), (.nan, 6), (.infinity, 6), (2, -1), (2, .nan), (2, .infinity)])
    func `a model that means nothing is refused`(exponent: Double, shadowing: Double) {
        #expect(PathLoss(exponent: exponent, shadowing: shadowing) == nil)
    }
}
