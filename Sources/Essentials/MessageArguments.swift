/// The values for the placeholders of a message: the value for `name` replaces `{name}`.
public struct MessageArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var values: [String: String]

    /// Makes arguments of a literal; if a name occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = Dictionary(elements) { _, last in last }
    }

    /// The value of a name.
    public subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Returns a message with its placeholders replaced; a placeholder without a value stays visible.
    ///
    /// - Complexity: O(*n*) in the length of the message; values are not searched for placeholders.
    package func filled(into message: String) -> String {
        var result = ""
        var rest = message[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            result += values[String(name)] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
