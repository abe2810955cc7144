import Testing

@testable import vicinity

/// When a failure that lasts is told.
struct TroubleLogTests {
    @Test func `a failure is told when it is another, and every twentieth time`() {
        var log = TroubleLog()
        let told = (0..<41).map { _ in log.isNews("no answer") }
        #expect(told.indices.filter { told[$0] } == [0, 20, 40])
        let others = ["refused", "no answer"].map { log.isNews($0) }
        #expect(others == [true, true])
    }
}
