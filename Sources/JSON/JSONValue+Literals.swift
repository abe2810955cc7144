// Literals, so that values in source code, such as a schema, look like the JSON text.

extension JSONValue: ExpressibleByStringLiteral {
    /// Makes a text.
    public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Makes a whole number.
    public init(integerLiteral integer: Int64) { self = .integer(integer) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes `true` or `false`.
    public init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object in the order of the literal; if a name occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}
