import CommandLineArguments

/// The commands about clocking in and out.
enum AttendanceCommand {
    static let command = Command(
        "attendance", "Tries rules of reminders at the door on recorded days.",
        commands: [AttendanceReplayCommand.command])

    static func run(_ arguments: ParsedArguments) throws { try AttendanceReplayCommand.run(arguments) }
}
