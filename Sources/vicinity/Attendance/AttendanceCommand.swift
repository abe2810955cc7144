import CommandLineArguments

/// The commands about clocking in and out.
enum AttendanceCommand {
    static let command = Command(
        "attendance",
        "Shows your months, verifies the ledger, exports, imports and deletes months, and tries rules of reminders at the door on recorded days.",
        commands: [
            AttendanceMonthCommand.command, AttendanceVerifyCommand.command,
            AttendanceExportCommand.command, AttendanceImportCommand.command,
            AttendanceRetentionCommand.command, AttendanceReplayCommand.command,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        switch arguments.command.last {
        case AttendanceMonthCommand.command.name: try await AttendanceMonthCommand.run(arguments)
        case AttendanceVerifyCommand.command.name: try AttendanceVerifyCommand.run(arguments)
        case AttendanceExportCommand.command.name: try AttendanceExportCommand.run(arguments)
        case AttendanceImportCommand.command.name: try await AttendanceImportCommand.run(arguments)
        case AttendanceRetentionCommand.command.name: try await AttendanceRetentionCommand.run(arguments)
        default: try AttendanceReplayCommand.run(arguments)
        }
    }
}
