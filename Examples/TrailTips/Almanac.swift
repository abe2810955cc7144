import Synchronization
import TipRules

/// The clock of the story: it moves when the story says so.
final class Almanac: Sendable {
    private let time = Mutex(RuleTime(microseconds: 1_795_334_400_000_000))

    var now: RuleTime { time.withLock { $0 } }

    func pass(hours: Int64) { time.withLock { $0 = $0.advanced(byMicroseconds: hours * 3_600_000_000) } }
}
