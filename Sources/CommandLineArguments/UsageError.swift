/// Why a command line cannot be followed.
///
/// The description is one sentence for standard error; the program then ends with ``exitCode``.
public enum UsageError: Error, Sendable, Hashable {
    /// The exit code for wrong usage.
    public static let exitCode: Int32 = 2

    /// Only a command that leads to others was given.
    case commandMissing(after: String)
    /// There is no such command; perhaps another one was meant.
    case unknownCommand(String, suggestion: String?)
    /// The command has no such option; perhaps another one was meant.
    case unknownOption(String, command: String, suggestion: String?)
    /// An option was given without the value that it needs.
    case valueMissing(String)
    /// A flag was given with a value.
    case valueUnexpected(String)
    /// An option that does not repeat was given twice.
    case optionRepeated(String)
    /// An option that the command cannot do without was not given, nor the variable of the environment that may stand for it.
    case optionMissing(String, environment: String?)
    /// There are fewer arguments than the command needs.
    case argumentMissing(String, command: String)
    /// There are more arguments than the command takes.
    case argumentUnexpected(String, command: String)
    /// A value is not of the form that the option, variable or argument needs.
    case malformedValue(String, of: String, expected: String)
}

extension UsageError: CustomStringConvertible {
    /// One sentence that says what is wrong and, where possible, what to do.
    public var description: String {
        switch self {
        case .commandMissing(let parent): "A command is missing; \(parent) --help lists them."
        case .unknownCommand(let name, let suggestion): "There is no command \(name)\(end(suggestion))"
        case .unknownOption(let name, let command, let suggestion):
            "\(command) has no option \(name)\(end(suggestion))"
        case .valueMissing(let option): "A value is missing after \(option)."
        case .valueUnexpected(let option): "\(option) takes no value."
        case .optionRepeated(let option): "\(option) is given twice."
        case .optionMissing(let option, nil): "\(option) is missing."
        case .optionMissing(let option, let variable?):
            "\(option) is missing, and \(variable), which may stand for it, is not set."
        case .argumentMissing(let placeholder, let command): "\(command) needs \(placeholder)."
        case .argumentUnexpected(let value, let command): "\(command) takes no further argument \"\(value)\"."
        case .malformedValue(let value, let source, let expected):
            "\(source) has the value \"\(value)\", but needs \(expected)."
        }
    }

    private func end(_ suggestion: String?) -> String {
        guard let suggestion else { return "." }
        return "; did you mean \(suggestion)?"
    }
}
