/// Evaluates expressions over facts at one moment.
struct RuleEvaluation<Facts: RuleFacts> {
    let facts: Facts
    let now: RuleTime

    /// The value of an expression; `donation` gives its payload and time.
    func finding(_ expression: RuleExpression, _ donation: DonationAtHand?) -> RuleResult {
        switch expression {
        case .constant(let value): RuleResult(value)
        case .parameter(let name): RuleResult(facts.value(ofParameter: name))
        case .payload: RuleResult(donation?.payload ?? .null)
        case .donationTime: RuleResult(donation.map { .time($0.time) } ?? .null)
        case .now: RuleResult(.time(now), drift: 1)
        case .count, .oldest, .newest, .newestPayload, .listed: donationFinding(expression)
        case .comparison(let comparison, let left, let right):
            compare(finding(left, donation), comparison, finding(right, donation))
        case .arithmetic(let operation, let left, let right):
            calculate(finding(left, donation), operation, finding(right, donation))
        case .all(let parts): combined(parts, donation, decisive: false)
        case .any(let parts): combined(parts, donation, decisive: true)
        default: simpleFinding(expression, donation)
        }
    }

    private func simpleFinding(_ expression: RuleExpression, _ donation: DonationAtHand?) -> RuleResult {
        switch expression {
        case .member(let name, let whole): mapped(whole, donation) { $0[name] }
        case .length(let whole): mapped(whole, donation) { $0.length }
        case .not(let part): mapped(part, donation) { .boolean(!$0.isTrue) }
        case .search(let search, let whole, let part):
            found(settled(whole, donation), search, settled(part, donation))
        case .otherwise(let first, let second): otherwise(finding(first, donation), second, donation)
        case .derived(let function, let source): derived(function, settled(source, donation))
        default: RuleResult(.null)
        }
    }

    private func settled(_ expression: RuleExpression, _ donation: DonationAtHand?) -> RuleResult {
        finding(expression, donation).settled(at: now)
    }

    private func mapped(
        _ expression: RuleExpression, _ donation: DonationAtHand?, _ transform: (RuleValue) -> RuleValue
    ) -> RuleResult {
        let inner = settled(expression, donation)
        return RuleResult(transform(inner.value), next: inner.next)
    }

    // The first part that decides is enough: as long as its value stays, so does that of the combination.
    private func combined(
        _ parts: [RuleExpression], _ donation: DonationAtHand?, decisive: Bool
    ) -> RuleResult {
        var next: RuleTime?
        for part in parts {
            let inner = settled(part, donation)
            if inner.value.isTrue == decisive { return RuleResult(decisive, next: inner.next) }
            next = earlier(next, inner.next)
        }
        return RuleResult(!decisive, next: next)
    }

    private func otherwise(
        _ first: RuleResult, _ second: RuleExpression, _ donation: DonationAtHand?
    ) -> RuleResult {
        guard first.value == .null else { return first }
        var result = finding(second, donation)
        result.next = earlier(first.next, result.next)
        return result
    }

    private func found(_ whole: RuleResult, _ search: RuleSearch, _ part: RuleResult) -> RuleResult {
        RuleResult(whole.value.has(part.value, by: search), next: earlier(whole.next, part.next))
    }

    private func derived(_ function: LocalFunction, _ source: RuleResult) -> RuleResult {
        let answer = facts.result(of: function, for: source.value, at: now)
        return RuleResult(answer.value, next: earlier(source.next, answer.nextChange))
    }

    private func donationFinding(_ expression: RuleExpression) -> RuleResult {
        switch expression {
        case .count(let query):
            let chosen = selection(query)
            return RuleResult(.integer(Int64(chosen.count)), next: chosen.next)
        case .oldest(let query):
            let chosen = selection(query)
            return RuleResult(
                chosen.first.map { .time(chosen.history.times[$0]) } ?? .null, next: chosen.next)
        case .newest(let query):
            let chosen = selection(query)
            return RuleResult(chosen.last.map { .time(chosen.history.times[$0]) } ?? .null, next: chosen.next)
        case .newestPayload(let query):
            let chosen = selection(query)
            return RuleResult(chosen.last.map { chosen.history.payload(at: $0) } ?? .null, next: chosen.next)
        case .listed(let query):
            let chosen = selection(query)
            return RuleResult(.list(chosen.map { chosen.history.record(at: $0) }), next: chosen.next)
        default: return RuleResult(.null)
        }
    }
}

/// The donation for which a filter evaluates its condition.
struct DonationAtHand {
    let payload: RuleValue
    let time: RuleTime
}

extension RuleValue {
    /// The number of bytes, elements or members of the value; null for other kinds.
    fileprivate var length: RuleValue {
        switch self {
        case .text(let text): .integer(Int64(text.utf8.count))
        case .list(let elements): .integer(Int64(elements.count))
        case .record(let fields): .integer(Int64(fields.count))
        default: .null
        }
    }

    fileprivate func has(_ part: RuleValue, by search: RuleSearch) -> Bool {
        switch (self, part, search) {
        case (.list(let elements), _, .contains): elements.contains { $0.equals(part) }
        case (.text(let whole), .text(let part), .contains): whole.contains(part)
        case (.text(let whole), .text(let part), .hasPrefix): whole.hasPrefix(part)
        case (.text(let whole), .text(let part), .hasSuffix): whole.hasSuffix(part)
        default: false
        }
    }
}

extension DonationHistory {
    /// The names in a donation's record.
    // As bytes, because the standard library's strings take kilobytes of code in a page.
    private static let timeName = RuleText(utf8: [0x74, 0x69, 0x6D, 0x65])
    private static let payloadName = RuleText(utf8: [0x70, 0x61, 0x79, 0x6C, 0x6F, 0x61, 0x64])

    fileprivate func record(at index: Int) -> RuleValue {
        .record([
            RuleField(Self.timeName, .time(times[index])), RuleField(Self.payloadName, payload(at: index)),
        ])
    }
}
