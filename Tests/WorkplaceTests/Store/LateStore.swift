import Synchronization
import Workplace

/// A store in which the first read or write waits, so that others come in between.
final class LateStore: PassingStore {
    /// Where the first one waits.
    enum Moment { case beforeWriting, afterWriting, afterReading }

    let store: any WorkplaceStore
    private let moment: Moment
    private let (held, holding) = AsyncStream.makeStream(of: Void.self)
    private let (released, releasing) = AsyncStream.makeStream(of: Void.self)
    private let isFirst = Mutex(true)

    init(_ store: any WorkplaceStore, waiting moment: Moment = .afterWriting) {
        self.store = store
        self.moment = moment
    }

    /// Waits until the first one waits.
    func untilHeld() async {
        for await _ in held { return }
    }

    /// Lets the first one go on.
    func release() { releasing.finish() }

    func prepare() async { await hold(.beforeWriting) }
    func finish() async { await hold(.afterWriting) }
    func finishReading() async { await hold(.afterReading) }

    private func hold(_ moment: Moment) async {
        guard moment == self.moment else { return }
        let isHeld = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        guard isHeld else { return }
        holding.yield()
        for await _ in released {}
    }
}
