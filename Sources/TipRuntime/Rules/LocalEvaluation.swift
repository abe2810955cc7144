import Synchronization
import TipCore
import TipRules

/// The time for the closure of a local rule, and the window that the closure asked for.
final class LocalEvaluation: Sendable {
    @TaskLocal static var current: LocalEvaluation?

    let now: RuleTime
    private let earliestChange = Mutex<RuleTime?>(nil)

    init(now: RuleTime) { self.now = now }

    /// The first moment at which something leaves a window that the closure looked through.
    var nextChange: RuleTime? { earliestChange.withLock { $0 } }

    func note(_ change: RuleTime?) { earliestChange.withLock { $0 = earliest($0, change) } }
}
