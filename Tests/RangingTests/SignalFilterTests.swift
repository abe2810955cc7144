import Ranging
import TestSupport
import Testing

@Suite struct SignalFilterTests {
    @Test func `the first sample is the level`() {
        var filter = SignalFilter<Moment>()
        #expect(filter.level == nil)
        #expect(filter.update(rssi: -70, at: Moment(0)) == -70)
        #expect(filter.newest == Moment(0))
    }

    @Test func `a lasting change has arrived to 63 % after one time constant, however often it was sampled`()
    {
        for gap in [50, 100, 500, 2_000] as [Int64] {
            var filter = SignalFilter<Moment>(timeConstant: .seconds(2))
            filter.update(rssi: -80, at: Moment(0))
            for time in stride(from: gap, through: 2_000, by: Int(gap)) {
                filter.update(rssi: -60, at: Moment(time))
            }
            #expect(abs((filter.level ?? 0) - (-80 + 20 * 0.632_120_558)) < 1e-6)
        }
    }

    @Test func `a constant signal stays what it is`() {
        var filter = SignalFilter<Moment>()
        for time in 0..<1_000 { #expect(filter.update(rssi: -71, at: Moment(Int64(time) * 37)) == -71) }
    }

    @Test func `repeated and late samples change nothing`() {
        var filter = SignalFilter<Moment>()
        filter.update(rssi: -70, at: Moment(1_000))
        #expect(filter.update(rssi: -20, at: Moment(1_000)) == -70)
        #expect(filter.update(rssi: -20, at: Moment(500)) == -70)
        #expect(filter.newest == Moment(1_000))
    }

    @Test func `after a long silence the new sample counts`() {
        var filter = SignalFilter<Moment>()
        filter.update(rssi: -40, at: Moment(0))
        #expect(abs(filter.update(rssi: -90, at: Moment(60_000)) + 90) < 1e-9)
    }

    @Test func `without a time constant the newest sample is the level`() {
        var filter = SignalFilter<Moment>(timeConstant: .zero)
        filter.update(rssi: -40, at: Moment(0))
        #expect(filter.update(rssi: -90, at: Moment(1)) == -90)
    }

    @Test(arguments: 0..<50)
    func `the level never leaves the range of its samples`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var filter = SignalFilter<Moment>()
        var (time, low, high) = (Int64(0), Int8.max, Int8.min)
        for _ in 0..<500 {
            time += .random(in: 0...20_000, using: &generator)
            let sample = Int8.random(in: .min ... .max, using: &generator)
            (low, high) = (min(low, sample), max(high, sample))
            let level = filter.update(rssi: sample, at: Moment(time))
            #expect(level >= Double(low) && level <= Double(high))
        }
    }
}
