import Synchronization
import Workplace

/// A store in which whoever writes first learns late that it is done.
final class LateStore: PassingStore {
    let store: any WorkplaceStore
    private let (held, holding) = AsyncStream.makeStream(of: Void.self)
    private let (released, releasing) = AsyncStream.makeStream(of: Void.self)
    private let isFirst = Mutex(true)

    init(_ store: any WorkplaceStore) { self.store = store }

    /// Waits until the first write is done, and whoever asked for it has not learned of it.
    func untilHeld() async {
        for await _ in held { return }
    }

    /// Lets whoever wrote first know.
    func release() { releasing.finish() }

    func finish() async {
        let isHeld = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        guard isHeld else { return }
        holding.yield()
        for await _ in released {}
    }
}
