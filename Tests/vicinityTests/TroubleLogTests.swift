import Testing

@testable import vicinity

/// When a lasting failure gets a line.
struct TroubleLogTests {
    @Test func `a failure gets a line when it changes, and every twentieth time`() {
        var log = TroubleLog()
        let told = (0..<41).map { _ in log.isNews("no answer") }
        #expect(told.indices.filter { told[$0] } == [0, 20, 40])
        let others = ["refused", "no answer"].map { log.isNews($0) }
        #expect(others == [true, true])
    }
}
