public import JSON
public import TipRules

extension RuleExpression {
    /// Writes the rule as JSON, as a person would.
    ///
    /// - Throws: `RuleError.local` for a rule that uses functions of this process (TD24), before anything is
    ///   written, and the errors of `check(allowsLocal:)`.
    public func write(to json: inout JSONWriter) throws(RuleError) {
        try check()
        writeChecked(to: &json)
    }

    func writeChecked(to json: inout JSONWriter) {
        switch self {
        case .constant(let value): value.write(to: &json)
        case .payload: json.object { $0.member("donation", "payload") }
        case .donationTime: json.object { $0.member("donation", "time") }
        case .now: json.object { $0.member("clock", "now") }
        case .parameter, .member: writePath(to: &json)
        case .not, .length: writeOne(to: &json)
        case .count, .oldest, .newest, .newestPayload, .listed: writeQuery(to: &json)
        default: writeSeveral(to: &json)
        }
    }

    /// Writes a parameter, or a member of a value; a member of a parameter or of the payload is a path of
    /// names.
    private func writePath(to json: inout JSONWriter) {
        let (whole, names) = path
        switch whole {
        case .parameter(let name):
            let path = [name] + names
            json.object { json in json.member("parameter") { $0.path(path) } }
        case .payload: json.object { json in json.member("payload") { $0.path(names) } }
        default:
            guard case .member(let name, let owner) = self else { return }
            json.object { json in
                json.member("member") { json in
                    json.array { json in
                        json.string(name.string)
                        owner.writeChecked(to: &json)
                    }
                }
            }
        }
    }

    /// The expression that has the members, and the path of their names.
    private var path: (whole: RuleExpression, names: [RuleText]) {
        guard case .member(let name, let owner) = self else { return (self, []) }
        let (whole, names) = owner.path
        return (whole, names + [name])
    }

    private func writeOne(to json: inout JSONWriter) {
        json.object { json in
            json.member(named: jsonName) { json in
                if case .not(let part) = self { part.writeChecked(to: &json) }
                if case .length(let part) = self { part.writeChecked(to: &json) }
            }
        }
    }

    private func writeSeveral(to json: inout JSONWriter) {
        json.object { json in
            json.member(named: jsonName) { json in
                json.array { json in for part in operands { part.writeChecked(to: &json) } }
            }
        }
    }

    private func writeQuery(to json: inout JSONWriter) {
        guard let query = asked else { return json.null() }
        json.object { json in json.member(named: jsonName) { query.write(to: &$0) } }
    }

    private var operands: [RuleExpression] {
        switch self {
        case .comparison(_, let left, let right), .search(_, let left, let right),
            .arithmetic(_, let left, let right), .otherwise(let left, let right):
            [left, right]
        case .all(let parts), .any(let parts): parts
        default: []
        }
    }

    var asked: DonationQuery? {
        switch self {
        case .count(let query), .oldest(let query), .newest(let query), .newestPayload(let query),
            .listed(let query):
            query
        default: nil
        }
    }

    private var jsonName: String {
        switch self {
        case .comparison(let comparison, _, _): comparison.jsonName
        case .search(let search, _, _): search.jsonName
        case .arithmetic(let operation, _, _): operation.jsonName
        case .all: "all"
        case .any: "any"
        case .not: "not"
        case .length: "length"
        case .otherwise: "otherwise"
        case .count: "count"
        case .oldest: "oldest"
        case .newest: "newest"
        case .newestPayload: "newestPayload"
        case .listed: "listed"
        default: ""
        }
    }
}

extension DonationQuery {
    fileprivate func write(to json: inout JSONWriter) {
        let steps = steps
        guard !steps.isEmpty else { return json.string(event.string) }
        json.object { json in
            json.member("event", event.string)
            if Self.isInUsualOrder(steps) {
                for step in steps { step.writeStep(to: &json) }
            } else {
                json.member("steps") { json in
                    json.array { json in for step in steps { json.object { step.writeStep(to: &$0) } } }
                }
            }
        }
    }

    /// The query and its inner queries that are steps, the innermost first.
    var steps: [DonationQuery] {
        switch self {
        case .all: []
        case .within(_, let inner), .filtered(let inner, _), .largestSubset(let inner, _),
            .smallestSubset(let inner, _):
            inner.steps + [self]
        }
    }

    /// Whether each kind of step occurs at most once, in the order in which the members of an object are
    /// applied.
    private static func isInUsualOrder(_ steps: [DonationQuery]) -> Bool {
        zip(steps, steps.dropFirst()).allSatisfy { $0.rank < $1.rank }
    }

    private var rank: Int {
        switch self {
        case .all: 0
        case .within: 1
        case .filtered: 2
        case .largestSubset: 3
        case .smallestSubset: 4
        }
    }

    private func writeStep(to json: inout JSONWriter) {
        switch self {
        case .all: break
        case .within(let window, _): json.member("within") { window.write(to: &$0) }
        case .filtered(_, let condition): json.member("where") { condition.writeChecked(to: &$0) }
        case .largestSubset(_, let path): json.member("largest") { $0.path(path) }
        case .smallestSubset(_, let path): json.member("smallest") { $0.path(path) }
        }
    }
}

extension JSONWriter {
    /// Writes a path of names; a single name is written as a text.
    fileprivate mutating func path(_ names: [RuleText]) {
        if names.count == 1 { return string(names[0].string) }
        array { json in for name in names { json.string(name.string) } }
    }
}

extension RuleWindow {
    /// Writes the length in the largest unit in which it is a whole number.
    func write(to json: inout JSONWriter) {
        for unit in Self.units where microseconds > 0 && microseconds % unit.microseconds == 0 {
            return json.object { json in
                json.member(named: unit.name) { $0.integer(microseconds / unit.microseconds) }
            }
        }
        json.object { $0.member("seconds", Double(microseconds) / 1e6) }
    }

    /// The units of a length of time, the longest first.
    static let units: [(name: String, microseconds: Int64)] = [
        ("weeks", 604_800_000_000), ("days", 86_400_000_000), ("hours", 3_600_000_000),
        ("minutes", 60_000_000),
        ("seconds", 1_000_000),
    ]
}
