extension Command {
    /// The help of this command, eighty columns wide, ending with a line break.
    ///
    /// - Parameter path: The words that call it, the program's name first.
    /// - Returns: The whole text.
    func help(path: [String]) -> String {
        var parts = [TextLayout.paragraph(summary), usage(path: path)]
        parts += section("Commands", commands.map { ($0.name, $0.summary) })
        parts += section("Arguments", positionals.map { ($0.placeholder, $0.explanation) })
        parts += section(
            "Options", options.map { ($0.usage, $0.explanation) } + [("--help, -h", Option.help.summary)])
        parts += discussion.map(TextLayout.paragraph)
        if !commands.isEmpty {
            let call = path.joined(separator: " ")
            let otherwise = defaultCommand.map { " Without COMMAND, \(call) \($0) runs." } ?? ""
            parts.append(
                TextLayout.paragraph("\(call) COMMAND --help tells more about a command.\(otherwise)"))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func section(_ title: String, _ rows: [(label: String, text: String)]) -> [String] {
        rows.isEmpty ? [] : ["\(title):\n\(TextLayout.columns(rows))"]
    }

    private func usage(path: [String]) -> String {
        let call = "Usage: \(path.joined(separator: " ")) "
        let words =
            commands.isEmpty
            ? options.map(\.usageInBrackets) + positionals.map(\.usage)
            : [defaultCommand == nil ? "COMMAND" : "[COMMAND]"]
        guard !words.isEmpty else { return String(call.dropLast()) }
        return TextLayout.wrap(words, indentation: call.count, first: call).joined(separator: "\n")
    }
}

extension Option {
    /// The option as the usage line shows it, such as `[--line ITEM]...`.
    fileprivate var usageInBrackets: String { "[\(usage)]" + (repeats ? "..." : "") }

    /// The summary with what else there is to know, in brackets.
    var explanation: String {
        var notes = kind.notes
        if repeats { notes.append("may be repeated") }
        if let defaultValue { notes.append("default: \(defaultValue)") }
        if let environmentVariable { notes.append("environment: \(environmentVariable)") }
        return notes.isEmpty ? summary : "\(summary) (\(notes.joined(separator: "; ")))"
    }
}

extension Positional {
    /// The summary with what the argument may be, in brackets.
    var explanation: String {
        kind.notes.isEmpty ? summary : "\(summary) (\(kind.notes.joined(separator: "; ")))"
    }
}

extension ValueKind {
    fileprivate var notes: [String] {
        guard case .oneOf(let words) = self else { return [] }
        return [words.joined(separator: ", ")]
    }
}
