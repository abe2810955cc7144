import Conditions
import Geodesy
import Processes
import Testing

@testable import Monitoring

/// One limit over several monitors (L47, LD3).
@Suite(.timeLimit(.minutes(1))) struct ConditionLimitTests {
    private func circle() throws -> Condition {
        let center = try #require(Coordinate(latitude: 35, longitude: 139))
        return try .circular(CircularGeographicCondition(center: center, radius: 100))
    }

    @Test func `L47 LD3 monitors with one limit count together, whatever the kinds of their conditions`()
        async throws
    {
        let limit = ConditionLimit.atMost(2)
        try await withFolder { folder in
            try await withMonitor("one", in: folder, limit: limit) { one in
                try await withMonitor("two", in: folder, limit: limit) { two in
                    try await one.add(Sensed.office, identifier: "a")
                    try await two.add(circle(), identifier: "b")
                    try await two.add(Sensed.office, identifier: "c")
                    var events = two.events.makeAsyncIterator()
                    let refused = try #require(try await events.next())
                    #expect(Told(refused) == Told("c", .unmonitored))
                    #expect(refused.conditionLimitExceeded)
                    try await one.remove("a")
                    #expect(try await events.next().map(Told.init) == Told("c", .unknown))
                }
            }
        }
    }

    @Test func `LD3 a monitor that is closed makes room for those of others, and comes after them`()
        async throws
    {
        let limit = ConditionLimit.atMost(1)
        try await withFolder { folder in
            try await withMonitor("two", in: folder, limit: limit) { two in
                try await withMonitor("one", in: folder, limit: limit) { one in
                    try await one.add(Sensed.office, identifier: "a")
                    try await two.add(Sensed.office, identifier: "b")
                    #expect(try await two.events.first(1).map(Told.init) == [Told("b", .unmonitored)])
                }
                try await two.observe(Sensed.beacon(1, at: 1))
                await two.finish()
                let told = try await two.events.untilClosed().map(Told.init)
                #expect(told == [Told("b", .unmonitored), Told("b", .satisfied)])
                try await withMonitor("one", in: folder, limit: limit) { one in
                    let told = try await one.events.first(1).map(Told.init)
                    #expect(told == [Told("a", .unmonitored)])
                }
            }
        }
    }

    @Test func `LD3 conditions of several monitors are evaluated in the order of their adding`() {
        let limit = ConditionLimit.atMost(2)
        let (one, two) = (limit.share(of: 1), limit.share(of: 0))
        two.add()
        one.add()
        two.add()
        #expect([one.admitted, two.admitted] == [1, 1])
        two.remove(at: 0)
        #expect([one.admitted, two.admitted] == [2, 0])
        one.remove(at: 1)
        #expect([one.admitted, two.admitted] == [1, 1])
        #expect(!limit.hasRoom(inPlaceOf: 0) && limit.hasRoom(inPlaceOf: 1))
    }

    @Test func `LD3 a waiting reader is woken when another monitor makes room or is dropped`() async {
        let limit = ConditionLimit.atMost(2)
        let waiting = limit.share(of: 0)
        var other: ConditionShare? = limit.share(of: 2)
        waiting.add()
        let signal = WakeSignal()
        waiting.wake(signal)
        other?.remove(at: 0)
        await signal.wait()
        #expect(waiting.admitted == 1)
        waiting.add()
        other = nil
        await signal.wait()
        #expect(waiting.admitted == 2)
    }

    @Test func `signals that were dropped are forgotten when the next one comes`() {
        let limit = ConditionLimit.atMost(1)
        let share = limit.share(of: 0)
        for _ in 1...100 { share.wake(WakeSignal()) }
        let signal = WakeSignal()
        share.wake(signal)
        let kept = withExtendedLifetime(signal) { limit.keptSignals }
        #expect(kept == 1)
    }

    @Test func `the limit of Core Location admits 20 conditions`() {
        // No other test may use it: it is one limit for the process.
        let share = ConditionLimit.appleLimit.share(of: 21)
        #expect(share.admitted == 20)
    }

    @Test func `LD3 two limits of the same count have nothing to do with one another`() {
        let (one, two) = (ConditionLimit.atMost(1).share(of: 1), ConditionLimit.atMost(1).share(of: 1))
        #expect([one.admitted, two.admitted] == [1, 1])
        #expect(ConditionLimit.atMost(-1).share(of: 1).admitted == 0)
        #expect(ConditionLimit.unlimited.share(of: 1).admitted == .max)
    }
}
