import Testing

@testable import SQLite

struct LogUpkeepStateMachineTests {
    private typealias Machine = LogUpkeepStateMachine

    @Test func `a short log is left alone, and is carried over beside the writer when enough has come to it`()
    {
        var machine = Machine()
        #expect(machine.committed(logPages: Machine.pagesToCarry - 1) == .nothing)
        #expect(machine.committed(logPages: Machine.pagesToCarry) == .carryBesideWriter)
    }

    @Test func `nobody is asked while the log is being carried over`() {
        var machine = Machine()
        #expect(machine.committed(logPages: Machine.pagesToCarry) == .carryBesideWriter)
        #expect(machine.committed(logPages: 2 * Machine.pagesToCarry) == .nothing)
        machine.carried(Machine.pagesToCarry)
        #expect(machine.committed(logPages: 2 * Machine.pagesToCarry) == .carryBesideWriter)
    }

    @Test func `a long log is carried over until little is left, which the writer finishes`() {
        var machine = Machine()
        let long = Machine.pagesToFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        machine.carried(long)
        #expect(machine.committed(logPages: long + 3 * Machine.fewPages) == .carryBesideWriter)
        machine.carried(long + 3 * Machine.fewPages)
        #expect(machine.committed(logPages: long + 4 * Machine.fewPages) == .finish)
    }

    @Test func `the log that begins anew after that is short again`() {
        var machine = Machine()
        let long = Machine.pagesToFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        machine.carried(long)
        #expect(machine.committed(logPages: long + 1) == .finish)
        machine.carried(long + 1)
        #expect(machine.committed(logPages: 20) == .nothing)
        #expect(machine.committed(logPages: Machine.pagesToCarry - 1) == .nothing)
        #expect(machine.committed(logPages: Machine.pagesToCarry) == .carryBesideWriter)
    }

    @Test func `a log that began anew while it was being carried over counts from its beginning`() {
        var machine = Machine()
        #expect(machine.committed(logPages: Machine.pagesToCarry) == .carryBesideWriter)
        #expect(machine.committed(logPages: 3) == .nothing)
        machine.carried(Machine.pagesToCarry)
        #expect(machine.committed(logPages: Machine.pagesToCarry - 1) == .nothing)
        #expect(machine.committed(logPages: Machine.pagesToCarry) == .carryBesideWriter)
    }

    @Test func `while a reader holds on to old pages, a long log is not tried again after each commit`() {
        var machine = Machine()
        let long = Machine.pagesToFinish
        #expect(machine.committed(logPages: long) == .carryBesideWriter)
        machine.carried(100)
        #expect(machine.committed(logPages: long + Machine.fewPages - 1) == .nothing)
        #expect(machine.committed(logPages: long + Machine.fewPages) == .carryBesideWriter)
    }

    @Test func `a turn that failed is tried again when more has come`() {
        var machine = Machine()
        #expect(machine.committed(logPages: Machine.pagesToCarry) == .carryBesideWriter)
        machine.carried(nil)
        #expect(machine.committed(logPages: 2 * Machine.pagesToCarry - 1) == .nothing)
        #expect(machine.committed(logPages: 2 * Machine.pagesToCarry) == .carryBesideWriter)
    }

    @Test func `the writer helps when the log has become far too long`() {
        var machine = Machine()
        #expect(machine.committed(logPages: Machine.pagesToHelp) == .finish)
        machine.carried(100)
        #expect(machine.committed(logPages: Machine.pagesToHelp + Machine.fewPages - 1) == .nothing)
        #expect(machine.committed(logPages: Machine.pagesToHelp + Machine.fewPages) == .finish)
    }
}
