import CommandLineArguments

/// Commands that try the product under load.
enum SimulateCommand {
    static let command = Command(
        "simulate", "Tries a server under load.",
        commands: [LunchCommand.command, CampusCommand.command])

    static func run(_ arguments: ParsedArguments) async throws {
        switch arguments.command.last {
        case LunchCommand.command.name: try LunchCommand.run(arguments)
        case CampusCommand.command.name: try await CampusCommand.run(arguments)
        default: preconditionFailure("there is no command \(arguments.command)")
        }
    }
}
