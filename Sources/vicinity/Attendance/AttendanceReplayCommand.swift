import Attendance
import CommandLineArguments
import Essentials
import Workplace

/// Replays recorded days with a reminder rule, to test the rule before it is in force.
enum AttendanceReplayCommand {
    private static let file = Positional("FILE", "The log, or - for standard input.", kind: .file)
    private static let campus = Option(
        "campus", value: "FILE",
        "The campus file with the rule, hours, holidays and zones of the places; else the standard rule, in UTC.",
        kind: .file)
    private static let mode = Option(
        "mode", value: "MODE", "Another rule than that of the campus.",
        kind: .oneOf(ReminderMode.allCases.map(\.rawValue)))
    private static let window = Option(
        "window", value: "MINUTES", "Another window than those of the campus, 0 to 720 minutes.")
    private static let explain = Option(
        flag: "explain", "Prints each decision with its reason, also those that do not remind.")
    private static let json = Option(flag: "json", "Prints a JSON object a line.")

    static let command = Command(
        "replay", "Reads a log of crossings and punches, and prints when a rule would have reminded.",
        discussion: [
            "The log is a table with commas. Its first row names the columns: person, kind (enter, exit, state-inside, in, out) and at; "
                + "then place (an entrance, or the site of a punch), receivedAt and source. Punches stay as they were.",
            "It reads no clock and changes nothing. The same log gives the same output, in whatever order its rows are.",
        ],
        options: [campus, mode, window, explain, json], positionals: [file])

    static func run(_ arguments: ParsedArguments, print: (String) -> Void = Terminal.out) throws {
        let campus = try arguments[campus].map(ConditionFiles.campus)
        let places = ReplayPlaces(
            campus: campus, mode: arguments[mode].flatMap { ReminderMode(rawValue: $0) },
            window: try window(arguments))
        let path = try arguments.text(file)
        let text = try FileText.read(path == "-" ? "/dev/stdin" : path)
        let log = try AttendanceLog(text, name: FileText.name(path), campus: campus)
        let decisions = try log.people.flatMap { person, events in
            try Self.decisions(on: events, places).map { (person, $0) }
        }
        let style = AttendanceReplayText(
            places: places, isJSON: arguments.has(json), explains: arguments.has(explain))
        // Sorting is stable, so decisions of one time stay in the order of the people.
        for (person, decision) in decisions.sorted(by: { $0.1.time < $1.1.time })
        where decision.shown != nil || arguments.has(explain) {
            print(style.line(person, decision))
        }
        print(style.summary(log, decisions.map(\.1)))
    }

    private static func decisions(on events: [AttendanceEvent], _ places: ReplayPlaces) throws
        -> [ReplayedDecisions.Decision]
    {
        var reminders = PersonReminders()
        var found = ReplayedDecisions()
        for event in events {
            found.note(try reminders.replay(event, dwell: places.dwell, places.policy))
        }
        found.note(reminders.pass(places.policy))
        return found.decisions
    }

    private static func window(_ arguments: ParsedArguments) throws -> Duration? {
        guard let text = arguments[window] else { return nil }
        guard let minutes = Int(text), (0...720).contains(minutes) else {
            throw UsageError.malformedValue(text, of: "--window", expected: "0 to 720 minutes")
        }
        return .seconds(minutes * 60)
    }
}
