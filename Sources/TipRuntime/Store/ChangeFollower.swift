import Processes
import Synchronization
import TipCore
import TipRules

/// Waits for changes of a store; releasing it ends the observation.
final class ChangeFollower: Sendable {
    let signal = WakeSignal()
    private let store: TipStore
    private let number: Int

    init(_ store: TipStore) {
        self.store = store
        let signal = signal
        number = store.state.withLock { state in
            state.nextFollower += 1
            state.followers[state.nextFollower] = signal
            return state.nextFollower
        }
    }

    deinit { store.state.withLock { _ = $0.followers.removeValue(forKey: number) } }

    /// Suspends until the store changes or a moment comes.
    func untilChange(or moment: RuleTime?) async {
        guard let moment else { return await signal.wait() }
        // A shorter wait than a millisecond is not useful.
        let left = max(moment.microseconds(since: store.now), 1_000)
        await withTaskGroup { group in
            group.addTask { await self.signal.wait() }
            group.addTask { try? await self.store.clock.sleep(for: .microseconds(left)) }
            await group.next()
            group.cancelAll()
        }
    }
}
