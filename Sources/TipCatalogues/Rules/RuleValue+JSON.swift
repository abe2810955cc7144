public import JSON
public import TipRules

extension RuleValue {
    /// Writes the value as JSON; moments, records and numbers that JSON does not have are objects with one member.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let truth): json.boolean(truth)
        case .integer(let integer): json.integer(integer)
        case .number(let number) where number.isFinite: json.double(number)
        case .number(let number): json.object { $0.member("number", "\(number)") }
        case .text(let text): json.string(text.string)
        case .time(let time):
            json.object { json in
                if let text = time.text {
                    json.member("time", text)
                } else {
                    json.member("time", time.microseconds)
                }
            }
        case .list(let elements): json.array { json in for element in elements { element.write(to: &json) } }
        case .record(let fields):
            json.object { json in
                json.member("record") { json in
                    json.object { json in
                        for field in fields {
                            json.member(named: field.name.string) { field.value.write(to: &$0) }
                        }
                    }
                }
            }
        }
    }

    /// Reads a value from JSON; `nil` after a mistake, which the reader has noted.
    public init?(_ reader: JSONReader) { self.init(reader, level: 1) }

    init?(_ reader: JSONReader, level: Int) {
        guard level <= RuleExpression.mostLevels else {
            reader.note(.rule, RuleError.tooManyLevels.reason)
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
        if let inner = reader["time"].optional { return RuleTime(inner).map { .time($0) } }
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
