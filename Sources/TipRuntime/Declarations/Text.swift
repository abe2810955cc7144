/// A text of a tip as a value: a key with arguments, resolved in the reader's language (TD22).
///
/// A literal is a key, as in SwiftUI: `Text("\(name) is available")` has the key `%@ is available`. A string
/// that the program computes, and ``init(verbatim:)``, are shown unchanged.
public struct Text: Hashable, Sendable {
    /// The parts, one after the other.
    public private(set) var parts: [Part]

    /// A part of a text.
    public enum Part: Hashable, Sendable {
        /// A text that is shown unchanged.
        case verbatim(String)
        /// A key to look up in a table of texts; `nil` for the default table.
        case key(LocalizedKey, table: String?)
    }

    /// Makes a text that is looked up in a catalogue.
    public init(_ key: LocalizedKey, tableName: String? = nil) { parts = [.key(key, table: tableName)] }

    /// Makes a text that is shown unchanged.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) { parts = [.verbatim(String(content))] }

    /// Makes a text that is shown unchanged.
    public init(verbatim content: String) { parts = [.verbatim(content)] }

    /// One text after the other.
    public static func + (left: Text, right: Text) -> Text {
        var text = left
        text.parts += right.parts
        return text
    }

    /// The text in the first language that has it.
    ///
    /// - Parameters:
    ///   - languages: The languages that the reader knows, the best first.
    ///   - catalogue: The catalogue with the texts.
    /// - Returns: The text; the key itself, with its arguments, when no language of the chain has a
    ///   translation.
    public func resolved(in languages: [String] = [], from catalogue: TextCatalogue = TextCatalogue())
        -> String
    {
        parts.map { part in
            switch part {
            case .verbatim(let content): content
            case .key(let key, let table):
                key.filled(catalogue.format(of: key.format, table: table, languages: languages) ?? key.format)
            }
        }.joined()
    }
}

/// The key of a text in a catalogue, with the arguments that fill it.
public struct LocalizedKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The key: a format with `%@` for texts, `%lld` for whole numbers and `%lf` for others.
    public let format: String
    /// The arguments of the format, in order, as texts.
    public let arguments: [String]

    /// Makes a key without arguments.
    public init(stringLiteral key: String) {
        // A percent sign of the text is escaped.
        format = key.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        arguments = []
    }

    /// Makes a key with arguments.
    public init(stringInterpolation interpolation: StringInterpolation) {
        format = interpolation.format
        arguments = interpolation.arguments
    }

    /// Makes a key of its format and arguments.
    public init(format: String, arguments: [String] = []) {
        self.format = format
        self.arguments = arguments
    }

    /// Collects the format and the arguments of a literal.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var format = ""
        var arguments: [String] = []

        /// Begins without parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part of the text.
        public mutating func appendLiteral(_ literal: String) {
            format += LocalizedKey(stringLiteral: literal).format
        }
        /// Appends a whole number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) { append("%lld", "\(number)") }
        /// Appends a number.
        public mutating func appendInterpolation(_ number: some BinaryFloatingPoint) {
            append("%lf", "\(number)")
        }
        /// Appends a text, or any value with a description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append("%@", value.description)
        }

        private mutating func append(_ placeholder: String, _ argument: String) {
            format += placeholder
            arguments.append(argument)
        }
    }
}

extension LocalizedKey {
    /// Puts the arguments into a format; `%2$@` is the second argument, wherever it appears.
    func filled(_ format: String) -> String {
        var result = ""
        var rest = format[...]
        var next = 0
        while let start = rest.firstIndex(of: "%") {
            result += rest[..<start]
            rest = rest[start...].dropFirst()
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
            } else if let (index, length) = Self.placeholder(rest) {
                let place = index ?? next
                next += 1
                result += arguments.indices.contains(place) ? arguments[place] : "%" + rest.prefix(length)
                rest = rest.dropFirst(length)
            } else {
                result += "%"
            }
        }
        return result + rest
    }

    /// Whether every percent sign of a text begins a placeholder, or is escaped.
    static func isFormat(_ text: String) -> Bool {
        var rest = text[...]
        while let start = rest.firstIndex(of: "%") {
            rest = rest[start...].dropFirst()
            guard rest.first == "%" || placeholder(rest) != nil else { return false }
            if rest.first == "%" { rest = rest.dropFirst() }
        }
        return true
    }

    /// The index and the length of a placeholder at the beginning of a text, after its percent sign.
    private static func placeholder(_ text: Substring) -> (index: Int?, length: Int)? {
        var rest = text
        var index: Int?
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if !digits.isEmpty, rest.dropFirst(digits.count).first == "$", let place = Int(digits), place > 0 {
            index = place - 1
            rest = rest.dropFirst(digits.count + 1)
        }
        for kind in ["@", "lld", "ld", "d", "lf", "f"] where rest.hasPrefix(kind) {
            return (index, text.count - rest.count + kind.count)
        }
        return nil
    }
}

/// The texts of tips in several languages, with fallback languages (TD22).
public struct TextCatalogue: Hashable, Sendable {
    /// The formats by key, by language, by table; the default table has an empty name.
    private var tables: [String: [String: [String: String]]] = [:]
    /// The fallback languages, best first.
    public var fallbacks: [String]

    /// Makes an empty catalogue.
    public init(fallbacks: [String] = []) { self.fallbacks = fallbacks }

    /// Adds texts in a language.
    ///
    /// - Parameters:
    ///   - formats: The text of each key.
    ///   - language: The language's tag, such as `pt-BR`.
    ///   - table: The table; `nil` for the default table.
    public mutating func add(_ formats: [String: String], language: String, table: String? = nil) {
        tables[table ?? "", default: [:]][language.lowercased(), default: [:]].merge(formats) { $1 }
    }

    /// The text of a key in the first language that has it: the given languages, each followed by its shorter forms, then the
    /// fallbacks.
    public func format(of key: String, table: String? = nil, languages: [String]) -> String? {
        guard let table = tables[table ?? ""] else { return nil }
        for language in languages + fallbacks {
            var tag = language.lowercased()[...]
            while !tag.isEmpty {
                if let format = table[String(tag)]?[key] { return format }
                tag = tag.lastIndex(of: "-").map { tag[..<$0] } ?? ""
            }
        }
        return nil
    }
}
