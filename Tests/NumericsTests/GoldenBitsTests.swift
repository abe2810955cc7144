import Numerics
import TestSupport
import Testing

/// What must not change: the bits of every function, on every platform.
struct `The bits of elementary functions` {
    /// A function, where it is sampled, and the digest of what it gives there.
    struct Golden: Sendable, CustomTestStringConvertible {
        var name: String
        var range: ClosedRange<Double>
        var digest: UInt64
        var function: @Sendable (Double) -> Double

        var testDescription: String { name }
    }

    static let goldens = [
        Golden(name: "sine", range: -10...10, digest: 0xDA85_A6B3_62B7_E54F) { Elementary.sine($0) },
        Golden(name: "cosine", range: -1e6...1e6, digest: 0x6317_C464_F7D6_B3B5) { Elementary.cosine($0) },
        Golden(name: "exponential", range: -700...700, digest: 0x8D20_FED6_2111_AE54) {
            Elementary.exponential($0)
        },
        Golden(name: "power of ten", range: -20...20, digest: 0x3680_9E12_3735_E81A) {
            Elementary.powerOfTen($0)
        },
        Golden(name: "natural logarithm", range: 0...1e6, digest: 0x0B6C_3CE5_427F_A287) {
            Elementary.naturalLogarithm($0)
        },
        Golden(name: "common logarithm", range: 0...1e6, digest: 0xB043_0114_32D1_6776) {
            Elementary.commonLogarithm($0)
        },
        Golden(name: "arc tangent", range: -10...10, digest: 0x0EB3_F94E_EE13_EC05) {
            Elementary.arcTangent($0, 1)
        },
        Golden(name: "degrees", range: -360...360, digest: 0x7E01_4356_462E_B5B2) {
            Angle(degrees: $0).sineAndCosine.sine
        },
    ]

    @Test(arguments: goldens)
    func `stay the same`(_ golden: Golden) {
        var generator = SplitMix64(seed: 8)
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for _ in 0..<100_000 {
            let argument = generator.number(from: golden.range.lowerBound, to: golden.range.upperBound)
            digest = (digest ^ golden.function(argument).bitPattern) &* 0x100_0000_01b3
        }
        #expect(digest == golden.digest, "\(golden.name): 0x\(String(digest, radix: 16))")
    }

    @Test(arguments: [
        (0.1, 0x3FB9_8EAE_CB8B_CB2C, 0x3FF1_AEC7_B35A_00D4) as (Double, UInt64, UInt64)
    ])
    func `are these at single arguments`(x: Double, sine: UInt64, exponential: UInt64) {
        #expect(Elementary.sine(x).bitPattern == sine)
        #expect(Elementary.exponential(x).bitPattern == exponential)
    }
}
