/// Options that a file gives to a command: a line `name = value` for each, under the option's name without its dashes.
///
/// Lines that begin with `#` and empty lines say nothing. A flag takes `yes` or `no`. An option that repeats has a line for
/// each value. What the command line or the environment gives goes before the file, as a whole for an option that repeats.
///
/// ```swift
/// let file = try SettingsFile("listen = 127.0.0.1:80", options: serve.options)
/// let arguments = parsed.completed(by: file)
/// ```
public struct SettingsFile: Sendable, Hashable {
    let flags: Set<String>
    let values: [String: [String]]
    /// The line of each value.
    private let valueLines: [String: [Int]]

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - options: The options that may stand in it.
    /// - Throws: ``SettingsFileError`` with every mistake.
    /// - Complexity: O(*n*) in the length of the text, and the number of options for each unknown name.
    public init(_ text: String, options: [Option]) throws(SettingsFileError) {
        var mistakes: [SettingsFileError.Mistake] = []
        self.init(text, options: options, mistakes: &mistakes)
        guard mistakes.isEmpty else { throw SettingsFileError(mistakes: mistakes) }
    }

    /// Reads the lines of a text that name an option with a value, so that these values can be checked too.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - options: The options that may stand in it.
    ///   - mistakes: Receives the mistakes of the other lines.
    public init(_ text: String, options: [Option], mistakes: inout [SettingsFileError.Mistake]) {
        var reader = SettingsReader(options: options)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() { reader.read(line, number: index + 1) }
        mistakes += reader.mistakes
        flags = reader.flags
        values = reader.values
        valueLines = reader.valueLines
    }

    /// The first line that gives a value to an option, from 1; `nil` if the file does not.
    public func line(of option: Option) -> Int? { valueLines[option.name]?.first }

    /// Finds the line that gives a value to an option.
    ///
    /// - Returns: The number of the first such line, from 1; `nil` if the file does not give the value.
    public func line(of option: Option, value: String) -> Int? {
        values[option.name]?.firstIndex(of: value).flatMap { valueLines[option.name]?[$0] }
    }
}

/// What is wrong with a file of settings.
public struct SettingsFileError: Error, Sendable, Hashable {
    /// A line that cannot be followed.
    public struct Mistake: Sendable, Hashable {
        /// The number of the line, from 1.
        public let line: Int
        /// Why, as a sentence.
        public let reason: String

        /// Notes a mistake.
        public init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// All of them, in the order of the lines.
    public let mistakes: [Mistake]

    /// Collects mistakes.
    public init(mistakes: [Mistake]) { self.mistakes = mistakes }

    /// A line for each mistake, with the file, the number of the line and the reason.
    public func description(file: String) -> String {
        mistakes.map { "\(file):\($0.line): \($0.reason)" }.joined(separator: "\n")
    }
}

extension ParsedArguments {
    /// Returns the arguments with what a file says where neither the command line nor the environment does.
    public func completed(by file: SettingsFile) -> ParsedArguments {
        let open = file.values.filter { values[$0.key] == nil || defaulted.contains($0.key) }
        return ParsedArguments(
            command: command, flags: flags.union(file.flags), written: written,
            defaulted: defaulted.subtracting(open.keys), values: values.merging(open) { _, new in new },
            positionals: positionals)
    }
}

/// Takes the lines of a file one by one.
private struct SettingsReader {
    let options: [Option]
    var flags: Set<String> = []
    var values: [String: [String]] = [:]
    var valueLines: [String: [Int]] = [:]
    var mistakes: [SettingsFileError.Mistake] = []
    /// The line in which a name was first given.
    private var lines: [String: Int] = [:]

    init(options: [Option]) { self.options = options }

    mutating func read(_ line: Substring, number: Int) {
        let text = trimmed(line)
        guard !text.isEmpty, !text.hasPrefix("#") else { return }
        guard let reason = take(text, number: number) else { return }
        mistakes.append(SettingsFileError.Mistake(line: number, reason: reason))
    }

    /// - Returns: Why the line cannot be followed; `nil` when it can.
    private mutating func take(_ text: Substring, number: Int) -> String? {
        guard let sign = text.firstIndex(of: "=") else {
            return "\"\(text)\" is not of the form name = value."
        }
        let name = String(trimmed(text[..<sign]))
        let value = String(trimmed(text[text.index(after: sign)...]))
        guard let option = options.first(where: { $0.name == name }) else { return unknown(name) }
        if let first = lines[name], !option.repeats { return "\(name) is given in line \(first) already." }
        lines[name] = lines[name] ?? number
        guard !value.isEmpty else { return "\(name) has no value." }
        return take(value, for: option, number: number)
    }

    private mutating func take(_ value: String, for option: Option, number: Int) -> String? {
        let kind = option.placeholder == nil ? ValueKind.oneOf(["yes", "no"]) : option.kind
        guard kind.allows(value) else {
            guard case .oneOf(let words) = kind else { return nil }
            return "\(option.name) has the value \"\(value)\", but needs \(words.joined(separator: " or "))."
        }
        if option.placeholder != nil {
            values[option.name, default: []].append(value)
            valueLines[option.name, default: []].append(number)
        } else if value == "yes" {
            flags.insert(option.name)
        }
        return nil
    }

    private func unknown(_ name: String) -> String {
        let suggestion = Suggestion.nearest(to: name, among: options.map(\.name))
        return "There is no setting \"\(name)\"" + (suggestion.map { "; did you mean \($0)?" } ?? ".")
    }

    private func trimmed(_ text: Substring) -> Substring {
        let rest = text.drop { $0.isWhitespace }
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
    }
}
