public import JSON
public import TipRules

// Rules as JSON, for catalogues that people write: an object with one member, whose name is the operation.
//
//     { ">": [ { "count": { "event": "visit", "within": { "days": 3 }, "where": { "==": [ { "payload": "area" }, "south" ] } } }, 2 ] }
//
// Everything else is a constant. docs/tip-catalogue.md describes the whole format.
extension RuleExpression {
    /// Reads a rule from JSON; `nil` after a mistake, which the reader has noted.
    public init?(_ reader: JSONReader) {
        guard let expression = Self.read(reader, level: 1) else { return nil }
        do throws(RuleError) {
            try expression.check()
            self = expression
        } catch {
            reader.note(.rule, error.reason)
            return nil
        }
    }

    private static let constants = ["time", "list", "record", "number"]

    private static func read(_ reader: JSONReader, level: Int) -> RuleExpression? {
        guard level <= mostLevels else {
            reader.note(.rule, RuleError.tooManyLevels.reason)
            return nil
        }
        guard let value = reader.value() else { return nil }
        guard case .object(let object) = value else {
            return RuleValue(reader, level: level).map { .constant($0) }
        }
        guard let name = object.members.first?.name, object.members.count == 1 else {
            reader.note(.rule, "must have one member, the name of what is done")
            return nil
        }
        if constants.contains(name) { return RuleValue(reader, level: level).map { .constant($0) } }
        let inner = reader[name]
        switch name {
        case "count", "oldest", "newest", "newestPayload", "listed", "donated":
            return query(inner, level).map { Self.asking(name, $0) }
        case "parameter", "payload", "member", "donation", "clock", "ago":
            return fact(name, inner, level: level)
        default: return combination(name, inner, level: level)
        }
    }

    // MARK: - Facts

    private static func fact(_ name: String, _ inner: JSONReader, level: Int) -> RuleExpression? {
        switch name {
        case "parameter":
            guard let names = path(inner), let first = names.first else { return nil }
            return names.dropFirst().reduce(.parameter(first)) { .member($1, of: $0) }
        case "payload": return path(inner).map { $0.reduce(.payload) { .member($1, of: $0) } }
        case "member": return member(inner, level: level)
        case "donation":
            return inner.text(
                as: { ["payload": .payload, "time": .donationTime][$0] }, "must be payload or time")
        case "ago":
            return RuleWindow(inner).map {
                .arithmetic(.minus, .now, .constant(.number(Double($0.microseconds) / 1e6)))
            }
        default: return inner.text(as: { $0 == "now" ? .now : nil }, "must be now")
        }
    }

    private static func member(_ reader: JSONReader, level: Int) -> RuleExpression? {
        // The first element is a name, but would be read as a constant text.
        guard let parts = reader.array(count: 2...2, { read($0, level: level + 1) }) else { return nil }
        guard case .constant(.text(let name)) = parts[0] else {
            reader.note(.rule, "must begin with the name of the member")
            return nil
        }
        return .member(name, of: parts[1])
    }

    // MARK: - Combinations

    private static func combination(_ name: String, _ inner: JSONReader, level: Int) -> RuleExpression? {
        switch name {
        case "not": return read(inner, level: level + 1).map { .not($0) }
        case "length": return read(inner, level: level + 1).map { .length($0) }
        case "all": return inner.array { read($0, level: level + 1) }.map { .all($0) }
        case "any": return inner.array { read($0, level: level + 1) }.map { .any($0) }
        default: break
        }
        let make: (RuleExpression, RuleExpression) -> RuleExpression
        if let comparison = RuleComparison.allCases.first(where: { $0.jsonName == name }) {
            make = { .comparison(comparison, $0, $1) }
        } else if let search = RuleSearch.allCases.first(where: { $0.jsonName == name }) {
            make = { .search(search, in: $0, $1) }
        } else if let operation = RuleArithmetic.allCases.first(where: { $0.jsonName == name }) {
            make = { .arithmetic(operation, $0, $1) }
        } else if name == "otherwise" {
            make = { .otherwise($0, $1) }
        } else {
            inner.note(.unknownMember, "is nothing that rules can do")
            return nil
        }
        guard let parts = inner.array(count: 2...2, { read($0, level: level + 1) }) else { return nil }
        return make(parts[0], parts[1])
    }

    // MARK: - Donations

    private static func asking(_ name: String, _ query: DonationQuery) -> RuleExpression {
        switch name {
        case "oldest": .oldest(query)
        case "newest": .newest(query)
        case "newestPayload": .newestPayload(query)
        case "listed": .listed(query)
        case "donated": .comparison(.greater, .count(query), .constant(.integer(0)))
        default: .count(query)
        }
    }

