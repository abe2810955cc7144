/// A shell that completion scripts can be made for.
public enum Shell: String, CaseIterable, Sendable {
    /// The GNU shell.
    case bash
    /// The Z shell.
    case zsh
}

extension Command {
    /// Returns a script that completes this command in a shell.
    ///
    /// The script is made from the declaration alone and does not run the program.
    public func completionScript(for shell: Shell) -> String {
        switch shell {
        case .bash: bashCompletion()
        case .zsh: zshCompletion()
        }
    }

    /// The command and all commands below it, each with the words that call it.
    func withDescendants(path: [String] = []) -> [(path: [String], command: Command)] {
        let own = path + [name]
        return [(own, self)] + commands.flatMap { $0.withDescendants(path: own) }
    }
}
