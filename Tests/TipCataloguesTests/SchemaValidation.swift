import Foundation
import JSON

/// Whether a value follows a JSON Schema, as far as ours uses that language; a keyword that is not known here traps.
struct SchemaValidation {
    let root: JSONValue

    init(file: URL) throws { root = try JSONValue(parsing: Array(Data(contentsOf: file))) }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        switch schema {
        case .boolean(let isAllowed): isAllowed
        case .object(let keywords):
            keywords.members.allSatisfy { accepts(value, $0.name, $0.value, keywords) }
        default: preconditionFailure("a schema is an object or a truth value")
        }
    }

    private func accepts(
        _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject
    ) -> Bool {
        switch keyword {
        case "$schema", "$defs", "title", "description": return true
        case "$ref": return accepts(value, definition(argument))
        case "anyOf": return argument.elements.contains { accepts(value, $0) }
        case "const": return value == argument
        case "enum": return argument.elements.contains(value)
        case "type":
            if case .string(let name) = argument { return value.isOf(type: name) }
            return argument.elements.contains { value.isOf(type: $0.text) }
        case "minimum", "maximum":
            guard let number = value.number, let limit = argument.number else { return true }
            return keyword == "minimum" ? number >= limit : number <= limit
        default: break
        }
        switch value {
        case .string(let text): return accepts(text, keyword, argument)
        case .array(let elements): return accepts(elements, keyword, argument, schema)
        case .object(let object): return accepts(object, keyword, argument, schema)
        default:
            precondition(Self.keywords.contains(keyword), "the keyword \(keyword) is not known")
            return true
        }
    }

    private static let keywords: Set<String> = [
        "pattern", "minLength", "maxLength", "items", "prefixItems", "minItems", "maxItems", "uniqueItems",
        "properties",
        "required", "additionalProperties", "propertyNames", "minProperties",
    ]

    private func accepts(_ text: String, _ keyword: String, _ argument: JSONValue) -> Bool {
        switch keyword {
        case "pattern": text.range(of: argument.text, options: .regularExpression) != nil
        case "minLength": Double(text.unicodeScalars.count) >= argument.number ?? 0
        case "maxLength": Double(text.unicodeScalars.count) <= argument.number ?? 0
        default: true
        }
    }

    private func accepts(
        _ elements: [JSONValue], _ keyword: String, _ argument: JSONValue, _ schema: JSONObject
    ) -> Bool {
        switch keyword {
        case "items": elements.allSatisfy { accepts($0, argument) }
        case "prefixItems": zip(elements, argument.elements).allSatisfy { accepts($0, $1) }
        case "minItems": Double(elements.count) >= argument.number ?? 0
        case "maxItems": Double(elements.count) <= argument.number ?? 0
        case "uniqueItems": Set(elements).count == elements.count
        default: true
        }
    }

    private func accepts(
        _ object: JSONObject, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject
    ) -> Bool {
        switch keyword {
        case "properties":
            object.members.allSatisfy { member in
                argument[member.name].map { accepts(member.value, $0) } ?? true
            }
        case "required": argument.elements.allSatisfy { object[$0.text] != nil }
        case "additionalProperties":
            object.members.allSatisfy {
                schema["properties"]?[$0.name] != nil || accepts($0.value, argument)
            }
        case "propertyNames": object.members.allSatisfy { accepts(.string($0.name), argument) }
        case "minProperties": Double(object.members.count) >= argument.number ?? 0
        default: true
        }
    }

    private func definition(_ reference: JSONValue) -> JSONValue {
        let name = String(reference.text.dropFirst("#/$defs/".count))
        guard let schema = root["$defs"]?[name] else { preconditionFailure("there is no definition \(name)") }
        return schema
    }
}

extension JSONValue {
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var text: String { if case .string(let text) = self { text } else { "" } }

    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let text): Double(text)
        default: nil
        }
    }

    subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

    fileprivate func isOf(type: String) -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .integer),
            ("number", .number),
            ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }
}