    private static func query(_ reader: JSONReader, _ level: Int) -> DonationQuery? {
        guard let value = reader.value() else { return nil }
        if case .string = value { return name(reader).map { .all(of: $0) } }
        reader.refuseUnknownMembers(except: ["event", "steps"], stepNames)
        guard let event = name(reader["event"]) else { return nil }
        guard let steps = reader["steps"].optional else { return members(reader, of: event, level: level) }
        for name in stepNames {
            reader[name].optional?.note(.rule, "cannot stand beside steps, which say the order")
        }
        return steps.array(count: 0...mostLevels) { step($0, level: level + 1) }?
            .reduce(.all(of: event)) { $1($0) }
    }

    private static let stepNames = ["within", "where", "largest", "smallest"]

    /// The steps as members of one object; they are applied in a fixed order, whatever their order in the
    /// text.
    private static func members(_ reader: JSONReader, of event: RuleText, level: Int) -> DonationQuery? {
        var query: DonationQuery? = .all(of: event)
        for name in stepNames where reader[name].optional != nil {
            let step = step(name, reader[name], level: level + 1)
            query = query.flatMap { inner in step.map { $0(inner) } }
        }
        return query
    }

    private static func step(_ reader: JSONReader, level: Int) -> ((DonationQuery) -> DonationQuery)? {
        reader.refuseUnknownMembers(except: stepNames)
        let given = stepNames.filter { reader[$0].optional != nil }
        guard given.count == 1 else {
            reader.note(.rule, "must have one of within, where, largest, smallest")
            return nil
        }
        return step(given[0], reader[given[0]], level: level)
    }

    private static func step(
        _ name: String, _ inner: JSONReader, level: Int
    ) -> ((DonationQuery) -> DonationQuery)? {
        switch name {
        case "within": RuleWindow(inner).map { window in { .within(window, $0) } }
        case "where": read(inner, level: level).map { condition in { .filtered($0, where: condition) } }
        case "largest": path(inner).map { path in { .largestSubset($0, by: path) } }
        default: path(inner).map { path in { .smallestSubset($0, by: path) } }
        }
    }

    // MARK: - Names

    private static func name(_ reader: JSONReader) -> RuleText? {
        reader.string(length: 1...1_000).map { RuleText($0) }
    }

    /// A name, or a path of names, each a member of the one before.
    private static func path(_ reader: JSONReader) -> [RuleText]? {
        guard let value = reader.value() else { return nil }
        if case .string = value { return name(reader).map { [$0] } }
        return reader.array(count: 1...16) { name($0) }
    }
}

extension RuleError {
    /// The mistake, in words that follow the name of the place.
    var reason: String {
        switch self {
        case .tooManyLevels: "has more than \(RuleExpression.mostLevels) levels"
        case .tooManyParts: "has more than \(RuleExpression.mostParts) parts"
        case .queryInFilter: "asks for donations within the condition of a filter"
        case .noDonationAtHand: "asks for a payload outside of the condition of a filter"
        default: "is no rule that can be evaluated"
        }
    }
}

extension RuleWindow {
    /// Reads a length of time: seconds, or an object of units; `nil` after a mistake, which the reader has noted.
    init?(_ reader: JSONReader) {
        guard let value = reader.value() else { return nil }
        guard case .object(let object) = value else {
            guard let seconds = Self.count(reader) else { return nil }
            self.init(microseconds: Int64((seconds * 1_000_000).rounded()))
            return
        }
        let names = Self.units.map { $0.name }
        reader.refuseUnknownMembers(except: names)
        guard !object.members.isEmpty else {
            reader.note(.value, "must have one of \(names.joined(separator: ", "))")
            return nil
        }
        var sum = 0.0
        for unit in Self.units where reader[unit.name].optional != nil {
            guard let count = Self.count(reader[unit.name]) else { return nil }
            sum += count * Double(unit.microseconds)
        }
        guard sum <= 9e17 else {
            reader.note(.value, Self.tooLong)
            return nil
        }
        self.init(microseconds: Int64(sum.rounded()))
    }

    private static func count(_ reader: JSONReader) -> Double? {
        guard let count = reader.double(in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude) else {
            return nil
        }
        if (0...9e11).contains(count) { return count }
        reader.note(.value, count < 0 ? "must not be negative" : tooLong)
        return nil
    }

    private static let tooLong = "is more than 28,000 years"
}
