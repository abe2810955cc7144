import Essentials
import TipRules

/// A rule of a tip in words; in the catalogue it is JSON.
///
/// Names of parameters, events and members are in quotation marks, as in the catalogue.
struct RuleWords {
    let clock: WallClock

    private static let always = "it is always so"
    private static let never = "it is never so"

    /// The condition as a clause.
    func claim(_ rule: RuleExpression) -> String {
        switch rule {
        case .constant(let value): value.isTrue ? Self.always : Self.never
        case .comparison(let comparison, .count(let query), .constant(.integer(let number))):
            "\(happening(of: query, comparison, number))\(choice(in: query))"
        case .comparison(let comparison, let left, let right):
            "\(noun(left)) \(verb(comparison, comparesTimes: left.isTime || right.isTime)) \(noun(right))"
        case .search(.contains, let whole, let part): "\(noun(whole)) contains \(noun(part))"
        case .search(.hasPrefix, let whole, let part): "\(noun(whole)) begins with \(noun(part))"
        case .search(.hasSuffix, let whole, let part): "\(noun(whole)) ends with \(noun(part))"
        case .all(let parts): joined(parts, by: "and", ifNone: Self.always)
        case .any(let parts): joined(parts, by: "or", ifNone: Self.never)
        case .not(let part): negation(of: part)
        default: "\(noun(rule)) is true"
        }
    }

    private func negation(of part: RuleExpression) -> String {
        switch part {
        case .parameter, .member: "\(noun(part)) is not true"
        default: "it is not so that \(claim(part))"
        }
    }

    private func joined(_ parts: [RuleExpression], by word: String, ifNone: String) -> String {
        guard parts.count > 1 else { return parts.first.map { claim($0) } ?? ifNone }
        return "(\(parts.map { claim($0) }.joined(separator: " \(word) ")))"
    }

    private func verb(_ comparison: RuleComparison, comparesTimes: Bool) -> String {
        switch comparison {
        case .equal: "is"
        case .notEqual: "is not"
        case .less: comparesTimes ? "is before" : "is less than"
        case .lessOrEqual: comparesTimes ? "is not after" : "is at most"
        case .greater: comparesTimes ? "is after" : "is more than"
        case .greaterOrEqual: comparesTimes ? "is not before" : "is at least"
        }
    }

    // MARK: - Events

