import Synchronization
import Workplace

/// A store that refuses writes from the moment on that a test says.
final class RefusingStore: PassingStore {
    let store: any WorkplaceStore
    private let refusals = Mutex(0)

    init(_ store: any WorkplaceStore) { self.store = store }

    /// Refuses the next writes.
    func refuse(_ count: Int) { refusals.withLock { $0 = count } }

    /// How many writes will still be refused.
    var refusalsLeft: Int { refusals.withLock { $0 } }

    func prepare() throws {
        let isRefused = refusals.withLock { refusals in
            guard refusals > 0 else { return false }
            refusals -= 1
            return true
        }
        if isRefused { throw StoreError.busy }
    }
}
