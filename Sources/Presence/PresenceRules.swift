import Conditions
import Observations

/// A policy with its times in whole microseconds, as observations have them.
struct PresenceRules {
    let policy: ConditionPolicy
    /// How many fixes in a row decide; more than a source's counter holds are as many as it holds.
    let decidingFixes: UInt16
    let exitAfter: Int64
    let goneAfter: Int64

    init(_ policy: ConditionPolicy) {
        self.policy = policy
        decidingFixes = UInt16(clamping: max(1, policy.fixes))
        exitAfter = policy.exitAfter.microsecondsOfAnObservation
        goneAfter = policy.goneAfter.microsecondsOfAnObservation
    }
}

extension Duration {
    /// Whole microseconds, cut off as `ObservationTime.advanced(by:)` does.
    fileprivate var microsecondsOfAnObservation: Int64 {
        ObservationTime(microseconds: 0).advanced(by: self).microseconds
    }
}

extension ObservationTime {
    /// The moment that is so much later; it stops at the ends of time.
    func later(byMicroseconds count: Int64) -> ObservationTime {
        let (sum, overflow) = microseconds.addingReportingOverflow(count)
        return ObservationTime(microseconds: overflow ? (count < 0 ? .min : .max) : sum)
    }
}
