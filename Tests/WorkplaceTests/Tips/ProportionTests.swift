import Testing
import Workplace

struct ProportionTests {
    // Newcombe, Statistics in Medicine 17 (1998), pages 857 to 872, table I, method 3.
    @Test(
        arguments: [
            (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
        ]
            as [(Int, Int, Double, Double)])
    func `a share has the bounds of the published examples`(
        reached: Int, total: Int, low: Double, high: Double
    ) throws {
        let interval = try #require(Proportion(reached, of: total)).interval
        #expect(abs(interval.lowerBound - low) < 0.000_05)
        #expect(abs(interval.upperBound - high) < 0.000_05)
    }

    // Newcombe, Statistics in Medicine 17 (1998), pages 873 to 890, table II, method 10.
    @Test(
        arguments: [
            (56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (6, 7, 2, 7, 0.0582, 0.8062),
            (5, 56, 0, 29, -0.0381, 0.1926), (0, 10, 0, 20, -0.1611, 0.2775), (0, 10, 0, 10, -0.2775, 0.2775),
            (10, 10, 0, 20, 0.6791, 1), (10, 10, 0, 10, 0.6075, 1),
        ] as [(Int, Int, Int, Int, Double, Double)])
    func `a difference has the bounds of the published examples`(
        reached: Int, total: Int, otherReached: Int, otherTotal: Int, low: Double, high: Double
    ) throws {
        let one = try #require(Proportion(reached, of: total))
        let other = try #require(Proportion(otherReached, of: otherTotal))
        let (estimate, interval) = one.difference(from: other)
        #expect(
            abs(estimate - (Double(reached) / Double(total) - Double(otherReached) / Double(otherTotal)))
                < 1e-12)
        #expect(abs(interval.lowerBound - low) < 0.000_05)
        #expect(abs(interval.upperBound - high) < 0.000_05)
        let back = other.difference(from: one).interval
        #expect(abs(back.lowerBound + interval.upperBound) < 1e-12)
        #expect(abs(back.upperBound + interval.lowerBound) < 1e-12)
    }

    @Test(arguments: [(0, 0), (1, 0), (-1, 3), (4, 3)])
    func `what is no share of a group is refused`(reached: Int, total: Int) {
        #expect(Proportion(reached, of: total) == nil)
    }
}
