import CommandLineArguments

/// Prints the manual page, for packages.
enum ManualCommand {
    static let command = Command("manual", "Prints the manual page of all commands, for man.")

    static func run(_ arguments: ParsedArguments) {
        Terminal.out(CommandTable.program.manualPage(version: Vicinity.version))
    }
}
