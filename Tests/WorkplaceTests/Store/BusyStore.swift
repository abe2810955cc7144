import Synchronization
import Workplace

/// A store that has too much to do for the first few writes.
final class BusyStore: PassingStore {
    let store: any WorkplaceStore
    private let refusals: Mutex<Int>

    init(_ store: any WorkplaceStore, refusals: Int) {
        self.store = store
        self.refusals = Mutex(refusals)
    }

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
