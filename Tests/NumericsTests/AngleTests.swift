import Foundation
import Numerics
import TestSupport
import Testing

struct `An angle` {
    @Test(arguments: [
        (0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (270, -1, 0), (360, 0, 1), (-90, -1, 0), (-180, 0, -1),
        (360_000_090, 1, 0),
    ])
    func `has exact sines and cosines at right angles`(degrees: Double, sine: Double, cosine: Double) {
        let values = Angle(degrees: degrees).sineAndCosine
        #expect(values.sine == sine)
        #expect(values.cosine == cosine)
    }

    @Test func `agrees with the C library in radians`() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<10_000 {
            let degrees = generator.number(from: -360, to: 360)
            let values = Angle(degrees: degrees).sineAndCosine
            #expect((values.sine - sin(degrees * .pi / 180)).magnitude < 2e-15)
            #expect((values.cosine - cos(degrees * .pi / 180)).magnitude < 2e-15)
        }
    }

    @Test func `converts between degrees and radians`() {
        #expect(Angle(degrees: 180).radians == .pi)
        #expect(Angle(radians: .pi).degrees == 180)
        #expect(Angle(degrees: 1) < Angle(degrees: 2))
    }

    @Test(arguments: [Double.nan, .infinity, Angle.largestDegrees.nextUp])
    func `has no sine when it is too large`(degrees: Double) {
        #expect(Angle(degrees: degrees).sineAndCosine.sine.isNaN)
    }
}
