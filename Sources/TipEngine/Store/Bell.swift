import Synchronization
import TipCore
import TipRules

/// Tells one follower that something may have changed; rings are not counted, and none is lost.
final class Bell: Sendable {
    private struct State {
        var hasRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Suspends until the bell rings, has rung since the last time, or the task is cancelled.
    func untilRung() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isDue = state.withLock { state in
                    defer { state.hasRung = false }
                    if !state.hasRung { state.waiter = waiter }
                    return state.hasRung
                }
                if isDue { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    /// Wakes the follower, now or when it next waits.
    func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.hasRung = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }
}

/// A place among those who follow a store; giving it up ends following.
final class Following: Sendable {
    let bell = Bell()
    private let store: TipStore
    private let number: Int

    init(_ store: TipStore) {
        self.store = store
        let bell = bell
        number = store.state.withLock { state in
            state.nextBell += 1
            state.bells[state.nextBell] = bell
            return state.nextBell
        }
    }

    deinit { store.state.withLock { _ = $0.bells.removeValue(forKey: number) } }

    /// Suspends until something happened or a moment has come.
    func untilChange(or moment: RuleTime?) async {
        guard let moment else { return await bell.untilRung() }
        // Finer than a thousandth of a second nobody looks.
        let left = max(moment.microseconds(since: store.now), 1_000)
        await withTaskGroup { group in
            group.addTask { await self.bell.untilRung() }
            group.addTask { try? await self.store.clock.sleep(for: .microseconds(left)) }
            await group.next()
            group.cancelAll()
        }
    }
}
