import Foundation
import Numerics
import TestSupport
import Testing

/// How far two numbers are apart, in units of the last place.
private func units(_ a: Double, _ b: Double) -> Double {
    if a == b || (a.isNaN && b.isNaN) { return 0 }
    guard a.isFinite, b.isFinite else { return .infinity }
    return (a - b).magnitude / max(b.magnitude.ulp, .leastNonzeroMagnitude)
}

/// A function of one number, the C library's, and where to compare them.
struct Comparison: CustomTestStringConvertible, Sendable {
    var name: String
    var ours: @Sendable (Double) -> Double
    var library: @Sendable (Double) -> Double
    var ranges: [(Double, Double)]
    var hard: [Double]

    var testDescription: String { name }

    static let all = [
        Comparison(
            name: "sine", ours: Elementary.sine, library: { sin($0) },
            ranges: [(-1, 1), (-7, 7), (-1e6, 1e6), (-1e-7, 1e-7)], hard: nearMultiplesOfHalfPi),
        Comparison(
            name: "cosine", ours: Elementary.cosine, library: { cos($0) },
            ranges: [(-1, 1), (-7, 7), (-1e6, 1e6), (-1e-7, 1e-7)], hard: nearMultiplesOfHalfPi),
        Comparison(
            name: "exponential", ours: Elementary.exponential, library: { exp($0) },
            ranges: [(-1, 1), (-709, 709), (-745, -708), (709, 710), (-1e-9, 1e-9)],
            hard: [709.782712893384, 709.7827128933841, -745.1332191019411, -745.1332191019412]),
        Comparison(
            name: "natural logarithm", ours: Elementary.naturalLogarithm, library: { log($0) },
            ranges: [(0, 1), (0.999, 1.001), (0.5, 2), (1, 1e300), (0, 1e-300), (0, 0x1p-1030)],
            hard: aroundOne),
        Comparison(
            name: "common logarithm", ours: Elementary.commonLogarithm, library: { log10($0) },
            ranges: [(0, 1), (0.999, 1.001), (0.5, 2), (1, 1e300), (0, 1e-300), (0, 0x1p-1030)],
            hard: aroundOne + (-300...300).map { pow(10, Double($0)) }),
        Comparison(
            name: "power of ten", ours: Elementary.powerOfTen, library: { pow(10, $0) },
            ranges: [(-1, 1), (-10, 10), (-307, 308), (-323, -307)], hard: (-320...308).map(Double.init)),
    ]

    private static let aroundOne: [Double] = (1...200).flatMap { (step: Int) -> [Double] in
        let small = Double(step) * 0x1p-52
        return [1 + small, 1 - small / 2]
    }

    private static let nearMultiplesOfHalfPi: [Double] = (1...667_000).flatMap {
        (multiple: Int) -> [Double] in
        guard multiple < 2_000 || multiple.isMultiple(of: 61) else { return [] }
        let nearest = Double(multiple) * (Double.pi / 2)
        return [nearest.nextDown, nearest, nearest.nextUp]
    }
}

struct `Elementary functions` {
    @Test(arguments: Comparison.all)
    func `stay within two units in the last place of the C library's`(_ comparison: Comparison) {
        var generator = SplitMix64(seed: 3)
        var worst = (units: 0.0, argument: 0.0)
        func compare(_ x: Double) {
            let distance = units(comparison.ours(x), comparison.library(x))
            if distance > worst.units { worst = (distance, x) }
        }
        comparison.hard.forEach(compare)
        for (low, high) in comparison.ranges {
            for _ in 0..<20_000 { compare(generator.number(from: low, to: high)) }
        }
        #expect(worst.units <= 2, "at \(worst.argument)")
    }

    @Test func `keep the arc tangent within two units in every direction and size`() {
        var generator = SplitMix64(seed: 4)
        var worst = (units: 0.0, y: 0.0, x: 0.0)
        for size in [
            (1.0, 1.0), (1, 1e-3), (1e-3, 1), (1e300, 1e300), (1e308, 1e-10), (1e-305, 0x1p-1030), (1, 1e17),
        ] {
            for _ in 0..<20_000 {
                let y = generator.number(from: -1, to: 1) * size.0
                let x = generator.number(from: -1, to: 1) * size.1
                let distance = units(Elementary.arcTangent(y, x), atan2(y, x))
                if distance > worst.units { worst = (distance, y, x) }
            }
        }
        #expect(worst.units <= 2, "at \(worst.y), \(worst.x)")
    }

    @Test(arguments: [0.0, -0.0, 1, -1, .infinity, -.infinity, .nan, 0x1p-1074, -0x1p-1074])
    func `agree with the C library about special directions`(y: Double) {
        for x in [0.0, -0.0, 1, -1, .infinity, -.infinity, .nan, 0x1p-1074] {
            let (ours, library) = (Elementary.arcTangent(y, x), atan2(y, x))
            #expect(units(ours, library) <= 1, "atan2(\(y), \(x)) is \(ours), not \(library)")
            #expect(ours.isNaN || ours.sign == library.sign, "atan2(\(y), \(x)) is \(ours), not \(library)")
        }
    }

    @Test func `say what they cannot compute`() {
        #expect(Elementary.sine(.nan).isNaN)
        #expect(Elementary.sine(.infinity).isNaN)
        #expect(Elementary.cosine(Elementary.largestArgument.nextUp).isNaN)
        #expect(Elementary.exponential(.nan).isNaN)
        #expect(Elementary.exponential(-.infinity) == 0)
        #expect(Elementary.exponential(.infinity) == .infinity)
        #expect(Elementary.powerOfTen(.nan).isNaN)
        #expect(Elementary.powerOfTen(-.infinity) == 0)
        #expect(Elementary.powerOfTen(.infinity) == .infinity)
        #expect(Elementary.naturalLogarithm(0) == -.infinity)
        #expect(Elementary.naturalLogarithm(-1).isNaN)
        #expect(Elementary.naturalLogarithm(.infinity) == .infinity)
        #expect(Elementary.commonLogarithm(0) == -.infinity)
        #expect(Elementary.commonLogarithm(.nan).isNaN)
    }

    @Test(arguments: 0...22)
    func `give whole powers of ten exactly`(power: Int) throws {
        #expect(Elementary.powerOfTen(Double(power)) == Double("1e\(power)"))
        #expect(Elementary.commonLogarithm(Elementary.powerOfTen(Double(power))) == Double(power))
    }

    @Test func `keep the sign of zero`() {
        #expect(Elementary.sine(-0.0).sign == .minus)
        #expect(Angle(degrees: -0.0).sineAndCosine.sine.sign == .minus)
    }
}
