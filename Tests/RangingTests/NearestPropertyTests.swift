import Ranging
import TestSupport
import Testing

/// What holds for any sightings, and how the machine behaves in simulated hours.
@Suite struct NearestPropertyTests {
    private typealias Machine = NearestStateMachine<Int, Moment>

    @Test(arguments: 0..<40)
    func `C11: a chosen beacon stays for the hold at least, unless it is lost`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var machine = Machine()
        var (time, lastHeard, chosenAt) = (Int64(0), [Int: Int64](), Int64.min / 2)
        for _ in 0..<2_000 {
            time += .random(in: 0...400, using: &generator)
            let (key, before) = (Int.random(in: 0..<4, using: &generator), machine.answer)
            let rssi = Int8.random(in: -95 ... -40, using: &generator)
            lastHeard[key] = time
            guard let change = machine.sighted(key, rssi: rssi, measuredPower: -59, at: Moment(time)) else {
                continue
            }
            #expect(change != before)
            if case .choose(let old) = before {
                let isLost = time - (lastHeard[old] ?? .min / 2) > 10_000
                #expect(isLost || time - chosenAt >= 3_000)
            }
            chosenAt = time
        }
    }

    @Test(arguments: 0..<40)
    func `an answer names only beacons that are heard, each once`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var machine = Machine()
        var (time, lastHeard) = (Int64(0), [Int: Int64]())
        for _ in 0..<2_000 {
            time += .random(in: 0...4_000, using: &generator)
            if Bool.random(using: &generator) {
                _ = machine.elapsed(until: Moment(time))
            } else {
                let key = Int.random(in: 0..<5, using: &generator)
                lastHeard[key] = time
                let rssi = Int8.random(in: -70 ... -60, using: &generator)
                _ = machine.sighted(key, rssi: rssi, measuredPower: -59, at: Moment(time))
            }
            let named = machine.answer.keys
            #expect(Set(named).count == named.count)
            for key in named { #expect(time - (lastHeard[key] ?? .min / 2) <= 10_000) }
            if case .ask(let keys) = machine.answer { #expect(keys.count > 1) }
        }
    }

    @Test(arguments: 0..<3, [2.9, 6.0])
    func `a badge that does not move changes its answer at most four times an hour`(
        seed: UInt64, noise: Double
    ) {
        var place = SimulatedPlace(seed: seed, beacons: 6, noise: noise)
        var machine = Machine()
        var switches = 0
        place.stand(seconds: 3_600) { key, rssi, time in
            let before = machine.answer
            if machine.sighted(key, rssi: rssi, measuredPower: -59, at: time) != nil, before != .nothing {
                switches += 1
            }
        }
        #expect(switches <= 4)
    }

    @Test(arguments: 0..<10)
    func `a badge that walks to another beacon is followed within eight seconds`(seed: UInt64) {
        var place = SimulatedPlace(seed: seed, beacons: 2, noise: 4)
        var machine = Machine()
        var last: (answer: NearestAnswer<Int>, time: Moment)?
        for (here, there) in [(-55.0, -75.0), (-75, -55)] {
            place.strengths = [here, there]
            place.stand(seconds: 60) { key, rssi, time in
                if let change = machine.sighted(key, rssi: rssi, measuredPower: -59, at: time) {
                    last = (change, time)
                }
            }
        }
        #expect(last?.answer == .choose(1))
        #expect((last?.time ?? Moment(.max)) < Moment(68_000))
    }
}

extension NearestAnswer {
    /// The beacons that an answer names.
    fileprivate var keys: [Key] {
        switch self {
        case .nothing: []
        case .choose(let key): [key]
        case .ask(let keys): keys
        }
    }
}
