extension Command {
    /// Returns the script for bash: one function that finds the command in the line, then offers its words.
    func bashCompletion() -> String {
        let all = withDescendants()
        let deeper = all.dropFirst().map { "\($0.path.joined(separator: "/"))" }
        let values = all.flatMap { entry in
            entry.command.options.compactMap { $0.bashValueCase(path: entry.path) }
        }
        let offers = all.map { $0.command.bashOffer(path: $0.path) }
        return """
            # Completion of \(name) for bash.
            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local path=\(name) word
                for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
                    case $path/$word in
                    \(deeper.isEmpty ? "''" : deeper.joined(separator: " | "))) path=$path/$word ;;
                    esac
                done
                COMPREPLY=()
                case "$path $previous" in
            \((values + ["'') ;;"]).map { "    \($0)" }.joined(separator: "\n"))
                esac
                case $path in
            \(offers.map { "    \($0)" }.joined(separator: "\n"))
                esac
            }
            complete -F _\(name) \(name)

            """
    }

    private func bashOffer(path: [String]) -> String {
        let allowed = positionals.flatMap(\.kind.words)
        let words = allowed + commands.map(\.name) + options.map(\.flag) + [Option.help.flag]
        let paths = positionals.filter(\.kind.words.isEmpty).compactMap(\.kind.compgen)
        let generators = ["-W '\(words.joined(separator: " "))'"] + paths
        let address = path.joined(separator: "/")
        return
            "\(address)) mapfile -t COMPREPLY < <(compgen \(generators.joined(separator: " ")) -- \"$current\") ;;"
    }
}

extension Option {
    fileprivate func bashValueCase(path: [String]) -> String? {
        guard placeholder != nil else { return nil }
        let pattern = "\"\(path.joined(separator: "/")) \(flag)\")"
        guard let generator = kind.compgen else { return "\(pattern) return ;;" }
        return "\(pattern) mapfile -t COMPREPLY < <(compgen \(generator) -- \"$current\"); return ;;"
    }
}

extension ValueKind {
    fileprivate var words: [String] {
        guard case .oneOf(let words) = self else { return [] }
        return words
    }

    /// The arguments of `compgen` that list values of this kind.
    fileprivate var compgen: String? {
        switch self {
        case .text: nil
        case .file: "-f"
        case .directory: "-d"
        case .oneOf(let words): "-W '\(words.joined(separator: " "))'"
        }
    }
}
