/// A command of a program: what it is called, what it takes, and the commands below it.
///
/// A program is one command that has others below it. The declaration is a table; parsing, help and completion all
/// read the same table, so that none of them can promise what another does not keep.
///
/// ```swift
/// let data = Option("data", value: "DIRECTORY", "Where the data are kept.", kind: .directory, default: "data")
/// let program = Command("vicinity", "Runs the workplace.", commands: [
///     Command("serve", "Serves the pages.", options: [data])
/// ])
/// switch try program.parse(arguments, environment: environment) {
/// case .help(let text): print(text)
/// case .run(let parsed): try start(in: parsed.text(data))
/// }
/// ```
public struct Command: Sendable {
    /// The word that calls the command.
    public let name: String
    /// What the command does, in one sentence.
    public let summary: String
    /// More to know, shown below the options in the help; one paragraph for each element.
    public let discussion: [String]
    /// The options that the command takes, besides `--help`.
    public let options: [Option]
    /// The arguments that the command takes by their position.
    public let positionals: [Positional]
    /// The commands below this one; with any, this one cannot be run by itself.
    public let commands: [Command]
    /// The name of the command below this one that runs when none is named; `nil` when one must be named.
    public let defaultCommand: String?

    /// Declares a command that is run.
    ///
    /// - Precondition: Names of options are unique.
    public init(
        _ name: String, _ summary: String, discussion: [String] = [], options: [Option] = [],
        positionals: [Positional] = []
    ) {
        precondition(Set(options.map(\.name)).count == options.count, "Two options of \(name) have one name.")
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.positionals = positionals
        commands = []
        defaultCommand = nil
    }

    /// Declares a command that only leads to others.
    ///
    /// - Precondition: There is a command below it, their names are unique, and one of them is the default if there is one.
    public init(
        _ name: String, _ summary: String, discussion: [String] = [], commands: [Command],
        defaultCommand: String? = nil
    ) {
        precondition(!commands.isEmpty, "\(name) leads to no command.")
        precondition(
            defaultCommand == nil || commands.contains { $0.name == defaultCommand },
            "The default of \(name) is none of its commands.")
        precondition(
            Set(commands.map(\.name)).count == commands.count, "Two commands of \(name) have one name.")
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.commands = commands
        self.defaultCommand = defaultCommand
        options = []
        positionals = []
    }

    /// Finds the command below this one that has a name.
    func command(named name: String) -> Command? {
        commands.first { $0.name == name }
    }
}
