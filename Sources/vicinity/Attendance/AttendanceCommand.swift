import CommandLineArguments

/// The commands about clocking in and out.
enum AttendanceCommand {
    static let command = Command(
        "attendance",
        "Shows your months, verifies the ledger, and tries rules of reminders at the door on recorded days.",
        commands: [
            AttendanceMonthCommand.command, AttendanceVerifyCommand.command, AttendanceReplayCommand.command,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        switch arguments.command.last {
        case AttendanceMonthCommand.command.name: try await AttendanceMonthCommand.run(arguments)
        case AttendanceVerifyCommand.command.name: try AttendanceVerifyCommand.run(arguments)
        default: try AttendanceReplayCommand.run(arguments)
        }
    }
}
