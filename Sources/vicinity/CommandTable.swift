import CommandLineArguments
import TipRules

/// The commands of the program and what runs them.
enum CommandTable {
    static let program = Command(
        "vicinity", "A location-aware workplace that an organisation hosts itself.",
        commands: [
            ServeCommand.command, ImportCommand.command, GatewayCommand.command, GatewaysCommand.command,
            PrinterCommand.command,
            BackupCommand.command,
            VerifyCommand.command, RestoreCommand.command, MigrateCommand.command, DoctorCommand.command,
            SignInCommand.command,
            SignOutCommand.command, ScanCommand.command, AdvertiseCommand.command, MenuCommand.command,
            OrderCommand.command, OrdersCommand.command, ReplayCommand.command, MonitorCommand.command,
            MonitorsCommand.command, ClockCommand.command, AttendanceCommand.command,
            PermissionsCommand.command,
            TipsCommand.command, SimulateCommand.command, CompletionCommand.command, ManualCommand.command,
            VersionCommand.command,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        // By the first word: the commands below it are its own affair.
        switch arguments.command.first {
        case ServeCommand.command.name: try await ServeCommand.run(arguments)
        case ImportCommand.command.name: try await ImportCommand.run(arguments)
        case GatewayCommand.command.name: try await GatewayCommand.run(arguments)
        case GatewaysCommand.command.name: try await GatewaysCommand.run(arguments)
        case PrinterCommand.command.name: try await PrinterCommand.run(arguments)
        case BackupCommand.command.name: try BackupCommand.run(arguments)
        case VerifyCommand.command.name: try VerifyCommand.run(arguments)
        case RestoreCommand.command.name: try RestoreCommand.run(arguments)
        case MigrateCommand.command.name: try MigrateCommand.run(arguments)
        case DoctorCommand.command.name: try await DoctorCommand.run(arguments)
        case SignInCommand.command.name: try await SignInCommand.run(arguments)
        case SignOutCommand.command.name: try await SignOutCommand.run(arguments)
        case ScanCommand.command.name: try await ScanCommand.run(arguments)
        case AdvertiseCommand.command.name: try await AdvertiseCommand.run(arguments)
        case MenuCommand.command.name: try await MenuCommand.run(arguments)
        case OrderCommand.command.name: try await OrderCommand.run(arguments)
        case OrdersCommand.command.name: try await OrdersCommand.run(arguments)
        case ReplayCommand.command.name: try ReplayCommand.run(arguments)
        case MonitorCommand.command.name: try await MonitorCommand.run(arguments)
        case MonitorsCommand.command.name: try await MonitorsCommand.run(arguments)
        case ClockCommand.command.name: try await ClockCommand.run(arguments)
        case AttendanceCommand.command.name: try await AttendanceCommand.run(arguments)
        case PermissionsCommand.command.name: try PermissionsCommand.run(arguments)
        case TipsCommand.command.name: try await TipsCommand.run(arguments)
        case SimulateCommand.command.name: try await SimulateCommand.run(arguments)
        case CompletionCommand.command.name: try await CompletionCommand.run(arguments)
        case ManualCommand.command.name: ManualCommand.run(arguments)
        case VersionCommand.command.name: VersionCommand.run(arguments)
        default: preconditionFailure("the table has no command \(arguments.command)")
        }
    }
}

/// Options that several commands share.
enum SharedOptions {
    static let database = Option(
        "database", value: "ADDRESS",
        "The database: sqlite:PATH for a file, or postgres://USER@HOST/DATABASE for a server of PostgreSQL.",
        default: "sqlite:data/vicinity.db",
        environment: "VICINITY_DATABASE")
    static let server = Option(
        "server", value: "URL", "The running server.", default: "http://127.0.0.1:8080",
        environment: "VICINITY_SERVER")
    /// The server of a command that also works without one.
    static func optionalServer(_ use: String) -> Option {
        Option(
            "server", value: "URL", "A running server: \(use).", environment: server.environmentVariable)
    }
    static let person = Option(
        "as", value: "PERSON", "In the demo: who you are, by identifier. Else vicinity sign-in says it.",
        environment: "VICINITY_PERSON")
    static let cafe = Option("cafe", value: "CAFE", "The café, by identifier.", environment: "VICINITY_CAFE")
    static let json = Option(flag: "json", "Prints the server's JSON.")

    /// Where the database is.
    static func databaseAddress(_ arguments: ParsedArguments) throws -> DatabaseAddress {
        try DatabaseAddress(try arguments.text(database))
    }

    /// The path of the database, for commands that work on a file.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - elsewhere: What does the same for a server of PostgreSQL.
    /// - Returns: The path.
    /// - Throws: `CommandFailure` and `UsageError` for an address of a server.
    static func databasePath(_ arguments: ParsedArguments, elsewhere: String? = nil) throws -> String {
        let address = try databaseAddress(arguments)
        guard case .sqlite(let path) = address else {
            if let elsewhere {
                throw CommandFailure(
                    "The database \(address) is on a server of PostgreSQL: \(elsewhere). docs/postgresql.md has the commands.",
                    exitCode: 2)
            }
            throw UsageError.malformedValue(
                address.description, of: "--database",
                expected: "sqlite:PATH, because this command works on a file")
        }
        return path
    }
}

/// Prints a script that completes commands and options in a shell.
enum CompletionCommand {
    private static let shell = Positional(
        "SHELL", "The shell.", kind: .oneOf(Shell.allCases.map(\.rawValue)))
    static let command = Command(
        "completion", "Prints a completion script for a shell.", positionals: [shell])

    static func run(_ arguments: ParsedArguments) async throws {
        guard let shell = Shell(rawValue: try arguments.text(shell)) else { return }
        Terminal.out(CommandTable.program.completionScript(for: shell))
        await TerminalTips.note("terminal.completion")
    }
}

/// Prints the version.
enum VersionCommand {
    static let command = Command("version", "Prints the version.")

    static func run(_ arguments: ParsedArguments) { Terminal.out(Vicinity.versionLine) }
}
