import Beacons
import Bluetooth
import Observations
import Synchronization
import Testing

@testable import Machine

@Suite struct MachineClockTests {
    /// The system's clock and the measured time, which the test sets.
    private final class System: Sendable {
        private let values = Mutex((time: ObservationTime(microseconds: 0), measured: Duration.zero))

        func pass(_ duration: Duration) {
            values.withLock {
                $0.time = $0.time.advanced(by: duration)
                $0.measured += duration
            }
        }

        func set(by step: Duration) { values.withLock { $0.time = $0.time.advanced(by: step) } }

        var time: ObservationTime { values.withLock { $0.time } }

        func clock() -> MachineClock {
            MachineClock(systemTime: { self.time }, measured: { self.values.withLock { $0.measured } })
        }
    }

    private let system = System()

    private func seconds(_ count: Double) -> ObservationTime {
        ObservationTime(microseconds: Int64(count * 1_000_000))
    }

    @Test func `small corrections of the system's clock are not followed`() {
        let clock = system.clock()
        system.pass(.seconds(10))
        system.set(by: .milliseconds(1500))
        #expect(clock.now == seconds(10))
        system.set(by: .milliseconds(-3000))
        #expect(clock.now == seconds(10))
        #expect(clock.reading.jumps == 0)
    }

    @Test func `a clock that was behind at the start jumps to the right time`() {
        let clock = system.clock()
        system.pass(.seconds(10))
        system.set(by: .seconds(1_000_000))
        #expect(clock.now == seconds(1_000_010))
        #expect(clock.reading.jumps == 1)
        system.pass(.seconds(5))
        #expect(clock.now == seconds(1_000_015))
        #expect(clock.reading.jumps == 1)
    }

    @Test func `a clock that was ahead goes at half speed until it is right, and never back`() {
        let clock = system.clock()
        system.pass(.seconds(100))
        #expect(clock.now == seconds(100))
        system.set(by: .seconds(-60))
        #expect(clock.now == seconds(100))
        system.pass(.seconds(40))
        #expect(clock.now == seconds(120))
        system.pass(.seconds(80))
        // Right again, and at full speed.
        #expect(clock.now == seconds(160))
        #expect(system.time == seconds(160))
        system.pass(.seconds(10))
        #expect(clock.now == seconds(170))
        #expect(clock.reading.jumps == 0)
    }

    @Test func `a jump of the clock is an interruption of the radio, and no silence`() async throws {
        let (observations, sender) = AsyncStream<Observation>.makeStream()
        let queue = ObservationQueue(sender, clock: system.clock(), mostWaiting: 100)
        queue.radioChanged(.on(Radio(adapter: .userChannel(0), address: nil, mode: .active)))
        system.pass(.seconds(1))
        queue.passTime()
        system.set(by: .seconds(3600))
        system.pass(.seconds(1))
        queue.passTime()
        sender.finish()
        var list: [Observation] = []
        for await observation in observations { list.append(observation) }
        #expect(
            list.map(\.content) == [.radio(.on), .elapsed, .radio(.gone), .radio(.on), .elapsed])
        #expect(list.map(\.time) == [0, 1, 1, 3602, 3602].map(seconds))
    }
}
