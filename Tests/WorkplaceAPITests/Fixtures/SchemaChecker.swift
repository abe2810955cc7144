import JSON

/// Checks values against the part of JSON Schema that the API's description uses.
struct SchemaChecker {
    let document: JSONValue

    /// What is wrong with a value, one sentence each.
    func mistakes(in value: JSONValue, by schema: JSONValue, at path: String = "") -> [String] {
        if let reference = schema.at("$ref")?.text {
            guard let target = resolve(reference) else { return ["\(path): \(reference) leads nowhere"] }
            return mistakes(in: value, by: target, at: path)
        }
        if let unknown = schema.members.first(where: { !Self.keywords.contains($0.name) }) {
            return ["\(path): the keyword \(unknown.name) is not checked"]
        }
        // Without a keyword that restricts it, it takes anything.
        if schema.members.allSatisfy({ $0.name == "description" }) { return [] }
        if let choices = schema.at("oneOf")?.elements {
            let fitting = choices.filter { mistakes(in: value, by: $0, at: path).isEmpty }
            return fitting.count == 1 ? [] : ["\(path): fits \(fitting.count) of \(choices.count) schemas"]
        }
        return ownMistakes(in: value, by: schema, at: path)
    }

    func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/components/schemas/") else { return nil }
        return document.at("components.schemas")?.members
            .first { $0.name == reference.dropFirst("#/components/schemas/".count) }?.value
    }

    private static let keywords: Set = [
        "type", "description", "properties", "required", "additionalProperties", "items", "enum", "pattern",
        "format", "minimum", "maximum", "minLength", "maxLength", "oneOf", "default",
    ]

    private func ownMistakes(in value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
        if let allowed = schema.at("enum")?.elements, !allowed.contains(value) {
            return ["\(path): not in the enum"]
        }
        guard schema.at("type")?.text.map({ value.isOf(type: $0) }) ?? false else {
            return ["\(path): wrong type"]
        }
        switch value {
        case .object(let object): return mistakes(in: object, by: schema, at: path)
        case .array(let elements):
            guard let items = schema.at("items") else { return ["\(path): no schema for elements"] }
            return elements.enumerated().flatMap { mistakes(in: $1, by: items, at: "\(path)/\($0)") }
        case .integer(let number): return rangeMistakes(Double(number), schema, path)
        case .number(let digits): return rangeMistakes(Double(digits) ?? .nan, schema, path)
        case .string(let text): return textMistakes(text, schema, path)
        case .null, .boolean: return []
        }
    }

    private func mistakes(in object: JSONObject, by schema: JSONValue, at path: String) -> [String] {
        let required = schema.at("required")?.elements.compactMap(\.text) ?? []
        let missing = required.filter { object[$0] == nil }.map { "\(path)/\($0): missing" }
        let isOpen = schema.at("additionalProperties") == .boolean(true)
        return missing
            + object.members.flatMap { member -> [String] in
                let place = "\(path)/\(member.name)"
                guard let property = schema.at("properties")?.members.first(where: { $0.name == member.name })
                else { return isOpen ? [] : ["\(place): not described"] }
                return mistakes(in: member.value, by: property.value, at: place)
            }
    }

    private func rangeMistakes(_ number: Double, _ schema: JSONValue, _ path: String) -> [String] {
        let minimum = schema.at("minimum")?.number.map(Double.init) ?? -.infinity
        let maximum = schema.at("maximum")?.number.map(Double.init) ?? .infinity
        return (minimum...maximum).contains(number) ? [] : ["\(path): \(number) is out of range"]
    }

    private func textMistakes(_ text: String, _ schema: JSONValue, _ path: String) -> [String] {
        let length = Int64(text.unicodeScalars.count)
        if let maximum = schema.at("maxLength")?.number, length > maximum { return ["\(path): too long"] }
        if let minimum = schema.at("minLength")?.number, length < minimum { return ["\(path): too short"] }
        guard let pattern = schema.at("pattern")?.text else { return [] }
        do {
            return try Regex(pattern).firstMatch(in: text) == nil
                ? ["\(path): \(text) against \(pattern)"] : []
        } catch { return ["\(path): \(pattern) is no pattern"] }
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
