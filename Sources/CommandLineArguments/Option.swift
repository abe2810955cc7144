/// Something that a command takes by name: a flag such as `--demo`, or a value such as `--data DIRECTORY`.
public struct Option: Sendable, Hashable {
    /// The name without its dashes.
    public let name: String
    /// What stands for the value in the help, such as `HOST:PORT`; `nil` for a flag.
    public let placeholder: String?
    /// What the option is for, in one sentence.
    public let summary: String
    /// What the value may be.
    public let kind: ValueKind
    /// The value when the option is not given.
    public let defaultValue: String?
    /// The environment variable that gives the value when the option is not given.
    public let environmentVariable: String?
    /// Whether the option may be given more than once.
    public let repeats: Bool

    /// Declares a flag.
    public init(flag name: String, _ summary: String) {
        self.name = name
        self.summary = summary
        placeholder = nil
        kind = .text
        defaultValue = nil
        environmentVariable = nil
        repeats = false
    }

    /// Declares an option with a value.
    ///
    /// - Parameters:
    ///   - name: The name without its dashes.
    ///   - placeholder: What stands for the value in the help.
    ///   - summary: What the option is for, in one sentence.
    ///   - kind: What the value may be.
    ///   - defaultValue: The value when the option is not given.
    ///   - environmentVariable: The variable that gives the value when the option is not given; it goes before the
    ///     default. A variable that is empty counts as not set.
    ///   - repeats: Whether the option may be given more than once.
    public init(
        _ name: String, value placeholder: String, _ summary: String, kind: ValueKind = .text,
        default defaultValue: String? = nil, environment environmentVariable: String? = nil,
        repeats: Bool = false
    ) {
        self.name = name
        self.placeholder = placeholder
        self.summary = summary
        self.kind = kind
        self.defaultValue = defaultValue
        self.environmentVariable = environmentVariable
        self.repeats = repeats
    }

    /// The name as it is typed.
    var flag: String { "--\(name)" }

    /// The option as the help shows it, such as `--data DIRECTORY`.
    var usage: String {
        guard let placeholder else { return flag }
        return "\(flag) \(placeholder)"
    }

    static let help = Option(flag: "help", "Shows this help.")
}
