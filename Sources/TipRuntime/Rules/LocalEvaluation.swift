import Synchronization
import TipCore
import TipRules

/// The time for the closure of a local rule, and the windows that the closure read.
final class LocalEvaluation: Sendable {
    @TaskLocal static var current: LocalEvaluation?

    let now: RuleTime
    private let earliestChange = Mutex<RuleTime?>(nil)

    init(now: RuleTime) { self.now = now }

    /// The first moment at which a donation leaves a window that the closure read.
    var nextChange: RuleTime? { earliestChange.withLock { $0 } }

    func note(_ change: RuleTime?) { earliestChange.withLock { $0 = earliest($0, change) } }
}
