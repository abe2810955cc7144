import CommandLineArguments

/// For those who write tips.
enum TipsCommand {
    static let command = Command(
        "tips", "Checks tips that are written in a file, and simulates what people see of them.",
        commands: [TipsCheck.command, TipsSimulation.command])

    static func run(_ arguments: ParsedArguments) throws {
        switch arguments.command.last {
        case TipsCheck.command.name: try TipsCheck.run(arguments)
        case TipsSimulation.command.name: try TipsSimulation.run(arguments)
        default: preconditionFailure("there is no command \(arguments.command)")
        }
    }
}

/// The catalogue that a command is about.
enum TipCatalogueFile {
    static let file = Positional("FILE", "The catalogue, or - for standard input.", kind: .file)

    static func bytes(_ arguments: ParsedArguments) throws -> (path: String, bytes: [UInt8]) {
        let path = try arguments.text(file)
        return (path, path == "-" ? StandardInput.bytes() : try FileText.bytes(path))
    }
}
