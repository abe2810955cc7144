import Testing

@testable import vicinity

struct ScreenLogTests {
    @Test
    func `a screen shows the last stage of each ticket, and no ticket that is handed over`() {
        var log = ScreenLog(start: 10)
        log.receive(11, ticket: "a", stage: "waiting", version: 0)
        log.receive(14, ticket: "b", stage: "waiting", version: 0)
        log.receive(15, ticket: "a", stage: "ready", version: 1)
        log.receive(17, ticket: "a", stage: "collected", version: 2)
        #expect(log.fault == nil)
        #expect(log.numbers == [11, 14, 15, 17] && log.last == 17)
        #expect(log.open == ["b": ScreenLog.Shown(stage: "waiting", version: 0)])
        #expect(log.collectedCount == 1)
    }

    @Test
    func `a number leaves the board when it is gone`() {
        var log = ScreenLog(start: 0)
        log.receive(1, order: "001", stage: "preparing")
        log.receive(2, order: "002", stage: "ready")
        log.receive(3, order: "001", stage: "gone")
        #expect(log.fault == nil)
        #expect(log.shown == ["002": ScreenLog.Shown(stage: "ready", version: 0)])
    }

    @Test(arguments: [0, 1, 3])
    func `a version of a ticket that is missing or comes twice is a fault`(version: Int) {
        var log = ScreenLog(start: 0)
        log.receive(1, ticket: "a", stage: "waiting", version: 0)
        log.receive(2, ticket: "a", stage: "preparing", version: 1)
        log.receive(3, ticket: "a", stage: "ready", version: version)
        #expect(log.fault == "entry 3 is version \(version) of ticket a, not 2")
    }

    @Test
    func `a ticket that does not begin with its first version is a fault`() {
        var log = ScreenLog(start: 0)
        log.receive(1, ticket: "a", stage: "preparing", version: 1)
        #expect(log.fault == "entry 1 is version 1 of ticket a, not 0")
    }

    @Test(arguments: [7, 8] as [Int64])
    func `an entry that comes twice or too late is a fault and changes nothing`(number: Int64) {
        var log = ScreenLog(start: 6)
        log.receive(8, ticket: "a", stage: "waiting", version: 0)
        log.receive(number, ticket: "a", stage: "ready", version: 1)
        #expect(log.fault == "entry \(number) came after 8")
        #expect(log.shown["a"]?.stage == "waiting")
    }

    @Test
    func `a server that tells a screen to begin again is at fault`() {
        var log = ScreenLog(start: 6)
        log.reset()
        #expect(log.fault == "the server told the screen to begin again")
    }
}
