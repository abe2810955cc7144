import Attendance
import Essentials
import Testing

struct PunchStateMachineTests {
    private let morning = at("09:00")

    @Test
    func `a person without a punch is out and clocks in first`() throws {
        var machine = PunchStateMachine(after: nil)
        #expect(machine.state == .out(since: nil))
        #expect(throws: PunchRefusal.illegal(.out(since: nil))) { try machine.apply(.out, at: morning) }
        try machine.apply(.in, at: morning)
        #expect(machine.state == .in(since: morning))
    }

    @Test
    func `in and out alternate, however close`() throws {
        var machine = PunchStateMachine(after: nil)
        for (second, kind) in [PunchKind.in, .out, .in, .out].enumerated() {
            #expect(machine.state.next == kind)
            try machine.apply(kind, at: morning.advanced(by: .seconds(second)))
        }
        #expect(machine.state == .out(since: morning.advanced(by: .seconds(3))))
    }

    @Test(arguments: [PunchKind.in, .out])
    func `W39: a punch that is repeated within a minute counts once, later it is refused`(kind: PunchKind)
        throws
    {
        var machine = PunchStateMachine(after: punch(kind, morning))
        let before = machine
        let minute = morning.advanced(by: PunchStateMachine.repetition)
        #expect(throws: PunchRefusal.repeated(before.state)) { try machine.apply(kind, at: minute) }
        #expect(throws: PunchRefusal.illegal(before.state)) {
            try machine.apply(kind, at: minute.advanced(by: .milliseconds(1)))
        }
        #expect(machine == before)
    }

    @Test
    func `W40: from each of out, in and on break only the allowed steps are taken`() throws {
        let steps: [(last: Punch?, allowed: [WorkMark.Kind])] = [
            (nil, [.in]), (punch(.out, morning), [.in]), (punch(.in, morning), [.out, .break]),
            (breakPunch(at: morning), [.in, .out]),
        ]
        let later = morning.advanced(by: .seconds(3_600))
        for (last, allowed) in steps {
            #expect(PunchStateMachine(after: last).state.allowed == allowed)
            for mark in WorkMark.Kind.allCases {
                var machine = PunchStateMachine(after: last)
                let before = machine
                do throws(PunchRefusal) {
                    try machine.apply(mark == .in ? .in : .out, startsBreak: mark == .break, at: later)
                    #expect(allowed.contains(mark))
                    #expect(machine.state.mark == mark)
                } catch {
                    #expect(error == .illegal(before.state))
                    #expect(!allowed.contains(mark))
                    #expect(machine == before)
                }
            }
        }
    }

    @Test
    func `W41: a clock-in on top of another is taken only with the word that the clock-out was forgotten`()
        throws
    {
        var machine = PunchStateMachine(after: punch(.in, morning))
        let later = morning.advanced(by: .seconds(86_400))
        #expect(throws: PunchRefusal.illegal(machine.state)) { try machine.apply(.in, at: later) }
        try machine.apply(.in, forgotOut: true, at: later)
        #expect(machine.state == .in(since: later))
    }

    private func breakPunch(at time: Timestamp) -> Punch {
        Punch(
            id: id("punch"), person: id("ada"), kind: .out, time: time, deviceTime: nil, site: id("berlin"),
            zone: berlin, reminder: nil, startsBreak: true)
    }

    @Test
    func `the second of two simultaneous punches is refused with the present state`() throws {
        var machine = PunchStateMachine(after: punch(.out, at("18:00", day: -1)))
        try machine.apply(.in, at: morning)
        let refusal = #expect(throws: PunchRefusal.self) { try machine.apply(.in, at: morning) }
        #expect(refusal?.state == .in(since: morning))
    }

    @Test(arguments: [(-120_001, true), (-120_000, false), (0, false), (120_000, false), (120_001, true)])
    func `W36: a device clock that is off by more than two minutes is flagged`(
        milliseconds: Int, isSkewed: Bool
    ) {
        let deviceTime = morning.advanced(by: .milliseconds(milliseconds))
        #expect(punch(.in, morning, deviceTime: deviceTime).isSkewed == isSkewed)
        #expect(!punch(.in, morning).isSkewed)
    }
}
