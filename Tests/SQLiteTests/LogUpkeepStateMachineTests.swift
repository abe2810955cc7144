import Testing

@testable import SQLite

struct LogUpkeepStateMachineTests {
    private typealias Machine = LogUpkeepStateMachine

    private let limits = Machine.Limits()

    @Test func `a short log is left alone, and copied beside the writer when it is long enough`() {
        var machine = Machine()
        #expect(machine.committed(logPages: limits.toCarry - 1) == .nothing)
        #expect(machine.committed(logPages: limits.toCarry) == .carryBesideWriter)
    }

    @Test func `no turn begins while the log is being copied`() {
        var machine = Machine()
        #expect(machine.committed(logPages: limits.toCarry) == .carryBesideWriter)
        #expect(machine.committed(logPages: 2 * limits.toCarry) == .nothing)
        machine.carried(limits.toCarry)
        #expect(machine.committed(logPages: 2 * limits.toCarry) == .carryBesideWriter)
    }

    @Test func `a long log is copied until little is left, and the writer finishes it`() {
        var machine = Machine()
        let long = limits.toFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        machine.carried(long)
        #expect(machine.committed(logPages: long + 3 * limits.few) == .carryBesideWriter)
        machine.carried(long + 3 * limits.few)
        #expect(machine.committed(logPages: long + 4 * limits.few) == .finish)
    }

    @Test func `the log that starts over after that is short again`() {
        var machine = Machine()
        let long = limits.toFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        machine.carried(long)
        #expect(machine.committed(logPages: long + 1) == .finish)
        machine.carried(long + 1)
        #expect(machine.committed(logPages: 20) == .nothing)
        #expect(machine.committed(logPages: limits.toCarry - 1) == .nothing)
        #expect(machine.committed(logPages: limits.toCarry) == .carryBesideWriter)
    }

    @Test func `a log that started over while it was being carried over counts from its beginning`() {
        var machine = Machine()
        #expect(machine.committed(logPages: limits.toCarry) == .carryBesideWriter)
        #expect(machine.committed(logPages: 3) == .nothing)
        machine.carried(limits.toCarry)
        #expect(machine.committed(logPages: limits.toCarry - 1) == .nothing)
        #expect(machine.committed(logPages: limits.toCarry) == .carryBesideWriter)
    }

    @Test func `while a reader holds on to old pages, a long log is not tried again after each commit`() {
        var machine = Machine()
        let long = limits.toFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        machine.carried(100)
        #expect(machine.committed(logPages: long + limits.few - 1) == .nothing)
        #expect(machine.committed(logPages: long + limits.few) == .carryBesideWriter)
    }

    @Test func `a turn that failed is tried again when more has come`() {
        var machine = Machine()
        #expect(machine.committed(logPages: limits.toCarry) == .carryBesideWriter)
        _ = machine.failed()
        #expect(machine.committed(logPages: 2 * limits.toCarry - 1) == .nothing)
        #expect(machine.committed(logPages: 2 * limits.toCarry) == .carryBesideWriter)
    }

    @Test func `a failure is news once, until a turn works again`() {
        var machine = Machine()
        var news = [machine.failed(), machine.failed()]
        machine.carried(100)
        news.append(machine.failed())
        #expect(news == [true, false, true])
    }

    @Test func `the pages of a failed turn do not count`() {
        var machine = Machine()
        let long = limits.toFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        _ = machine.failed()
        #expect(machine.committed(logPages: long + limits.few) == .carryBesideWriter)
    }

    @Test func `the writer helps when the log has become far too long`() {
        var machine = Machine()
        #expect(machine.committed(logPages: limits.toHelp) == .finish)
        machine.carried(100)
        #expect(machine.committed(logPages: limits.toHelp + limits.few - 1) == .nothing)
        #expect(machine.committed(logPages: limits.toHelp + limits.few) == .finish)
    }
}
