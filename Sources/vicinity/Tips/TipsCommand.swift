import CommandLineArguments

/// Commands for authors of tips, and for people who see tips in a terminal.
enum TipsCommand {
    static let command = Command(
        "tips",
        "Checks and simulates tips that are written in a file; says why one is shown, and closes one.",
        commands: [TipsCheck.command, TipsSimulation.command, TipsWhy.command, TipsClose.command])

    static func run(_ arguments: ParsedArguments) async throws {
        switch arguments.command.last {
        case TipsCheck.command.name: try TipsCheck.run(arguments)
        case TipsSimulation.command.name: try TipsSimulation.run(arguments)
        case TipsWhy.command.name: try await TipsWhy.run(arguments)
        case TipsClose.command.name: try await TipsClose.run(arguments)
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
