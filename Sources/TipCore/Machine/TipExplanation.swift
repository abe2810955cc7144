public import TipRules

/// Why a tip has its status: all reasons that hold it back, and when it may next be shown (TA2).
public struct TipExplanation: Hashable, Sendable {
    /// Which tip.
    public let tip: TipID
    /// Its status.
    public let status: Tips.Status
    /// All reasons that hold it back, in the order of evaluation (TD9); empty for an available tip.
    public let holds: [Hold]
    /// The first moment at which the tip may be shown if nothing but time passes.
    ///
    /// `nil` when the tip also needs another input, such as a donation or a parameter.
    public let nextPossible: RuleTime?

    /// A reason that holds a tip back.
    public enum Hold: Hashable, Sendable {
        /// The program has not configured its tips yet (TD11).
        case notConfigured
        /// No tip with the identifier was declared.
        case unknown
        /// Two types claim the identifier, and another type has it (TD18).
        case collision(owner: RuleText, rival: RuleText)
        /// Tips of the kind are hidden for a test.
        case hidden
        /// It ended.
        case invalidated(TipRecord.Invalidation)
        /// It was shown as often as it may be.
        case displayCount(Int64, most: Int)
        /// It was shown for as long as it may be, in microseconds.
        case displayDuration(Int64, most: Int64)
        /// A rule does not hold; the number is its index in the rules of the tip.
        case rule(Int, RuleExplanation)
        /// Another tip was shown for the first time, so no other new tip may be shown for a while (T69).
        case frequency(shown: TipID, until: RuleTime)
    }
}

extension TipStateMachine {
    /// Explains a tip's status; a show override appears only in the status.
    ///
    /// - Parameters:
    ///   - tip: The tip.
    ///   - owner: The type that asks; if another type has the identifier, the collision holds the tip back
    ///     (TD18).
    ///   - now: The moment.
    /// - Returns: The status and its reasons.
    /// - Complexity: That of evaluating all of its rules, once for each moment at which they could change.
    public mutating func explanation(
        of tip: TipID, owner: RuleText? = nil, at now: RuleTime
    ) -> TipExplanation {
        let status = status(of: tip, at: now)
        guard isConfigured else { return bare(tip, status, .notConfigured) }
        guard let definition = definition(of: tip) else { return bare(tip, status, .unknown) }
        if let owner, owner != definition.owner {
            return bare(tip, .pending, .collision(owner: definition.owner, rival: owner))
        }
        if overrides.verdict(on: definition.kind) == true {
            return TipExplanation(tip: tip, status: status, holds: [], nextPossible: nil)
        }
        let holds = holds(on: definition, at: now)
        return TipExplanation(
            tip: tip, status: status, holds: holds,
            nextPossible: status == .pending ? nextPossible(definition, holds, after: now) : nil)
    }

    private func bare(_ tip: TipID, _ status: Tips.Status, _ hold: TipExplanation.Hold) -> TipExplanation {
        TipExplanation(tip: tip, status: status, holds: [hold], nextPossible: nil)
    }

    private func holds(on tip: TipDefinition, at now: RuleTime) -> [TipExplanation.Hold] {
        let record = ledger.tips[tip.id]
        var holds: [TipExplanation.Hold] = []
        if overrides.verdict(on: tip.kind) == false { holds.append(.hidden) }
        if let invalidation = record?.invalidation { holds.append(.invalidated(invalidation)) }
        switch limit(of: tip, record, at: now).reason {
        case .displayCountExceeded:
            holds.append(.displayCount(record?.displayCount ?? 0, most: tip.maximumDisplayCount ?? 0))
        case .displayDurationExceeded:
            holds.append(
                .displayDuration(record?.displayMicroseconds ?? 0, most: tip.maximumDisplayMicroseconds ?? 0))
        default: break
        }
        let facts = facts
        for (place, rule) in tip.rules.enumerated() where !rule.answer(from: facts, at: now).holds {
            holds.append(.rule(place, rule.explanation(from: facts, at: now)))
        }
        if let end = throttleEnd(of: tip, record, at: now), let last = lastNewDisplay {
            holds.append(.frequency(shown: last.tip, until: end))
        }
        return holds
    }

    /// Evaluates at each moment at which a rule or the frequency could change, until none holds the tip back.
    private func nextPossible(
        _ tip: TipDefinition, _ holds: [TipExplanation.Hold], after now: RuleTime
    ) -> RuleTime? {
        for hold in holds {
            switch hold {
            case .rule, .frequency: continue
            default: return nil
            }
        }
        let facts = facts
        let rules = RuleExpression.all(tip.rules)
        var moment = now
        for _ in 0..<1_000 {
            let throttle = throttleEnd(of: tip, ledger.tips[tip.id], at: moment)
            let answer = rules.answer(from: facts, at: moment)
            if throttle == nil, answer.holds { return moment }
            guard let next = answer.holds ? earliest(throttle, answer.nextChange) : answer.nextChange else {
                return nil
            }
            moment = next
        }
        return nil
    }
}
