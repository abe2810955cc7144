import TipRules

/// The samples that a search tries for parameters, payloads and numbers of donations.
struct RuleSamples {
    /// The constants of the rules, and the values next to them.
    private(set) var values: [RuleValue] = [.boolean(true), .boolean(false), .null]
    /// How many donations to try.
    private(set) var counts: [Int] = [0, 1, 2, 3]
    /// The ages of donations to try, in microseconds.
    private(set) var ages: [Int64] = [1_000_000]
    /// The members of payloads, by event.
    private(set) var members: [RuleText: [[RuleText]]] = [:]
    /// The members of parameters, by parameter.
    private(set) var parts: [RuleText: [[RuleText]]] = [:]

    /// The number of parts in the rules and their queries.
    private(set) var partCount = 1
    /// The total number of members.
    private(set) var memberCount = 0

    init(_ rules: [RuleExpression]) {
        for rule in rules { note(rule, of: nil) }
        values = values.uniqued()
        counts = counts.filter { (0...100_000).contains($0) }.uniqued()
        let paths = Array(members.values.joined()) + parts.values.joined()
        memberCount = paths.reduce(0) { $0 + $1.count }
    }

    private mutating func note(_ value: RuleValue) {
        switch value {
        case .integer(let number):
            for beside in [number.addingReportingOverflow(-1), number.addingReportingOverflow(1)]
            where !beside.overflow {
                values.append(.integer(beside.partialValue))
                if let count = Int(exactly: beside.partialValue) { counts.append(count) }
            }
            values += [.number(Double(number) - 0.5), .number(Double(number) + 0.5)]
            if let count = Int(exactly: number) { counts.append(count) }
            note(seconds: Double(number))
        case .number(let number):
            values += [-1, -0.5, 0.5, 1].map { .number(number + $0) }
            if abs(number) < 1e6 { counts += [Int(number), Int(number) + 1] }
            note(seconds: number)
        case .text(let text): values.append(.text(RuleText(utf8: text.utf8 + Array("x".utf8))))
        case .time(let time):
            values += [-1, 1].map { .time(time.advanced(byMicroseconds: $0)) }
        case .list(let elements): for element in elements { note(element) }
        default: break
        }
        values.append(value)
    }

    /// Adds a number that may be an age in seconds.
    private mutating func note(seconds: Double) {
        guard (0...9e11).contains(seconds) else { return }
        let microseconds = Int64(seconds * 1e6)
        ages += [microseconds / 2, microseconds, microseconds + 1_000_000]
    }

    private mutating func note(_ rule: RuleExpression, of event: RuleText?) {
        partCount += 1
        switch rule {
        case .constant(let value): note(value)
        case .member:
            if let (name, path) = rule.parameterPath { parts[name, default: []].append(path) }
            if let event, let path = rule.payloadPath { members[event, default: []].append(path) }
            note(inside: rule, of: event)
        default: note(inside: rule, of: event)
        }
    }

    private mutating func note(inside rule: RuleExpression, of event: RuleText?) {
        switch rule {
        case .constant, .parameter, .payload, .donationTime, .now: break
        case .member(_, let part), .length(let part), .not(let part), .derived(_, let part):
            note(part, of: event)
        case .comparison(_, let left, let right), .search(_, let left, let right),
            .arithmetic(_, let left, let right),
            .otherwise(let left, let right):
            note(left, of: event)
            note(right, of: event)
        case .all(let parts), .any(let parts): for part in parts { note(part, of: event) }
        case .count(let query), .oldest(let query), .newest(let query), .newestPayload(let query),
            .listed(let query):
            for step in query.steps { note(step) }
        }
    }

    private mutating func note(_ step: DonationQuery) {
        partCount += 1
        switch step {
        case .all: break
        case .within(let window, _):
            let length = window.microseconds
            ages += [length / 2, length, length.addingReportingOverflow(1_000_000).partialValue]
        case .filtered(_, let condition): note(condition, of: step.event)
        case .largestSubset(_, let path), .smallestSubset(_, let path):
            members[step.event, default: []].append(path)
        }
    }

    /// A value of a parameter, with all members that rules read, if they read any.
    func value(of parameter: RuleText, _ numbers: inout SeededNumbers) -> RuleValue {
        guard let paths = parts[parameter] else { return numbers.one(of: values) }
        return paths.reduce(.null) { $0.with(numbers.one(of: values), at: $1) }
    }

    /// A payload with all members that rules read, each with one of the values.
    func payload(of event: RuleText, _ numbers: inout SeededNumbers) -> RuleValue {
        var payload = RuleValue.null
        for path in members[event] ?? [] { payload = payload.with(numbers.one(of: values), at: path) }
        return payload
    }
}

extension RuleExpression {
    /// The parameter that the expression reads, and the path of members.
    fileprivate var parameterPath: (name: RuleText, path: [RuleText])? {
        switch self {
        case .parameter(let name): (name, [])
        case .member(let name, let owner): owner.parameterPath.map { ($0.name, $0.path + [name]) }
        default: nil
        }
    }

    /// The path of members of the payload that the expression reads.
    fileprivate var payloadPath: [RuleText]? {
        switch self {
        case .payload: []
        case .member(let name, let owner): owner.payloadPath.map { $0 + [name] }
        default: nil
        }
    }
}

extension RuleValue {
    /// The value with another one at the end of a path of members.
    func with(_ value: RuleValue, at path: [RuleText]) -> RuleValue {
        guard let name = path.first else { return value }
        var fields: [RuleField] = []
        if case .record(let known) = self { fields = known.filter { $0.name != name } }
        fields.append(RuleField(name, self[name].with(value, at: Array(path.dropFirst()))))
        return .record(fields)
    }
}

extension Array where Element: Hashable {
    /// The distinct elements, in the order of their first occurrence.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
