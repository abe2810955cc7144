import Numerics
import TestSupport
import Testing

@Suite struct BatchTests {
    /// Numbers of all sizes, edges and whole ones among them, in a count that no register divides.
    private static let arguments: [Double] = {
        var chance = SplitMix64(seed: 11)
        var all: [Double] = [
            0, -0.0, 1, 2, 22, 23, -1, 0.5, -0.5, 1e-300, 300, -300, 308.3, -323.8, 690, -690, 709.8, -745.2,
            .nan,
            .infinity, -.infinity,
        ]
        for _ in 0..<20_000 {
            let unit = Double(chance.next() >> 11) * 0x1p-53 - 0.5
            all.append(unit * [1.0, 10, 100, 1_000][Int(chance.next() % 4)])
        }
        return all
    }()

    @Test(arguments: 0..<5)
    func `many exponentials at once have the bits of one`(dropped: Int) {
        let arguments = Array(Self.arguments.dropFirst(dropped))
        var results = arguments
        Elementary.exponentials(of: &results)
        let expected = arguments.map { Elementary.exponential($0).bitPattern }
        #expect(zip(results.map(\.bitPattern), expected).allSatisfy { $0 == $1 })
    }

    @Test(arguments: 0..<5)
    func `many powers of ten at once have the bits of one`(dropped: Int) {
        let arguments = Array(Self.arguments.dropFirst(dropped))
        var results = arguments
        Elementary.powersOfTen(of: &results)
        let expected = arguments.map { Elementary.powerOfTen($0).bitPattern }
        #expect(zip(results.map(\.bitPattern), expected).allSatisfy { $0 == $1 })
    }

    @Test func `nothing is nothing`() {
        var none: [Double] = []
        Elementary.exponentials(of: &none)
        Elementary.powersOfTen(of: &none)
        #expect(none.isEmpty)
    }
}
