extension Command {
    /// Reads a command line.
    ///
    /// Options are `--name VALUE` or `--name=VALUE`, before, between or after other arguments; `--` ends them, so
    /// that what follows may begin with dashes. `--help` and `-h` win over every mistake that comes after them.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - environment: The variables that options may fall back to.
    /// - Returns: What the command line asks for.
    /// - Throws: ``UsageError`` for the first mistake.
    /// - Complexity: O(*n*) in the number of arguments, and the size of the declaration for a suggestion.
    public func parse(_ arguments: [String], environment: [String: String] = [:]) throws(UsageError)
        -> Invocation
    {
        try parse(arguments[...], path: [name], environment: environment)
    }

    private func parse(
        _ arguments: ArraySlice<String>, path: [String], environment: [String: String]
    ) throws(UsageError) -> Invocation {
        guard !commands.isEmpty else {
            return try run(arguments, path: path, environment: environment)
        }
        if let word = arguments.first, Self.isHelp(word) { return .help(help(path: path)) }
        if let command = defaultCommand.flatMap(command(named:)), arguments.first?.hasPrefix("-") ?? true {
            return try command.parse(arguments, path: path + [command.name], environment: environment)
        }
        guard let word = arguments.first else { throw .commandMissing(after: path.joined(separator: " ")) }
        guard let command = command(named: word) else { throw refusal(of: word, path: path) }
        return try command.parse(arguments.dropFirst(), path: path + [word], environment: environment)
    }

    private func refusal(of word: String, path: [String]) -> UsageError {
        guard !word.hasPrefix("-") else {
            return .unknownOption(word, command: path.joined(separator: " "), suggestion: nil)
        }
        return .unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: commands.map(\.name)))
    }

    private func run(
        _ arguments: ArraySlice<String>, path: [String], environment: [String: String]
    ) throws(UsageError) -> Invocation {
        var reader = ArgumentReader(command: self, path: path)
        for argument in arguments {
            if reader.takesOptions, Self.isHelp(argument) { return .help(help(path: path)) }
            try reader.read(argument)
        }
        return .run(try reader.finish(environment: environment))
    }

    static func isHelp(_ argument: String) -> Bool { argument == "--help" || argument == "-h" }
}
