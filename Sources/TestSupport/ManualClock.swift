import Synchronization

/// A clock that stands still until a test moves it.
///
/// A test waits until the code under test sleeps, then advances the clock; no real time passes:
///
/// ```swift
/// await clock.untilSleeping()
/// clock.advance(by: .seconds(5))
/// ```
public final class ManualClock: Clock {
    /// A reading of the clock.
    public struct Instant: InstantProtocol {
        /// How long after the start of the clock it is.
        public let offset: Duration

        /// Returns the instant that lies a duration later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns how long after this instant another one lies.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Orders instants by time.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextNumber = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Makes a clock that stands at its start.
    public init() {}

    /// What the clock shows.
    public var now: Instant { state.withLock { $0.now } }
    /// The smallest step of the clock.
    public var minimumResolution: Duration { .nanoseconds(1) }
    /// How many tasks sleep.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Suspends the task until the clock has been advanced to a deadline.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Moves the clock forward and resumes the sleepers whose deadline has come, the earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until a task sleeps on the clock.
    public func untilSleeping() async {
        await withCheckedContinuation { continuation in
            let isSleeping = state.withLock { state in
                if state.sleepers.isEmpty { state.watchers.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isSleeping { continuation.resume() }
        }
    }

    private enum Admission {
        case due
        case cancelled
        case waits([CheckedContinuation<Void, Never>])
    }

    private func add(_ sleeper: Sleeper) {
        let admission = state.withLock { state -> Admission in
            if state.cancelled.remove(sleeper.number) != nil { return .cancelled }
            guard sleeper.deadline > state.now else { return .due }
            state.sleepers.append(sleeper)
            defer { state.watchers = [] }
            return .waits(state.watchers)
        }
        switch admission {
        case .due: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .waits(let watchers): for watcher in watchers { watcher.resume() }
        }
    }

    // The handler may run before the sleeper has been added; then the number waits for it.
    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
