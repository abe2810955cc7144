extension RuleExpression {
    /// The expressions directly below this one, those of queries included.
    var parts: [RuleExpression] {
        switch self {
        case .constant, .parameter, .payload, .donationTime, .now: []
        case .member(_, let part), .length(let part), .not(let part), .derived(_, let part): [part]
        case .comparison(_, let left, let right), .search(_, let left, let right),
            .arithmetic(_, let left, let right), .otherwise(let left, let right):
            [left, right]
        case .all(let parts), .any(let parts): parts
        case .count(let query), .oldest(let query), .newest(let query), .newestPayload(let query),
            .listed(let query):
            query.conditions
        }
    }

    /// The query of the expression, if its kind has one.
    var query: DonationQuery? {
        switch self {
        case .count(let query), .oldest(let query), .newest(let query), .newestPayload(let query),
            .listed(let query):
            query
        default: nil
        }
    }

    /// Whether the value can depend on the present time, or on the time of the donation at hand.
    var looksAtTime: Bool {
        // This makes no lists of parts, because it runs with each evaluation of a filter.
        switch self {
        case .now, .donationTime, .derived, .count, .oldest, .newest, .newestPayload, .listed: true
        case .constant, .parameter, .payload: false
        case .member(_, let part), .length(let part), .not(let part): part.looksAtTime
        case .comparison(_, let left, let right), .search(_, let left, let right),
            .arithmetic(_, let left, let right), .otherwise(let left, let right):
            left.looksAtTime || right.looksAtTime
        case .all(let parts), .any(let parts): parts.contains { $0.looksAtTime }
        }
    }

    /// Whether the expression can be sent: whether it has no function of this process (TD24).
    ///
    /// - Complexity: O(*n*) in the number of expressions.
    public var isPortable: Bool {
        if case .derived = self { return false }
        return parts.allSatisfy { $0.isPortable }
    }

    /// The parameters, events and functions that the expression reads.
    ///
    /// - Complexity: O(*n*) in the number of expressions.
    public var dependencies: RuleDependencies { RuleDependencies(of: [self]) }
}

extension DonationQuery {
    /// The conditions of the filters, the innermost first.
    var conditions: [RuleExpression] {
        switch self {
        case .all: []
        case .within(_, let query), .largestSubset(let query, _), .smallestSubset(let query, _):
            query.conditions
        case .filtered(let query, let condition): query.conditions + [condition]
        }
    }

    /// The event whose donations the query selects.
    public var event: RuleText {
        switch self {
        case .all(let event): event
        case .within(_, let query), .largestSubset(let query, _), .smallestSubset(let query, _),
            .filtered(let query, _):
            query.event
        }
    }
}

/// The parameters and events that an expression reads: when none of them changes, only time changes its value.
public struct RuleDependencies: Hashable, Sendable {
    /// The parameters, each once, in the order in which they occur.
    public private(set) var parameters: [RuleText] = []
    /// The events, each once, in the order in which they occur.
    public private(set) var events: [RuleText] = []
    /// The functions of this process, in the order in which they occur.
    public private(set) var functions: [LocalFunction] = []

    /// Makes dependencies on nothing.
    public init() {}

    /// Makes the dependencies of several expressions together.
    ///
    /// - Complexity: O(*n*) in the number of expressions.
    public init(of expressions: [RuleExpression]) {
        for expression in expressions { note(expression) }
    }

    // This makes no lists of parts: a program with ten thousand tips runs it for all of them when it starts.
    private mutating func note(_ expression: RuleExpression) {
        switch expression {
        case .constant, .payload, .donationTime, .now: break
        case .parameter(let name): if !parameters.contains(name) { parameters.append(name) }
        case .member(_, let part), .length(let part), .not(let part): note(part)
        case .derived(let function, let part):
            functions.append(function)
            note(part)
        case .comparison(_, let left, let right), .search(_, let left, let right),
            .arithmetic(_, let left, let right), .otherwise(let left, let right):
            note(left)
            note(right)
        case .all(let parts), .any(let parts): for part in parts { note(part) }
        case .count(let query), .oldest(let query), .newest(let query), .newestPayload(let query),
            .listed(let query):
            note(query)
        }
    }

    private mutating func note(_ query: DonationQuery) {
        switch query {
        case .all(let event): if !events.contains(event) { events.append(event) }
        case .within(_, let query), .largestSubset(let query, _), .smallestSubset(let query, _): note(query)
        case .filtered(let query, let condition):
            note(query)
            note(condition)
        }
    }

    /// Adds the dependencies of another expression.
    public mutating func formUnion(_ other: RuleDependencies) {
        for name in other.parameters where !parameters.contains(name) { parameters.append(name) }
        for name in other.events where !events.contains(name) { events.append(name) }
        functions += other.functions
    }
}
