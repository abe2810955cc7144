import Attendance
import Essentials
import TestSupport
import Testing

struct ReminderStateMachineTests {
    private let start = at("09:00")

    @Test(arguments: [(Crossing.Kind.entered, PunchKind.in), (.foundInside, .in), (.exited, .out)])
    func `the first crossing of a kind reminds`(kind: Crossing.Kind, proposal: PunchKind) throws {
        var machine = ReminderStateMachine()
        #expect(try machine.apply(crossing(kind, start)) == .decide(.firstCrossing))
        #expect(machine.lastArrival == (proposal == .in ? start : nil))
        #expect(machine.lastDeparture == (proposal == .out ? start : nil))
    }

    @Test(arguments: [
        (-1, ReminderReason.recentCrossing), (0, .recentCrossing), (1, .windowPassed),
    ])
    func `W17: a crossing reminds strictly more than two hours after the last of its kind`(
        milliseconds: Int, reason: ReminderReason
    ) throws {
        for kind in [Crossing.Kind.entered, .exited] {
            var machine = ReminderStateMachine()
            _ = try machine.apply(crossing(kind, start))
            let next = start.advanced(by: ReminderPolicy.standardWindow + .milliseconds(milliseconds))
            #expect(try machine.apply(crossing(kind, next)) == .decide(reason))
        }
    }

    @Test
    func `W17: a crossing without a reminder restarts the window`() throws {
        var machine = ReminderStateMachine()
        let actions = try (0..<10).map { try machine.apply(crossing(.entered, minutes(119 * $0))) }
        #expect(actions == [.decide(.firstCrossing)] + Array(repeating: .decide(.recentCrossing), count: 9))
    }

    @Test
    func `W17: arrivals and departures have windows of their own`() throws {
        var machine = ReminderStateMachine()
        #expect(try machine.apply(crossing(.entered, minutes(0))) == .decide(.firstCrossing))
        #expect(try machine.apply(crossing(.exited, minutes(5))) == .decide(.firstCrossing))
        #expect(try machine.apply(crossing(.entered, minutes(10))) == .decide(.recentCrossing))
    }

    @Test(arguments: [
        [Crossing.Kind.entered, .foundInside], [.foundInside, .entered], [.entered, .entered],
        [.exited, .exited],
    ])
    func `W4: two reports of one crossing come to one decision`(kinds: [Crossing.Kind]) throws {
        var machine = ReminderStateMachine()
        #expect(try machine.apply(crossing(kinds[0], start)) == .decide(.firstCrossing))
        let second = start.advanced(by: ReminderStateMachine.sameCrossing)
        #expect(try machine.apply(crossing(kinds[1], second)) == .nothing)
    }

    @Test
    func `W4: reports that are further apart, or with the way back between them, are two crossings`() throws {
        var machine = ReminderStateMachine()
        _ = try machine.apply(crossing(.entered, start))
        let apart = start.advanced(by: ReminderStateMachine.sameCrossing + .milliseconds(1))
        #expect(try machine.apply(crossing(.foundInside, apart)) == .decide(.recentCrossing))
        _ = try machine.apply(crossing(.exited, apart.advanced(by: .seconds(10))))
        let back = crossing(.entered, apart.advanced(by: .seconds(20)))
        #expect(try machine.apply(back) == .decide(.recentCrossing))
    }

    @Test
    func `W4: the second report of a crossing restarts the window, as in the article's code`() throws {
        var machine = ReminderStateMachine()
        _ = try machine.apply(crossing(.entered, start))
        _ = try machine.apply(crossing(.foundInside, start.advanced(by: .seconds(30))))
        let next = start.advanced(by: ReminderPolicy.standardWindow + .seconds(30))
        #expect(try machine.apply(crossing(.entered, next)) == .decide(.recentCrossing))
    }

    @Test(arguments: [(600_000, true), (600_001, false)])
    func `W11: a report from more than ten minutes ahead is refused and changes nothing`(
        milliseconds: Int, isTaken: Bool
    ) throws {
        var machine = ReminderStateMachine(lastArrival: at("06:00"))
        let report = crossing(.entered, start.advanced(by: .milliseconds(milliseconds)), receivedAt: start)
        if isTaken {
            #expect(try machine.apply(report) == .decide(.windowPassed))
        } else {
            #expect(throws: CrossingRefusal.inFuture) { try machine.apply(report) }
            #expect(machine == ReminderStateMachine(lastArrival: at("06:00")))
        }
    }

    @Test(arguments: [(0, ReminderReason.firstCrossing), (1, .late)])
    func `W11: a report older than a day is late and starts no window`(
        milliseconds: Int, reason: ReminderReason
    ) throws {
        var machine = ReminderStateMachine()
        let age = ReminderStateMachine.lateness + .milliseconds(milliseconds)
        #expect(
            try machine.apply(crossing(.entered, start, receivedAt: start.advanced(by: age)))
                == .decide(reason))
        #expect(machine.lastArrival == (reason == .late ? nil : start))
    }

    @Test
    func `a report that arrives after a later crossing does not remind`() throws {
        var machine = ReminderStateMachine()
        _ = try machine.apply(crossing(.exited, at("12:00")))
        let arrival = crossing(.entered, at("09:00"), receivedAt: at("12:01"))
        #expect(try machine.apply(arrival) == .decide(.outOfOrder))
        #expect(machine.lastArrival == at("09:00"))
        let earlier = crossing(.exited, at("08:00"), receivedAt: at("12:02"))
        #expect(try machine.apply(earlier) == .decide(.outOfOrder))
        #expect(machine.lastDeparture == at("12:00"))
    }

    @Test(arguments: 0..<20)
    func `the final state does not depend on the order or the repetition of reports`(
        seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        let end = at("23:00")
        let log = (0..<40).map { _ in
            let kind = Crossing.Kind.allCases.randomElement(using: &generator) ?? .entered
            return crossing(kind, minutes(Int.random(in: 0..<800, using: &generator)), receivedAt: end)
        }
        var sorted = ReminderStateMachine()
        for report in log.sorted(by: { $0.observedAt < $1.observedAt }) { _ = try sorted.apply(report) }
        var shuffled = ReminderStateMachine()
        for report in (log + log.prefix(20)).shuffled(using: &generator) { _ = try shuffled.apply(report) }
        #expect(shuffled == sorted)
    }

    @Test
    func `a decision depends only on the state and the report`() throws {
        let reports = [("09:00", Crossing.Kind.entered), ("12:00", .exited), ("13:00", .entered)]
        func decisions() throws -> [ReminderStateMachine.Action] {
            var machine = ReminderStateMachine()
            return try reports.map { try machine.apply(crossing($0.1, at($0.0))) }
        }
        #expect(try decisions() == decisions())
    }

    private func minutes(_ count: Int) -> Timestamp { start.advanced(by: .seconds(60 * count)) }
}
