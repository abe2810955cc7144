import Essentials
import Synchronization

/// Does work when it is due, such as sending ready notices or expiring orders.
///
/// The store holds the times, so they survive a restart; the timer only waits.
public final class DueTimer: Sendable {
    static let pauseAfterFailure: Duration = .seconds(1)

    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let work: @Sendable (Timestamp) async throws -> Timestamp?
    private let checkRequests: AsyncStream<Void>
    private let checkRequest: AsyncStream<Void>.Continuation
    /// The time of the earliest check that a sleeping task will make.
    private let promised = Mutex<Timestamp?>(nil)
    /// When a check began that has not succeeded yet, nor any since.
    private let unfinished = Mutex<Timestamp?>(nil)

    private let runs = Atomic<Int>(0)

    /// Whether it is doing work now.
    var isWorking: Bool { runs.load(ordering: .relaxed) > 0 }

    /// Makes a timer.
    ///
    /// - Parameters:
    ///   - clock: What the timer sleeps by.
    ///   - now: The present time.
    ///   - work: Does all work that is due at a time and returns when more will be due.
    init(
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp,
        work: @escaping @Sendable (Timestamp) async throws -> Timestamp?
    ) {
        self.clock = clock
        self.now = now
        self.work = work
        // One pending check is enough: each check does everything that is due.
        (checkRequests, checkRequest) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Makes the timer check again, because a time was set.
    public func checkAgain() { checkRequest.yield() }

    /// Does all work that is due now and returns when more will be due.
    ///
    /// - Throws: The first failure, after everything was tried.
    func workNow() async throws -> Timestamp? {
        runs.add(1, ordering: .relaxed)
        defer { runs.subtract(1, ordering: .relaxed) }
        let time = now()
        unfinished.withLock { $0 = $0 ?? time }
        let next = try await work(time)
        unfinished.withLock { $0 = nil }
        return next
    }

    /// How long work has been due that is not done; zero when nothing is late.
    func lateness(at time: Timestamp) -> Duration {
        let due = [promised.withLock(\.self), unfinished.withLock(\.self)].compactMap(\.self).min()
        return due.map { max($0.duration(to: time), .zero) } ?? .zero
    }

    /// Works whenever something becomes due, until the surrounding task is cancelled.
    ///
    /// Work that fails is retried after a second: a disk that is full for a minute must not stop the notices of the day.
    ///
    /// - Parameter report: Receives the store's errors.
    public func run(report: @Sendable (any Error) -> Void) async {
        checkAgain()
        await withDiscardingTaskGroup { group in
            for await _ in checkRequests {
                let next: Timestamp?
                do { next = try await workNow() } catch {
                    report(error)
                    next = now().advanced(by: Self.pauseAfterFailure)
                }
                guard let due = next, promise(due) else { continue }
                let wait = now().duration(to: due)
                group.addTask {
                    // A cancelled sleep also ends the loop's stream; the store keeps the times.
                    try? await self.clock.sleep(for: wait)
                    self.keepPromise(due)
                    self.checkAgain()
                }
            }
        }
    }

    /// Records a check to come, unless an earlier or equal one is recorded.
    private func promise(_ time: Timestamp) -> Bool {
        promised.withLock { promised in
            if let promised, promised <= time { return false }
            promised = time
            return true
        }
    }

    // Does not compare with the wall clock: if it was set back, the next check records a new time.
    private func keepPromise(_ time: Timestamp) {
        promised.withLock { if $0 == time { $0 = nil } }
    }
}

extension Sequence {
    /// Runs a body for each element, and throws the first failure after the last element.
    func forEachDespiteFailures(_ work: (Element) async throws -> Void) async throws {
        var failure: (any Error)?
        for element in self {
            do { try await work(element) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
