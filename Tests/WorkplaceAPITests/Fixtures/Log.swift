import Synchronization
import WorkplaceAPI

/// What the service has logged, in order.
final class Log: Sendable {
    private let entries = Mutex<[RefusedTransition]>([])

    var lines: [String] { entries.withLock { $0.map(\.description) } }

    func note(_ entry: RefusedTransition) { entries.withLock { $0.append(entry) } }
}
