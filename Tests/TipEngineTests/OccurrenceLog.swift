import Synchronization
import TipCore

/// Records the occurrences that a sink receives.
final class OccurrenceLog: Sendable {
    private let list = Mutex<[TipOccurrence.Kind]>([])

    var kinds: [TipOccurrence.Kind] { list.withLock { $0 } }

    func note(_ kind: TipOccurrence.Kind) { list.withLock { $0.append(kind) } }
}
