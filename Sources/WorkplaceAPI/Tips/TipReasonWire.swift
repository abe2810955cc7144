import Essentials
import JSON
import TipCatalogues
import TipCore
import TipRules
import Workplace

/// Writes why a person is shown a tip, or is not.
///
/// About another person, an administrator learns the reasons that hold the tip back, but not what the person
/// did: no values, no counts, no times, no other tips.
struct TipReasonWire {
    let person: Person
    let isOwn: Bool

    func write(_ reason: TipReason, to json: inout JSONWriter) throws(RuleError) {
        let explanation = reason.explanation
        // It would reveal another tip than the requested one.
        let turn = isOwn ? reason.turn : nil
        let rules = try explanation.holds.map { hold throws(RuleError) in try Self.expression(of: hold) }
        json.object { json in
            json.member("tip", explanation.tip.description)
            json.member("person", person.id.rawValue)
            switch explanation.status {
            // The tip has to wait for its turn in the group.
            case .available where turn != nil: json.member("status", "pending")
            case .available: json.member("status", "available")
            case .pending: json.member("status", "pending")
            case .invalidated: json.member("status", "invalidated")
            }
            if let withholding = reason.withholding { json.member("withheld", withholding.rawValue) }
            // Nobody knows when another tip will end.
            if isOwn, turn == nil, let next = explanation.nextPossible {
                json.member("nextPossible", next)
            }
            json.member("holds") { json in
                json.array { json in
                    for (hold, rule) in zip(explanation.holds, rules) { write(hold, rule, to: &json) }
                    if let turn { write(turn, to: &json) }
                }
            }
        }
    }

    private func write(_ turn: TipReason.Turn, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", "group")
            json.member("group", turn.group)
            json.member("shown", turn.tip.description)
        }
    }

    private static func expression(of hold: TipExplanation.Hold) throws(RuleError) -> String? {
        guard case .rule(_, let explanation) = hold else { return nil }
        var json = JSONWriter()
        try explanation.expression.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func write(_ hold: TipExplanation.Hold, _ expression: String?, to json: inout JSONWriter) {
        json.object { json in
            switch hold {
            case .notConfigured, .unknown, .hidden: json.member("kind", "hidden")
            case .collision: json.member("kind", "collision")
            case .invalidated(let end):
                json.member("kind", "invalidated")
                guard isOwn else { break }
                json.member("reason", end.reason.wireName)
                json.member("at", end.time)
            case .displayCount(let count, let most):
                json.member("kind", "displayCount")
                json.member("most", most)
                if isOwn { json.member("count", count) }
            case .displayDuration(let microseconds, let most):
                json.member("kind", "displayDuration")
                json.member("most", most / 1_000_000)
                if isOwn { json.member("seconds", microseconds / 1_000_000) }
            case .rule(let place, let explanation):
                json.member("kind", "rule")
                json.member("rule", place)
                if let expression { json.member("expression") { $0.raw(expression) } }
                if isOwn { json.member("explanation") { write(explanation, to: &$0) } }
            case .frequency(let tip, let end):
                json.member("kind", "frequency")
                guard isOwn else { break }
                json.member("shown", tip.description)
                json.member("until", end)
            }
        }
    }

    private func write(_ explanation: RuleExplanation, to json: inout JSONWriter) {
        json.object { json in
            json.member("value") { explanation.value.write(to: &$0) }
            json.member("holds", explanation.holds)
            if let next = explanation.nextChange { json.member("nextChange", next) }
            if let decisive = explanation.decisivePart { json.member("decisive", decisive) }
            json.member("parts") { json in
                json.array { json in for part in explanation.parts { write(part, to: &json) } }
            }
        }
    }
}
