public import TipRules

/// Why a tip has its status: all that holds it back, and when it may next be shown (TA2).
public struct TipExplanation: Hashable, Sendable {
    /// Which tip.
    public let tip: TipID
    /// Its status.
    public let status: Tips.Status
    /// All that holds it back, in the order in which it is looked at (TD9); empty for a tip that is available.
    public let holds: [Hold]
    /// The first moment at which the tip may be shown if nothing but time passes.
    ///
    /// `nil` when that takes a donation, a parameter, or more.
    public let nextPossible: RuleTime?

    /// Something that holds a tip back.
    public enum Hold: Hashable, Sendable {
        /// The program has not configured its tips yet (TD11).
        case notConfigured
        /// No tip of the identifier was declared.
        case unknown
        /// Two types claim the identifier; this one does not have it (TD18).
        case collision(owner: RuleText, rival: RuleText)
        /// Tips of the kind are hidden for a test.
        case hidden
        /// It ended.
        case invalidated(TipRecord.Invalidation)
        /// It was shown as often as it may be.
        case displayCount(Int64, most: Int)
        /// It was shown for as long as it may be, in microseconds.
        case displayDuration(Int64, most: Int64)
        /// A rule, by its place among the tip's, does not hold.
        case rule(Int, RuleExplanation)
        /// Another tip was shown for the first time, so that no other may be for a while (T69).
        case frequency(shown: TipID, until: RuleTime)
    }
}

extension TipStateMachine {
    /// Explains a tip's status; a show override appears only in the status.
    ///
    /// - Parameters:
    ///   - tip: The tip.
    ///   - owner: The type that asks; where another type has the identifier, that is what holds its tip back (TD18).
    ///   - now: The moment.
    /// - Returns: The status, and what it comes from.
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

    /// Looks at each moment at which a rule or the frequency could change, until all let the tip through.
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
