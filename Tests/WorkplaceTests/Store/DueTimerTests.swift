import Essentials
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct DueTimerTests {
    private struct Failure: Error {}

    @Test func `work that fails is late from its first try until it succeeds`() async throws {
        let clock = ManualClock()
        let fails = Mutex(true)
        let timer = DueTimer(clock: clock, now: { clock.timestamp }) { _ in
            if fails.withLock(\.self) { throw Failure() }
            return nil
        }
        #expect(timer.lateness(at: clock.timestamp) == .zero)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await timer.workNow() }
            clock.advance(by: .seconds(30))
        }
        #expect(timer.lateness(at: clock.timestamp) == .seconds(90))
        fails.withLock { $0 = false }
        _ = try await timer.workNow()
        #expect(timer.lateness(at: clock.timestamp) == .zero)
    }
}
