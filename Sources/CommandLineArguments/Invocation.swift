/// What a command line asks for.
public enum Invocation: Sendable, Hashable {
    /// Show this text and end with exit code 0.
    case help(String)
    /// Run the command with these arguments.
    case run(ParsedArguments)
}
