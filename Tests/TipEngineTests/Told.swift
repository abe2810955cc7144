import Synchronization
import TipCore

/// What a sink was told.
final class Told: Sendable {
    private let list = Mutex<[TipOccurrence.Kind]>([])

    var kinds: [TipOccurrence.Kind] { list.withLock { $0 } }

    func note(_ kind: TipOccurrence.Kind) { list.withLock { $0.append(kind) } }
}
