import Observations
import Testing

struct `A moment of an observation` {
    @Test(
        arguments: [
            (0, Duration.seconds(1), 1_000_000), (5, .microseconds(-7), -2), (0, .nanoseconds(1_999), 1),
            (0, .nanoseconds(-1_999), -1), (1, .milliseconds(1_500), 1_500_001),
        ] as [(Int64, Duration, Int64)])
    func `moves by whole microseconds`(start: Int64, duration: Duration, end: Int64) {
        #expect(
            ObservationTime(microseconds: start).advanced(by: duration) == ObservationTime(microseconds: end))
    }

    @Test(arguments: [
        (Int64.max, Duration.microseconds(1), Int64.max), (0, .seconds(Int64.max), .max),
        (0, .seconds(Int64.min), .min),
        (.min, .microseconds(-1), .min),
    ])
    func `stops at the ends of time`(start: Int64, duration: Duration, end: Int64) {
        #expect(
            ObservationTime(microseconds: start).advanced(by: duration) == ObservationTime(microseconds: end))
    }

    @Test func `tells how long it is to another`() {
        let early = ObservationTime(microseconds: .min)
        let late = ObservationTime(microseconds: .max)
        #expect(early < late)
        #expect(early.duration(to: late) == .microseconds(Int64.max) - .microseconds(Int64.min))
        #expect(
            ObservationTime(microseconds: 3).duration(to: ObservationTime(microseconds: 1))
                == .microseconds(-2))
    }
}
