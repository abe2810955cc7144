public import TipRules

// The status of a tip, in the order of TD9: override, invalidated, limits, rules, frequency.
extension TipStateMachine {
    /// The shortest time that an appearance lasts before the duration may end the tip, in microseconds (T77).
    static let shortestAppearance: Int64 = 60_000_000
    /// How far clocks may be ahead, in microseconds: a day.
    public static let believedSkew: Int64 = 86_400_000_000

    /// A status, and the first moment at which time alone could change it.
    public struct TimedStatus: Hashable, Sendable {
        /// The status.
        public let status: Tips.Status
        /// The first moment at which time alone could change it; `nil` for never.
        public let nextChange: RuleTime?

        /// Makes a status that lasts until a moment.
        public init(status: Tips.Status, nextChange: RuleTime?) {
            self.status = status
            self.nextChange = nextChange
        }
    }

    /// The status of a tip; pending for an undeclared one.
    ///
    /// - Complexity: O(1) while the cached result is valid, else that of the rules.
    public mutating func status(of tip: TipID, at now: RuleTime) -> Tips.Status {
        timedStatus(of: tip, at: now).status
    }

    /// The status of a tip, and how long it stays without inputs (TD7).
    public mutating func timedStatus(of tip: TipID, at now: RuleTime) -> TimedStatus {
        guard isConfigured, let place = places[tip], !entries[place].isRemoved else {
            return TimedStatus(status: .pending, nextChange: nil)
        }
        return timedStatus(place, at: now)
    }

    private mutating func timedStatus(_ place: Int, at now: RuleTime) -> TimedStatus {
        // Read once, because each access copies the whole definition.
        let tip = entries[place].definition
        if let isShown = overrides.verdict(on: tip.kind) {
            return TimedStatus(status: isShown ? .available : .pending, nextChange: nil)
        }
        let record = ledger.tips[tip.id]
        if let reason = record?.invalidation?.reason {
            return TimedStatus(status: .invalidated(reason), nextChange: nil)
        }
        let limit = limit(of: tip, record, at: now)
        if let reason = limit.reason { return TimedStatus(status: .invalidated(reason), nextChange: nil) }
        let rules = answer(place, to: tip.rules, at: now)
        guard rules.holds else { return TimedStatus(status: .pending, nextChange: rules.until) }
        if let end = throttleEnd(of: tip, record, at: now) {
            return TimedStatus(status: .pending, nextChange: earliest(rules.until, end))
        }
        return TimedStatus(status: .available, nextChange: earliest(rules.until, limit.next))
    }

    /// The result of the rules, evaluated only when it could have changed.
    private mutating func answer(_ place: Int, to rules: [RuleExpression], at now: RuleTime) -> Remembered {
        if let known = entries[place].rules, known.from <= now, known.until.map({ now < $0 }) ?? true {
            return known
        }
        // As one expression, so that the facts are read once for all rules.
        let answer = RuleExpression.all(rules).answer(from: facts, at: now)
        let remembered = Remembered(holds: answer.holds, from: now, until: answer.nextChange)
        entries[place].rules = remembered
        return remembered
    }

    /// Whether a limit has ended the tip, or when the time on the screen will (TD3).
    func limit(
        of tip: TipDefinition, _ record: TipRecord?, at now: RuleTime
    ) -> (reason: Tips.InvalidationReason?, next: RuleTime?) {
        guard tip.maximumDisplayCount != nil || tip.maximumDisplayMicroseconds != nil else {
            return (nil, nil)
        }
        let starts = appearanceStarts(of: tip.id)
        let end = durationEnd(of: tip, record, starts, at: now)
        if let end, end <= now { return (.displayDurationExceeded, nil) }
        // The last allowed appearance continues until it ends.
        if let most = tip.maximumDisplayCount, starts.isEmpty, (record?.displayCount ?? 0) >= Int64(most) {
            return (.displayCountExceeded, nil)
        }
        return (nil, end)
    }

    /// When the time on screen will end the tip, if nothing else changes.
    ///
    /// `nil` for a tip that has time left and is not shown.
    private func durationEnd(
        of tip: TipDefinition, _ record: TipRecord?, _ starts: [RuleTime], at now: RuleTime
    ) -> RuleTime? {
        guard let left = displayTimeLeft(of: tip, record, starts, at: now) else { return nil }
        guard let last = starts.max() else { return left > 0 ? nil : now }
        // Several surfaces that show it at the same time use up the time faster.
        let share = Int64(starts.count)
        let exhausted = now.advanced(byMicroseconds: left > 0 ? (left - 1) / share + 1 : left)
        return max(exhausted, last.advanced(byMicroseconds: Self.shortestAppearance))
    }

    /// How long the tip may still be on the screen, in microseconds; `nil` without a limit.
    func displayTimeLeft(
        of tip: TipDefinition, _ record: TipRecord?, _ starts: [RuleTime], at now: RuleTime
    ) -> Int64? {
        guard let longest = tip.maximumDisplayMicroseconds else { return nil }
        let shown = starts.reduce(record?.displayMicroseconds ?? 0) {
            $0.addingClamped(max(now.microseconds(since: $1), 0))
        }
        return longest.addingClamped(-shown)
    }

    func appearanceStarts(of tip: TipID) -> [RuleTime] {
        appearances.isEmpty ? [] : appearances.compactMap { $0.key.tip == tip ? $0.value : nil }
    }

    /// When the display frequency lets the tip appear, if it holds it back now (T70, T73).
    func throttleEnd(of tip: TipDefinition, _ record: TipRecord?, at now: RuleTime) -> RuleTime? {
        guard !tip.ignoresDisplayFrequency, record?.firstAppearance == nil, let last = lastNewDisplay else {
            return nil
        }
        // This also holds when the last appearance lies in the future, because another device's clock is
        // ahead (T72).
        guard frequency != .immediate else { return nil }
        // A time from a clock that was far ahead must not hold back all tips until then.
        guard last.time.microseconds(since: now) <= Self.believedSkew else { return nil }
        let end = last.time.advanced(byMicroseconds: frequency.microseconds)
        return now < end ? end : nil
    }

}

/// The earlier of two moments; `nil` means never.
package func earliest(_ left: RuleTime?, _ right: RuleTime?) -> RuleTime? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}
