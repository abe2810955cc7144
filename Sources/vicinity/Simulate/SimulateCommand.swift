import CommandLineArguments

/// Commands that try the product under load.
enum SimulateCommand {
    static let command = Command(
        "simulate", "Tries the server under load, and proves that it loses nothing.",
        commands: [LunchCommand.command])

    static func run(_ arguments: ParsedArguments) throws {
        switch arguments.command.last {
        case LunchCommand.command.name: try LunchCommand.run(arguments)
        default: preconditionFailure("there is no command \(arguments.command)")
        }
    }
}
