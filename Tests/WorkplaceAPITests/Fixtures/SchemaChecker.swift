import JSON

/// Checks values against the part of JSON Schema that the API's description uses.
///
/// It prepares the description's schemas once, because every answer of the tests of the API is checked.
struct SchemaChecker: Sendable {
    private let schemas: [String: PreparedSchema]

    init(document: JSONValue) {
        let members = document.at("components.schemas")?.members ?? []
        schemas = Dictionary(uniqueKeysWithValues: members.map { ($0.name, PreparedSchema($0.value)) })
    }

    /// What is wrong with a value, one sentence each.
    func mistakes(in value: JSONValue, by schema: JSONValue) -> [String] {
        mistakes(in: value, by: PreparedSchema(schema), at: "")
    }

    private func target(of reference: String) -> PreparedSchema? {
        guard reference.hasPrefix("#/components/schemas/") else { return nil }
        return schemas[String(reference.dropFirst("#/components/schemas/".count))]
    }

    private func mistakes(in value: JSONValue, by schema: PreparedSchema, at path: String) -> [String] {
        if let reference = schema.reference {
            guard let target = target(of: reference) else { return ["\(path): \(reference) leads nowhere"] }
            return mistakes(in: value, by: target, at: path)
        }
        if let keyword = schema.unknownKeyword { return ["\(path): the keyword \(keyword) is not checked"] }
        if schema.takesAnything { return [] }
        if let choices = schema.choices {
            let fitting = choices.filter { mistakes(in: value, by: $0, at: path).isEmpty }
            return fitting.count == 1 ? [] : ["\(path): fits \(fitting.count) of \(choices.count) schemas"]
        }
        return ownMistakes(in: value, by: schema, at: path)
    }

    private func ownMistakes(in value: JSONValue, by schema: PreparedSchema, at path: String) -> [String] {
        if let allowed = schema.allowed, !allowed.contains(value) { return ["\(path): not in the enum"] }
        guard schema.type.map({ value.isOf(type: $0) }) ?? false else { return ["\(path): wrong type"] }
        switch value {
        case .object(let object): return mistakes(in: object, by: schema, at: path)
        case .array(let elements):
            guard let items = schema.items else { return ["\(path): no schema for elements"] }
            return elements.enumerated().flatMap { mistakes(in: $1, by: items, at: "\(path)/\($0)") }
        case .integer(let number): return rangeMistakes(Double(number), schema, path)
        case .number(let digits): return rangeMistakes(Double(digits) ?? .nan, schema, path)
        case .string(let text): return textMistakes(text, schema, path)
        case .null, .boolean: return []
        }
    }

    private func mistakes(in object: JSONObject, by schema: PreparedSchema, at path: String) -> [String] {
        let missing = schema.required.filter { object[$0] == nil }.map { "\(path)/\($0): missing" }
        return missing
            + object.members.flatMap { member -> [String] in
                let place = "\(path)/\(member.name)"
                guard let property = schema.properties[member.name] else {
                    return schema.isOpen ? [] : ["\(place): not described"]
                }
                return mistakes(in: member.value, by: property, at: place)
            }
    }

    private func rangeMistakes(_ number: Double, _ schema: PreparedSchema, _ path: String) -> [String] {
        schema.range.contains(number) ? [] : ["\(path): \(number) is out of range"]
    }

    private func textMistakes(_ text: String, _ schema: PreparedSchema, _ path: String) -> [String] {
        let length = Int64(text.unicodeScalars.count)
        if let maximum = schema.maximumLength, length > maximum { return ["\(path): too long"] }
        if let minimum = schema.minimumLength, length < minimum { return ["\(path): too short"] }
        guard let pattern = schema.pattern else { return [] }
        guard let regex = schema.regex else { return ["\(path): \(pattern) is no pattern"] }
        return text.firstMatch(of: regex) == nil ? ["\(path): \(text) against \(pattern)"] : []
    }
}

/// A schema of the description, in the form in which values are checked.
///
/// All its properties are constants of `Sendable` types, but for `regex`. `Regex` is not `Sendable` because it may hold closures; one that
/// is read from text holds none. What it compiles at its first match is stored with an atomic exchange by the standard library.
private final class PreparedSchema: @unchecked Sendable {
    let reference: String?
    /// A keyword that the checker does not know.
    let unknownKeyword: String?
    /// Whether it has no keyword that restricts it.
    let takesAnything: Bool
    let choices: [PreparedSchema]?
    let allowed: [JSONValue]?
    let type: String?
    let items: PreparedSchema?
    let required: [String]
    let properties: [String: PreparedSchema]
    /// Whether an object may have members that are not described.
    let isOpen: Bool
    let range: ClosedRange<Double>
    let minimumLength: Int64?
    let maximumLength: Int64?
    let pattern: String?
    /// The pattern; nil also when it is none.
    let regex: Regex<AnyRegexOutput>?

    private static let keywords: Set = [
        "$ref", "type", "description", "properties", "required", "additionalProperties", "items", "enum",
        "pattern", "format", "minimum", "maximum", "minLength", "maxLength", "oneOf", "default",
    ]

    init(_ schema: JSONValue) {
        reference = schema.at("$ref")?.text
        unknownKeyword = schema.members.first { !Self.keywords.contains($0.name) }?.name
        takesAnything = schema.members.allSatisfy { $0.name == "description" }
        choices = schema.at("oneOf")?.elements.map(PreparedSchema.init)
        allowed = schema.at("enum")?.elements
        type = schema.at("type")?.text
        items = schema.at("items").map(PreparedSchema.init)
        required = schema.at("required")?.elements.compactMap(\.text) ?? []
        let described = schema.at("properties")?.members ?? []
        properties = Dictionary(uniqueKeysWithValues: described.map { ($0.name, PreparedSchema($0.value)) })
        isOpen = schema.at("additionalProperties") == .boolean(true)
        let minimum = schema.at("minimum")?.number.map(Double.init) ?? -.infinity
        let maximum = schema.at("maximum")?.number.map(Double.init) ?? .infinity
        range = minimum...maximum
        minimumLength = schema.at("minLength")?.number
        maximumLength = schema.at("maxLength")?.number
        pattern = schema.at("pattern")?.text
        regex = pattern.flatMap { try? Regex($0) }
    }
}

extension JSONValue {
    fileprivate func isOf(type: String) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.boolean, "boolean"), (.integer, "integer"), (.integer, "number"),
            (.number, "number"), (.string, "string"), (.array, "array"), (.object, "object"):
            true
        default: false
        }
    }
}
