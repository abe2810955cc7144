import Essentials
import Synchronization

/// Does work when it is due: sends ready notices, or ends waits.
///
/// What is due stands in the store, so that it survives a restart; the timer only waits.
public final class DueTimer: Sendable {
    static let pauseAfterFailure: Duration = .seconds(1)

    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let work: @Sendable (Timestamp) async throws -> Timestamp?
    private let looks: AsyncStream<Void>
    private let look: AsyncStream<Void>.Continuation
    /// The time of the earliest look that a sleeping task has promised.
    private let promised = Mutex<Timestamp?>(nil)

    /// Makes a timer.
    ///
    /// - Parameters:
    ///   - clock: What the timer sleeps by.
    ///   - now: The present time.
    ///   - work: Does all that is due at a time, and tells when there will be more.
    init(
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp,
        work: @escaping @Sendable (Timestamp) async throws -> Timestamp?
    ) {
        self.clock = clock
        self.now = now
        self.work = work
        // One waiting look is as good as many: each look sees everything that is due.
        (looks, look) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has the timer look again at what is due, because a time was set.
    public func lookAgain() { look.yield() }

    /// Does all that is due now, and tells when there will be more.
    ///
    /// - Throws: The first failure, once all has been tried.
    func workNow() async throws -> Timestamp? { try await work(now()) }

    /// Works whenever something becomes due, until the surrounding task is cancelled.
    ///
    /// When the work fails, it is tried again shortly: a disk that is full for a minute must not silence the kitchen for
    /// the day.
    ///
    /// - Parameter report: Is told of the store's errors.
    public func run(report: @Sendable (any Error) -> Void) async {
        lookAgain()
        await withDiscardingTaskGroup { group in
            for await _ in looks {
                let next: Timestamp?
                do { next = try await workNow() } catch {
                    report(error)
                    next = now().advanced(by: Self.pauseAfterFailure)
                }
                guard let due = next, promise(due) else { continue }
                let wait = now().duration(to: due)
                group.addTask {
                    // A cancelled sleep ends the loop's stream as well; nothing is lost, the store knows what is due.
                    try? await self.clock.sleep(for: wait)
                    self.keepPromise(due)
                    self.lookAgain()
                }
            }
        }
    }

    /// Notes a look to come, unless one that comes no later has been promised.
    private func promise(_ time: Timestamp) -> Bool {
        promised.withLock { promised in
            if let promised, promised <= time { return false }
            promised = time
            return true
        }
    }

    // Whatever the wall clock shows by now: when it was set back, the next look has to promise anew.
    private func keepPromise(_ time: Timestamp) {
        promised.withLock { if $0 == time { $0 = nil } }
    }
}

extension Sequence {
    /// Does something for each element, and throws the first failure once all have been tried.
    func forEachDespiteFailures(_ work: (Element) async throws -> Void) async throws {
        var failure: (any Error)?
        for element in self {
            do { try await work(element) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
