import Essentials
import Ordering
import Testing

struct OrderWaitTests {
    private func later(_ minutes: Int) -> Timestamp { noon.advanced(by: .seconds(60 * minutes)) }

    @Test(
        arguments: [
            (1, 1, .closing), (239, 239, .closing), (240, 240, .closing), (241, 240, .tooLong),
            (1_440, 240, .tooLong),
        ] as [(Int, Int, OrderWait.End)])
    func `an order waits until its café closes, and four hours at most`(
        close: Int, end: Int, reason: OrderWait.End
    ) {
        let wait = OrderWait(from: noon, closingAt: later(close))
        #expect(wait == OrderWait(until: later(end), end: reason))
        #expect(!wait.isOver(at: later(end).advanced(by: .milliseconds(-1))))
        #expect(wait.isOver(at: later(end)))
    }

    @Test
    func `C46: exactly the paid orders have a ticket in the kitchen`() {
        let released = OrderStage.allCases.filter(\.isReleased)
        #expect(released == [.accepted, .preparing, .ready, .collected, .notCollected])
    }

    @Test
    func `ends and starts have stable words`() {
        #expect(OrderWait.End.allCases.map(\.rawValue) == ["closing", "too-long"])
        #expect(OrderStart.allCases.map(\.rawValue) == ["at-once", "when-near"])
    }
}
