public import JSON
public import TipRules

// Rules as JSON, for catalogues that people write: an object with one member, whose name says what is done.
//
//     { ">": [ { "count": { "event": "visit", "steps": [ { "within": 259200 }, { "where": … } ] } }, 2 ] }
//
// Constants stand for themselves. Windows are seconds; moments are microseconds since 1970.
extension RuleExpression {
    /// Writes the rule as JSON.
    ///
    /// - Throws: `RuleError.local` for a rule that uses functions of this process (TD24), before anything is written, and
    ///   what `check(allowsLocal:)` throws.
    public func write(to json: inout JSONWriter) throws(RuleError) {
        try check()
        writeChecked(to: &json)
    }

    private func writeChecked(to json: inout JSONWriter) {
        switch self {
        case .constant(let value): value.write(to: &json)
        case .parameter(let name): json.object { $0.member("parameter", name.string) }
        case .payload: json.object { $0.member("donation", "payload") }
        case .donationTime: json.object { $0.member("donation", "time") }
        case .now: json.object { $0.member("clock", "now") }
        case .member(let name, let whole):
            json.object { json in
                json.member(named: "member") { json in
                    json.array { json in
                        json.string(name.string)
                        whole.writeChecked(to: &json)
                    }
                }
            }
        case .not, .length: writeOne(to: &json)
        case .count, .oldest, .newest, .newestPayload, .listed: writeQuery(to: &json)
        default: writeSeveral(to: &json)
        }
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

    private var asked: DonationQuery? {
        switch self {
        case .count(let query), .oldest(let query), .newest(let query), .newestPayload(let query), .listed(let query):
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

    fileprivate func writePart(to json: inout JSONWriter) { writeChecked(to: &json) }

    /// Reads a rule from JSON; `nil` after a mistake, which the reader has noted.
    public init?(_ reader: JSONReader) {
        guard let expression = Self.read(reader, level: 1) else { return nil }
        do throws(RuleError) {
            try expression.check()
            self = expression
        } catch {
            reader.note(.value, "is no rule that can be evaluated: \(error)")
            return nil
        }
    }

    private static func read(_ reader: JSONReader, level: Int) -> RuleExpression? {
        guard level <= mostLevels else {
            reader.note(.value, "has too many levels")
            return nil
        }
        guard let value = reader.value() else { return nil }
        guard case .object(let object) = value else { return RuleValue(reader, level: level).map { .constant($0) } }
        guard let name = object.members.first?.name, object.members.count == 1 else {
            reader.note(.value, "must have one member, the name of what is done")
            return nil
        }
        if ["time", "list", "record", "number"].contains(name) {
            return RuleValue(reader, level: level).map { .constant($0) }
        }
        return read(name, reader[name], reader, level: level)
    }

    private static func read(
        _ name: String, _ inner: JSONReader, _ reader: JSONReader, level: Int
    ) -> RuleExpression? {
        switch name {
        case "parameter": return inner.string(length: 1...1_000).map { .parameter(RuleText($0)) }
        case "donation":
            return inner.text(as: { ["payload": .payload, "time": .donationTime][$0] }, "must be payload or time")
        case "clock": return inner.text(as: { $0 == "now" ? .now : nil }, "must be now")
        case "member": return member(inner, level: level)
        case "not": return read(inner, level: level + 1).map { .not($0) }
        case "length": return read(inner, level: level + 1).map { .length($0) }
        case "all": return inner.array { read($0, level: level + 1) }.map { .all($0) }
        case "any": return inner.array { read($0, level: level + 1) }.map { .any($0) }
        case "count": return query(inner, level).map { .count($0) }
        case "oldest": return query(inner, level).map { .oldest($0) }
        case "newest": return query(inner, level).map { .newest($0) }
        case "newestPayload": return query(inner, level).map { .newestPayload($0) }
        case "listed": return query(inner, level).map { .listed($0) }
        default: return pair(name, inner, reader, level: level)
        }
    }

    private static func pair(
        _ name: String, _ inner: JSONReader, _ reader: JSONReader, level: Int
    ) -> RuleExpression? {
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

    private static func member(_ reader: JSONReader, level: Int) -> RuleExpression? {
        // The first element is a name, and would be read as a constant text.
        guard let parts = reader.array(count: 2...2, { read($0, level: level + 1) }) else { return nil }
        guard case .constant(.text(let name)) = parts[0] else {
            reader.note(.value, "must begin with the name of the member")
            return nil
        }
        return .member(name, of: parts[1])
    }

    private static func query(_ reader: JSONReader, _ level: Int) -> DonationQuery? {
        reader.refuseUnknownMembers(except: ["event", "steps"])
        guard let event = reader["event"].string(length: 1...1_000) else { return nil }
        let steps = reader["steps"].optional.map { $0.array { step($0, level: level + 1) } } ?? .some([])
        return steps?.reduce(.all(of: RuleText(event))) { $1($0) }
    }

    private static func step(_ reader: JSONReader, level: Int) -> ((DonationQuery) -> DonationQuery)? {
        reader.refuseUnknownMembers(except: ["within", "where", "largest", "smallest"])
        func path(_ reader: JSONReader) -> [RuleText]? {
            reader.array(count: 1...16) { $0.string(length: 1...1_000).map { RuleText($0) } }
        }
        if let inner = reader["within"].optional {
            guard let seconds = inner.double(in: 0...9e11) else { return nil }
            let window = RuleWindow(microseconds: Int64((seconds * 1_000_000).rounded()))
            return { .within(window, $0) }
        }
        if let inner = reader["where"].optional {
            return read(inner, level: level).map { condition in { .filtered($0, where: condition) } }
        }
        if let inner = reader["largest"].optional { return path(inner).map { path in { .largestSubset($0, by: path) } } }
        if let inner = reader["smallest"].optional { return path(inner).map { path in { .smallestSubset($0, by: path) } } }
        reader.note(.required, "must have one of within, where, largest, smallest")
        return nil
    }
}

extension DonationQuery {
    fileprivate func write(to json: inout JSONWriter) {
        let steps = steps
        json.object { json in
            json.member("event", event.string)
            guard !steps.isEmpty else { return }
            json.member("steps") { json in
                json.array { json in for step in steps { json.object { step.writeStep(to: &$0) } } }
            }
        }
    }

    /// The query and those in it that are steps, the innermost first.
    private var steps: [DonationQuery] {
        switch self {
        case .all: []
        case .within(_, let inner), .filtered(let inner, _), .largestSubset(let inner, _), .smallestSubset(let inner, _):
            inner.steps + [self]
        }
    }

    private func writeStep(to json: inout JSONWriter) {
        switch self {
        case .all: break
        case .within(let window, _):
            let (seconds, rest) = window.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
            if rest == 0 { json.member("within", seconds) } else { json.member("within", Double(window.microseconds) / 1e6) }
        case .filtered(_, let condition): json.member("where") { condition.writePart(to: &$0) }
        case .largestSubset(_, let path): json.member("largest") { Self.write(path, to: &$0) }
        case .smallestSubset(_, let path): json.member("smallest") { Self.write(path, to: &$0) }
        }
    }

    private static func write(_ path: [RuleText], to json: inout JSONWriter) {
        json.array { json in for name in path { json.string(name.string) } }
    }
}

extension RuleValue {
    /// Writes the value as JSON; moments, lists, records and numbers that JSON does not have are objects with one member.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let truth): json.boolean(truth)
        case .integer(let integer): json.integer(integer)
        case .number(let number) where number.isFinite: json.double(number)
        case .number(let number): json.object { $0.member("number", "\(number)") }
        case .text(let text): json.string(text.string)
        case .time(let time): json.object { $0.member("time", time.microseconds) }
        case .list(let elements):
            json.object { json in
                json.member("list") { json in json.array { json in for element in elements { element.write(to: &json) } } }
            }
        case .record(let fields):
            json.object { json in
                json.member("record") { json in
                    json.object { json in
                        for field in fields { json.member(named: field.name.string) { field.value.write(to: &$0) } }
                    }
                }
            }
        }
    }

    /// Reads a value from JSON; `nil` after a mistake, which the reader has noted.
    public init?(_ reader: JSONReader) { self.init(reader, level: 1) }

    init?(_ reader: JSONReader, level: Int) {
        guard level <= RuleExpression.mostLevels else {
            reader.note(.value, "has too many levels")
            return nil
        }
        switch reader.value() {
        case nil: return nil
        case .null: self = .null
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let integer): self = .integer(integer)
        case .string(let text): self = .text(RuleText(text))
        case .number(let text):
            guard let number = Double(text), number.isFinite else {
                reader.note(.value, "is too large a number")
                return nil
            }
            self = .number(number)
        case .array:
            guard let elements = reader.array({ RuleValue($0, level: level + 1) }) else { return nil }
            self = .list(elements)
        case .object:
            guard let value = Self.tagged(reader, level: level) else { return nil }
            self = value
        }
    }

    private static func tagged(_ reader: JSONReader, level: Int) -> RuleValue? {
        reader.refuseUnknownMembers(except: ["time", "list", "record", "number"])
        if let inner = reader["time"].optional {
            return inner.integer(in: Int64.min...Int64.max).map { .time(RuleTime(microseconds: $0)) }
        }
        if let inner = reader["list"].optional {
            return inner.array { RuleValue($0, level: level + 1) }.map { .list($0) }
        }
        if let inner = reader["record"].optional {
            let fields = inner.members { name, reader in
                RuleValue(reader, level: level + 1).map { RuleField(RuleText(name), $0) }
            }
            return fields.map { .record($0) }
        }
        return reader["number"].text(
            as: { ["inf": .number(.infinity), "-inf": .number(-.infinity), "nan": .number(.nan)][$0] },
            "must be inf, -inf or nan")
    }
}

extension RuleComparison {
    /// The name in JSON.
    var jsonName: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension RuleSearch {
    /// The name in JSON.
    var jsonName: String {
        switch self {
        case .contains: "contains"
        case .hasPrefix: "hasPrefix"
        case .hasSuffix: "hasSuffix"
        }
    }
}

extension RuleArithmetic {
    /// The name in JSON.
    var jsonName: String {
        switch self {
        case .plus: "+"
        case .minus: "-"
        case .times: "*"
        case .dividedBy: "/"
        case .remainder: "%"
        }
    }
}
