/// The value of an expression, and the time until which it is sure to stay.
public struct RuleAnswer: Hashable, Sendable {
    /// The value.
    public var value: RuleValue
    /// The first moment at which time alone could change the value; `nil` when only a parameter or a donation
    /// can (T68).
    ///
    /// Before that moment the value changes only if the facts do. At that moment it may still be the same.
    public var nextChange: RuleTime?

    /// Makes an answer.
    public init(value: RuleValue, nextChange: RuleTime? = nil) {
        self.value = value
        self.nextChange = nextChange
    }

    /// Whether a rule with this answer holds.
    public var holds: Bool { value.isTrue }
}

extension RuleExpression {
    /// Evaluates the expression; the same facts and the same moment give the same answer everywhere.
    ///
    /// - Parameters:
    ///   - facts: The parameters and donations that the rule reads.
    ///   - now: The moment at which windows end.
    /// - Returns: The value, and the time until which it is sure to stay.
    /// - Complexity: O(log *n*) in the number of donations for counts within windows, O(*n*) for filters and subsets.
    public func answer<Facts: RuleFacts>(from facts: Facts, at now: RuleTime) -> RuleAnswer {
        let finding = RuleEvaluation(facts: facts, now: now).finding(self, nil).settled(at: now)
        return RuleAnswer(value: finding.value, nextChange: finding.next)
    }

    /// The first moment at which time alone gives the expression another value.
    ///
    /// Evaluates the expression at each moment at which its value could change.
    ///
    /// - Parameters:
    ///   - facts: The parameters and donations that the rule reads.
    ///   - now: The moment from which to look ahead.
    ///   - steps: How many such moments to try; after that the last moment is the answer.
    /// - Returns: The moment, or `nil` when the value stays as long as the facts do.
    public func nextDifference<Facts: RuleFacts>(
        from facts: Facts, after now: RuleTime, steps: Int = 1_000
    ) -> RuleTime? {
        let first = answer(from: facts, at: now)
        var next = first.nextChange
        for _ in 0..<max(steps, 0) {
            guard let moment = next else { return nil }
            let later = answer(from: facts, at: moment)
            if later.value != first.value { return moment }
            next = later.nextChange
        }
        return next
    }
}

/// An intermediate value, which may change with the time.
struct RuleResult {
    var value: RuleValue
    /// The first moment at which the value could differ from the one that `value` and `drift` give.
    var next: RuleTime?
    /// How fast the value changes: 1 for a moment or a number of seconds that grows with the time, 0 for a
    /// constant.
    var drift = 0.0

    init(_ value: RuleValue, next: RuleTime? = nil, drift: Double = 0) {
        self.value = value
        self.next = next
        self.drift = drift
    }

    init(_ truth: Bool, next: RuleTime?) { self.init(.boolean(truth), next: next) }

    /// The value as a constant; a value that changes with the time is different at the very next moment.
    func settled(at now: RuleTime) -> RuleResult {
        guard drift != 0 else { return self }
        return RuleResult(value, next: earlier(next, now.advanced(byMicroseconds: 1)))
    }
}

/// The earlier of two moments; `nil` means never.
func earlier(_ left: RuleTime?, _ right: RuleTime?) -> RuleTime? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}
