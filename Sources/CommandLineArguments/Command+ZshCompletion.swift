extension Command {
    /// Returns the script for zsh: one function for each command.
    func zshCompletion() -> String {
        let functions = withDescendants().map { $0.command.zshFunction(path: $0.path) }
        // Loaded from a folder of functions, the file is the first call itself; sourced, it only registers.
        let end = """

            if [[ $funcstack[1] == _\(name) ]]; then
                _\(name) "$@"
            else
                compdef _\(name) \(name)
            fi

            """
        return "#compdef \(name)\n\n" + functions.joined(separator: "\n") + end
    }

    private func zshFunction(path: [String]) -> String {
        let function = "_" + path.joined(separator: "_")
        let body = commands.isEmpty ? zshArguments() : zshDispatch(function: function)
        return "\(function)() {\n\(body)}\n"
    }

    private func zshArguments() -> String {
        let places = positionals.enumerated().map { $0.element.zshSpecification(place: $0.offset + 1) }
        return Self.zshCall("_arguments", [Self.zshHelp] + options.map(\.zshSpecification) + places)
    }

    private func zshDispatch(function: String) -> String {
        let names = commands.map { "\($0.name)\\:\"\(zshEscaped($0.summary, also: "\""))\"" }.joined(
            separator: " ")
        let call = Self.zshCall(
            "_arguments -C", [Self.zshHelp, "'1:command:((\(names)))'", "'*::argument:->rest'"])
        let cases = commands.map { "    \($0.name)) \(function)_\($0.name) ;;\n" }.joined()
        return "    local state line\n" + call + "    [[ $state == rest ]] || return\n    case $line[1] in\n"
            + cases
            + "    esac\n"
    }

    private static let zshHelp = "'(- *)'{-h,--help}'[\(zshEscaped(Option.help.summary))]'"

    private static func zshCall(_ name: String, _ specifications: [String]) -> String {
        "    \(name) \\\n" + specifications.map { "        \($0)" }.joined(separator: " \\\n") + "\n"
    }
}

extension Option {
    fileprivate var zshSpecification: String {
        let start = "'\(repeats ? "*" : "")\(flag)[\(zshEscaped(summary))]"
        guard let placeholder else { return start + "'" }
        return start + ":\(zshEscaped(placeholder)):\(kind.zshAction)'"
    }
}

extension Positional {
    /// A positional that repeats takes all places from its own on.
    fileprivate func zshSpecification(place: Int) -> String {
        let end = "\(zshEscaped(placeholder)):\(kind.zshAction)'"
        guard count.upperBound == 1 else { return "'*:\(end)" }
        return count.lowerBound == 0 ? "'\(place)::\(end)" : "'\(place):\(end)"
    }
}

extension ValueKind {
    fileprivate var zshAction: String {
        switch self {
        case .text: ""
        case .file: "_files"
        case .directory: "_files -/"
        case .oneOf(let words): "(\(words.joined(separator: " ")))"
        }
    }
}

/// Escapes what has a meaning inside a quoted specification of `_arguments`.
private func zshEscaped(_ text: String, also more: String = "") -> String {
    text.reduce(into: "") { result, character in
        switch character {
        case "'": result += "'\\''"
        case "[", "]", ":", "\\": result += "\\\(character)"
        case _ where more.contains(character): result += "\\\(character)"
        default: result.append(character)
        }
    }
}
