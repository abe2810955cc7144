/// Takes the arguments of one command one by one, and gives the checked result at the end.
struct ArgumentReader {
    private let command: Command
    private let path: [String]
    private var flags: Set<String> = []
    private var values: [String: [String]] = [:]
    private var defaulted: Set<String> = []
    private var others: [String] = []
    private var waiting: Option?
    private var optionsEnded = false

    init(command: Command, path: [String]) {
        self.command = command
        self.path = path
    }

    /// Whether the next argument may be an option, and not a value or what follows `--`.
    var takesOptions: Bool { waiting == nil && !optionsEnded }

    mutating func read(_ argument: String) throws(UsageError) {
        if let option = waiting {
            guard !argument.hasPrefix("--") else { throw .valueMissing(option.usage) }
            waiting = nil
            try take(argument, for: option)
        } else if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
            others.append(argument)
        } else if argument == "--" {
            optionsEnded = true
        } else {
            try readOption(argument)
        }
    }

    private mutating func readOption(_ argument: String) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let flag = String(parts[0])
        guard let option = command.options.first(where: { $0.flag == flag }) else { throw unknown(flag) }
        switch (option.placeholder, parts.dropFirst().first) {
        case (nil, nil):
            guard flags.insert(option.name).inserted else { throw .optionRepeated(flag) }
        case (nil, .some): throw .valueUnexpected(flag)
        case (.some, nil): waiting = option
        case (.some, .some(let value)): try take(String(value), for: option)
        }
    }

    private func unknown(_ flag: String) -> UsageError {
        let known = command.options.map(\.flag) + [Option.help.flag]
        return .unknownOption(
            flag, command: path.joined(separator: " "), suggestion: Suggestion.nearest(to: flag, among: known)
        )
    }

    private mutating func take(_ value: String, for option: Option) throws(UsageError) {
        guard option.repeats || values[option.name] == nil else { throw .optionRepeated(option.flag) }
        try check(value, of: option.flag, kind: option.kind)
        values[option.name, default: []].append(value)
    }

    private func check(_ value: String, of source: String, kind: ValueKind) throws(UsageError) {
        guard case .oneOf(let words) = kind, !kind.allows(value) else { return }
        throw .malformedValue(value, of: source, expected: words.joined(separator: " or "))
    }

    mutating func finish(environment: [String: String]) throws(UsageError) -> ParsedArguments {
        if let option = waiting { throw .valueMissing(option.usage) }
        let written = Set(values.keys)
        for option in command.options where values[option.name] == nil {
            try fallBack(for: option, environment: environment)
        }
        return ParsedArguments(
            command: Array(path.dropFirst()), flags: flags, written: written, defaulted: defaulted,
            values: values, positionals: try assignPositionals())
    }

    private mutating func fallBack(for option: Option, environment: [String: String]) throws(UsageError) {
        if let variable = option.environmentVariable, let value = environment[variable], !value.isEmpty {
            try check(value, of: variable, kind: option.kind)
            values[option.name] = [value]
        } else if let value = option.defaultValue {
            values[option.name] = [value]
            defaulted.insert(option.name)
        }
    }

    /// Gives each positional as many arguments as it may have, but leaves those that later ones cannot do without.
    private func assignPositionals() throws(UsageError) -> [String: [String]] {
        var assigned: [String: [String]] = [:]
        var rest = others[...]
        var neededLater = command.positionals.reduce(0) { $0 + $1.count.lowerBound }
        for positional in command.positionals {
            neededLater -= positional.count.lowerBound
            let available = max(positional.count.lowerBound, rest.count - neededLater)
            let taken = rest.prefix(min(available, positional.count.upperBound))
            guard taken.count >= positional.count.lowerBound else {
                throw .argumentMissing(positional.placeholder, command: path.joined(separator: " "))
            }
            for value in taken { try check(value, of: positional.placeholder, kind: positional.kind) }
            assigned[positional.placeholder] = Array(taken)
            rest = rest.dropFirst(taken.count)
        }
        if let extra = rest.first { throw .argumentUnexpected(extra, command: path.joined(separator: " ")) }
        return assigned
    }
}
