import Essentials
import Ordering
import Testing

/// What is due for an order that nobody collects.
struct HandoverWaitTests {
    private let ready = Timestamp(millisecondsSinceEpoch: 1_795_420_800_000)
    private let rules = HandoverRules(reminder: .seconds(600), limit: .seconds(1_800), refundPercent: 50)

    private func after(_ seconds: Int) -> Timestamp { ready.advanced(by: .seconds(seconds)) }

    @Test func `C93 one reminder, and then the order is given up, each once`() throws {
        var wait = try #require(HandoverWait(readyAt: ready, under: rules))
        #expect(wait.dueAt == after(600))
        #expect(wait.step(at: after(599)) == nil)
        #expect(wait.step(at: after(600)) == .remind)
        #expect(wait.step(at: after(601)) == nil)
        #expect(wait.dueAt == after(1_800))
        #expect(wait.step(at: after(1_800)) == .giveUp(refundPercent: 50))
        #expect(wait.step(at: after(9_999)) == nil)
        #expect(wait.dueAt == nil)
    }

    @Test func `after a standstill nobody is reminded of an order that is given up`() throws {
        var wait = try #require(HandoverWait(readyAt: ready, under: rules))
        #expect(wait.step(at: after(5_000)) == .giveUp(refundPercent: 50))
        #expect(wait.dueAt == nil)
    }

    @Test func `a café without times waits for ever`() {
        #expect(HandoverWait(readyAt: ready, under: HandoverRules(requiresCode: true)) == nil)
    }
}