    /// The condition on the number of an event's donations.
    private func happening(of query: DonationQuery, _ comparison: RuleComparison, _ number: Int64) -> String {
        let event = quoted(query.event)
        let times = "\(number) time\(number == 1 ? "" : "s")"
        switch (comparison, number) {
        case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0): return "\(event) has happened"
        case (.equal, 0), (.less, 1), (.lessOrEqual, 0): return "\(event) has not happened"
        case (.equal, _): return "\(event) has happened exactly \(times)"
        case (.notEqual, _): return "\(event) has not happened exactly \(times)"
        case (.less, _): return "\(event) has happened fewer than \(times)"
        case (.lessOrEqual, _): return "\(event) has happened at most \(times)"
        case (.greater, _): return "\(event) has happened more than \(times)"
        case (.greaterOrEqual, _): return "\(event) has happened at least \(times)"
        }
    }

    /// The selection of an event's donations, in words that follow its name.
    private func choice(in query: DonationQuery) -> String {
        switch query {
        case .all: ""
        case .within(let window, .all): " in the last \(length(window))"
        case .within(let window, let inner):
            "\(choice(in: inner)), and of those only the ones of the last \(length(window))"
        case .filtered(let inner, let condition):
            "\(choice(in: inner)), counting only where \(claim(condition))"
        case .largestSubset(let inner, let path):
            "\(choice(in: inner)), counting only the most frequent \(member(path))"
        case .smallestSubset(let inner, let path):
            "\(choice(in: inner)), counting only the least frequent \(member(path))"
        }
    }

    private func length(_ window: RuleWindow) -> String {
        let words = LengthOfTime.exact(microseconds: window.microseconds)
        // Nobody says "in the last 1 day".
        return words.hasPrefix("1 ") && !words.contains(",") ? String(words.dropFirst(2)) : words
    }

    // MARK: - Values

    /// An expression as a noun phrase.
    func noun(_ expression: RuleExpression) -> String {
        switch expression {
        case .constant(let value): words(value)
        case .parameter(let name): quoted(name)
        case .member(let name, of: .payload): "its \(quoted(name))"
        case .member(let name, let whole): "\(quoted(name)) of \(noun(whole))"
        case .payload: "what came with it"
        case .donationTime: "its time"
        case .now: "now"
        case .count(let query): "the number of \(all(query))"
        case .oldest(let query): "the first time of \(all(query))"
        case .newest(let query): "the last time of \(all(query))"
        case .newestPayload(let query): "what came with the last \(all(query))"
        case .listed(let query): "the list of \(all(query))"
        case .arithmetic(let operation, let left, let right): calculation(operation, left, right)
        case .length(let whole): "the length of \(noun(whole))"
        case .otherwise(let first, let second): "(\(noun(first)), or \(noun(second)) where there is none)"
        case .derived(_, let source): "what the program makes of \(noun(source))"
        case .comparison, .search, .all, .any, .not: "whether \(claim(expression))"
        }
    }

    /// An event, with the selection of its donations in brackets, because the sentence continues after it.
    private func all(_ query: DonationQuery) -> String {
        let choice = choice(in: query).drop { $0 == "," || $0 == " " }
        return quoted(query.event) + (choice.isEmpty ? "" : " (\(choice))")
    }

    private func calculation(
        _ operation: RuleArithmetic, _ left: RuleExpression, _ right: RuleExpression
    ) -> String {
        switch (operation, left, right) {
        case (.minus, .now, .constant(let value)):
            if let length = LengthOfTime.exact(value) { return "\(length) ago" }
        case (.plus, .now, .constant(let value)):
            if let length = LengthOfTime.exact(value) { return "\(length) from now" }
        default: break
        }
        let sign =
            switch operation {
            case .plus: "+"
            case .minus: "−"
            case .times: "×"
            case .dividedBy: "÷"
            case .remainder: "modulo"
            }
        return "(\(noun(left)) \(sign) \(noun(right)))"
    }

    /// A value as a person writes it.
    func words(_ value: RuleValue) -> String {
        switch value {
        case .null: "nothing"
        case .boolean(let truth): "\(truth)"
        case .integer(let number): "\(number)"
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .text(let text): quoted(text)
        case .time(let time): clock.text(time)
        case .list(let elements):
            elements.isEmpty
                ? "an empty list" : "the list of \(elements.map { words($0) }.joined(separator: ", "))"
        case .record(let fields):
            "(\(fields.map { "\(quoted($0.name)): \(words($0.value))" }.joined(separator: ", ")))"
        }
    }

    private func quoted(_ text: RuleText) -> String { "“\(text.string)”" }

    private func member(_ path: [RuleText]) -> String {
        path.reversed().map(quoted).joined(separator: " of ")
    }
}

extension RuleExpression {
    /// Whether the value, if it can be compared, is a moment.
    fileprivate var isTime: Bool {
        switch self {
        case .now, .donationTime, .oldest, .newest, .constant(.time): true
        case .arithmetic(.plus, let left, let right): left.isTime || right.isTime
        case .arithmetic(.minus, let left, let right): left.isTime && !right.isTime
        case .otherwise(let first, _): first.isTime
        default: false
        }
    }
}

extension WallClock {
    /// A moment of a rule on the clock of the machine.
    fileprivate func text(_ time: RuleTime) -> String {
        text(Timestamp(millisecondsSinceEpoch: time.microseconds / 1_000))
    }
}

extension LengthOfTime {
    /// A number of seconds that rules add to or subtract from moments; `nil` for any other value.
    fileprivate static func exact(_ value: RuleValue) -> String? {
        switch value {
        case .integer(let seconds) where (0...900_000_000_000).contains(seconds):
            exact(microseconds: seconds * 1_000_000)
        case .number(let seconds) where (0...9e11).contains(seconds):
            exact(microseconds: Int64((seconds * 1e6).rounded()))
        default: nil
        }
    }
}
