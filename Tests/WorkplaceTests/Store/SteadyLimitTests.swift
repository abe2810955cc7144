import Essentials
import Testing
import WorkplaceFixtures

@testable import Workplace

/// How often callers may act on average.
struct SteadyLimitTests {
    private let now = Fixture.noon

    private func later(_ milliseconds: Int) -> Timestamp { now.advanced(by: .milliseconds(milliseconds)) }

    @Test func `a caller acts in a burst, then at the steady rate, and is told how long to wait`() {
        let limit = SteadyLimit(every: .milliseconds(100), burst: 5)
        for _ in 0..<5 { #expect(limit.add("a", at: now) == nil) }
        #expect(limit.add("a", at: now) == .milliseconds(100))
        #expect(limit.add("a", at: later(60)) == .milliseconds(40))
        #expect(limit.add("a", at: later(100)) == nil)
        #expect(limit.add("a", at: later(100)) == .milliseconds(100))
        // Being refused costs nothing, and after a pause the burst is whole again.
        #expect(
            (0..<6).map { _ in limit.add("a", at: later(700)) == nil } == [
                true, true, true, true, true, false,
            ])
    }

    @Test func `callers do not take from one another, and too many names share one`() {
        let limit = SteadyLimit(every: .seconds(1), burst: 1, namesAtMost: 2)
        for name in ["a", "b"] { #expect(limit.add(name, at: now) == nil) }
        #expect(limit.add("a", at: now) == .seconds(1))
        #expect(limit.add("c", at: now) == nil)
        #expect(limit.add("d", at: now) == .seconds(1))
        // Names whose time is over make room.
        #expect(limit.add("d", at: later(1_000)) == nil)
        #expect(limit.add("b", at: later(1_000)) == nil)
    }

    @Test func `nobody waits for the time before a clock was set back`() {
        let limit = SteadyLimit(every: .seconds(1), burst: 2)
        for _ in 0..<2 { #expect(limit.add("a", at: later(3_600_000)) == nil) }
        #expect((0..<3).map { _ in limit.add("a", at: now) } == [nil, nil, .seconds(1)])
    }
}
