import JSON
import TipCatalogues
import TipRules

/// Why a rule does not hold: its conditions in words, with their present values if the server sends them.
struct RuleReason {
    private let words: RuleWords

    init(words: RuleWords) { self.words = words }

    /// The lines of a rule that holds a tip back, indented by two spaces for each level; `nil` after a
    /// mistake, which the reader has noted.
    func lines(_ hold: JSONReader) -> [String]? {
        guard let place = hold["rule"].integer(in: 0...Int.max - 1) else { return nil }
        // Counted from one, as people do; the catalogue's list begins with zero.
        let beginning = "Rule \(place + 1) does not hold"
        guard let told = hold["expression"].optional else { return [beginning + "."] }
        guard let rule = RuleExpression(told) else { return nil }
        var found: Found?
        if let explanation = hold["explanation"].optional {
            guard let read = Found(explanation) else { return nil }
            found = read
        }
        return lines(rule, found, beginning: beginning + ": ", depth: 0)
    }

    private func lines(_ rule: RuleExpression, _ found: Found?, beginning: String, depth: Int) -> [String] {
        let indent = String(repeating: " ", count: 2 * depth)
        guard let (heading, parts) = rule.several else {
            let values = found.map { rule.told($0).map { words.words($0) } } ?? []
            let now = values.isEmpty ? "" : " Now: \(values.joined(separator: " and "))."
            return ["\(indent)\(beginning)\(words.claim(rule)).\(now)"]
        }
        let known = rule.partsOfSeveral(found)
        var lines = ["\(indent)\(beginning)\(heading)"]
        for (place, part) in parts.enumerated() {
            let found = known.indices.contains(place) ? known[place] : nil
            let beginning = found.map { $0.value.isTrue ? "holds: " : "does not hold: " } ?? ""
            lines += self.lines(part, found, beginning: beginning, depth: depth + 1)
        }
        return lines
    }

    /// The value of an expression and of its parts, from the server.
    fileprivate struct Found {
        let value: RuleValue
        let parts: [Found]

        init?(_ reader: JSONReader) {
            let value = RuleValue(reader["value"])
            let parts = reader["parts"].array { Found($0) }
            guard let value, let parts else { return nil }
            (self.value, self.parts) = (value, parts)
        }
    }
}

extension RuleExpression {
    /// The conditions of a combination, one per line, and how many of them must hold.
    fileprivate var several: (heading: String, parts: [RuleExpression])? {
        switch self {
        case .all(let parts) where parts.count > 1: ("all of these must be so:", parts)
        case .any(let parts) where parts.count > 1: ("one of these must be so:", parts)
        case .not(.all(let parts)) where parts.count > 1: ("not all of these may be so:", parts)
        case .not(.any(let parts)) where parts.count > 1: ("none of these may be so:", parts)
        default: nil
        }
    }

    /// The values of the conditions of a combination.
    fileprivate func partsOfSeveral(_ found: RuleReason.Found?) -> [RuleReason.Found] {
        guard let found else { return [] }
        if case .not = self { return found.parts.first?.parts ?? [] }
        return found.parts
    }

    /// The values of a condition that are not already in its words.
    fileprivate func told(_ found: RuleReason.Found) -> [RuleValue] {
        switch self {
        case .constant: []
        case .comparison(_, let left, let right), .search(_, let left, let right):
            zip([left, right], found.parts).filter { !$0.0.isConstant }.map(\.1.value)
        case .not(let part): found.parts.first.map { part.told($0) } ?? []
        case .all(let parts), .any(let parts): zip(parts, found.parts).flatMap { $0.told($1) }
        default: [found.value]
        }
    }

    private var isConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
