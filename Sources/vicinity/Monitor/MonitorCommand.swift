import CommandLineArguments
import Cryptography
import Formats
import Foundation
import Monitoring
import Processes
import Workplace
import WorkplaceClient

/// Monitors conditions on the person's own machine, and reports changes.
enum MonitorCommand {
    private static let name = Option(
        "name", value: "NAME", "The monitor's name; it goes on where it was.", default: "vicinity")
    private static let folder = Option(
        "folder", value: "DIRECTORY",
        "Where monitors are kept; ~/.local/state/vicinity/monitors when not given.",
        kind: .directory)
    private static let recording = Option(
        "recording", value: "FILE", "What is observed: a recording, or - for JSON lines as they come.",
        kind: .file)
    private static let simulate = Option(
        "simulate", value: "SEED", "What is observed: a simulated walk past the spots of --campus.")
    private static let speed = Option(
        "speed", value: "N",
        "Plays a recording N times as fast as it was made; 1 with --server, else without pause.")
    private static let server = SharedOptions.optionalServer("the events of its spots are reported to it")
    private static let onEvent = Option(
        "on-event", value: "COMMAND",
        "A shell command that is run for each event, and again after a while when it fails.")
    private static let notify = Option(
        flag: "notify",
        "Asks \"Clock in?\" and \"Clock out?\" on this desktop at the entrances that it hears; needs --server or --campus."
    )
    private static let startOrders = Option(
        flag: "start-orders",
        "With --server: has the kitchen start your waiting orders at a café when a spot or the area of it is satisfied."
    )
    private static let explain = Option(
        flag: "explain", "Says why, below each event that is printed and at the end.")

    static let command = Command(
        "monitor", "Monitors conditions on this machine, and reports each change at least once.",
        discussion: [
            "Without --recording and --simulate, it observes the beacons that a Bluetooth adapter of this machine hears, until "
                + "Ctrl-C ends it.",
            "Everything is evaluated here. A server gets events of its own spots only: number, spot, state and time; "
                + "never positions or signals. Without --campus and --conditions the monitor takes the server's "
                + "spots.",
            "The command of --on-event gets the event as JSON on its standard input, and in "
                + "VICINITY_EVENT_IDENTIFIER, _STATE, _TIME, _NUMBER, _LAST_KNOWN, _MAJOR and _MINOR. With a "
                + "desktop: --on-event 'notify-send Vicinity \"$VICINITY_EVENT_IDENTIFIER: $VICINITY_EVENT_STATE\"'. "
                + "It succeeds when it ends with 0; otherwise it runs again for the same event, up to "
                + "\(EventCommand.mostRuns) times, while later events wait.",
            "With --notify and --server the rule, the working hours and the punches are those of the server, and the last ones "
                + "that it told while it cannot be reached. With --campus alone the punches are not known.",
            "After a crash in the middle of a recording, the next start goes on there.",
        ],
        options: [
            RadioOptions.adapter, recording, simulate, TraceOptions.conditions, TraceOptions.campus, server,
            SharedOptions.person,
            startOrders, onEvent, notify, name, folder, TraceOptions.format, TraceOptions.columns, speed,
            explain,
            TraceOptions.json,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        // The reader of the lines may close its pipe, and so may a command that ignores its event; the
        // monitor continues.
        signal(SIGPIPE, SIG_IGN)
        guard !arguments.has(startOrders) || arguments[server] != nil else {
            throw CommandFailure("--start-orders needs --server, which has the orders.", exitCode: 2)
        }
        let campus = try campus(arguments)
        let feed = try feed(arguments, campus)
        let list = try arguments[TraceOptions.conditions].map(ConditionFiles.list)
        var session = MonitorSession(
            name: try arguments.text(name), folder: try arguments[folder] ?? ownFolder(),
            conditions: list ?? campus.map { CampusConditions.entries(of: $0.campus) },
            pace: Pace(speed: try speed(arguments)))
        session.printsJSON = arguments.has(TraceOptions.json)
        session.explains = arguments.has(explain)
        session.command = arguments[onEvent].map(EventCommand.init)
        if let address = arguments[server] {
            session.reporter = PresenceReporter(
                client: try APIClient(ofTerminal: address), identity: try TerminalIdentity(arguments),
                pace: session.pace)
            if arguments.has(notify) {
                // The person is asked at doors also after a start without the server.
                session.reporter?.memory = SpotMemory(
                    path: session.folder + "/" + session.name + ".spots", server: address)
            }
        }
        session.startsOrders = arguments.has(startOrders)
        if arguments.has(notify) { session.reminders = try reminders(arguments, campus?.campus, session) }
        if list == nil, let campus { session.cafeAreas = CampusConditions.cafes(of: campus.campus) }
        guard session.conditions != nil || session.reporter != nil else {
            throw CommandFailure("Say what to monitor: --conditions, --campus or --server.", exitCode: 2)
        }
        try await session.run(feed)
    }

    /// What asks on the desktop.
    private static func reminders(
        _ arguments: ParsedArguments, _ campus: Campus?, _ session: MonitorSession
    ) throws -> DoorReminders {
        guard arguments[server] != nil || campus != nil else {
            throw CommandFailure(
                "--notify needs --server or --campus, which say where entrances are.", exitCode: 2)
        }
        let source = try arguments[server].map { address in
            AttendanceSource(
                client: try APIClient(ofTerminal: address), identity: try TerminalIdentity(arguments),
                server: address)
        }
        let isRecorded = arguments[simulate] != nil || ![nil, "-"].contains(arguments[recording])
        return DoorReminders(
            path: session.folder + "/" + session.name + ".doors", campus: campus, server: source,
            isLive: !isRecorded || arguments[server] != nil, notices: DesktopNotices())
    }

    /// The campus file, unless a list of conditions makes it unnecessary.
    private static func campus(_ arguments: ParsedArguments) throws -> (campus: Campus, bytes: [UInt8])? {
        guard let path = arguments[TraceOptions.campus],
            arguments[simulate] != nil || arguments[TraceOptions.conditions] == nil
        else { return nil }
        let bytes = try FileText.bytes(path)
        return (try ConditionFiles.campus(bytes, path), bytes)
    }

    private static func feed(
        _ arguments: ParsedArguments, _ campus: (campus: Campus, bytes: [UInt8])?
    ) throws -> ObservationFeed {
        switch (arguments[recording], arguments[simulate]) {
        case ("-", nil): return .standardInput
        case (let path?, nil):
            let (source, digest) = try RecordingInput(path).identified()
            let file = try TraceOptions.recording(path, source, arguments)
            return .recording(file, path: path, digest: Hexadecimal.encode(digest))
        case (nil, let text?):
            guard let seed = UInt64(text) else {
                throw CommandFailure("--simulate takes a number from 0 on, not \(text).", exitCode: 2)
            }
            guard let (campus, bytes) = campus else {
                throw CommandFailure("--simulate needs --campus, the file with the spots.", exitCode: 2)
            }
            let day = try SimulatedWalk.past(campus, seed: seed)
            return .simulation(day, digest: Hexadecimal.encode(SHA256.digest(of: bytes)) + "/\(seed)")
        case (nil, nil): return .radio(try RadioOptions.adapter(arguments))
        default:
            throw CommandFailure(
                "Say where observations come from: either --recording or --simulate, or neither for the radio.",
                exitCode: 2)
        }
    }

    private static func speed(_ arguments: ParsedArguments) throws -> Double? {
        // Standard input and the radio come at their own speed.
        let isLive =
            arguments[recording] == "-" || (arguments[recording] == nil && arguments[simulate] == nil)
        guard let text = arguments[speed] else { return arguments[server] != nil && !isLive ? 1 : nil }
        guard let speed = Double(text), speed >= 0.001, speed.isFinite, !isLive else {
            throw CommandFailure(
                "--speed takes a number of at least 0.001, and is for recordings and simulations.",
                exitCode: 2)
        }
        return speed
    }

    /// The folder of monitors where none is named.
    private static func ownFolder() throws -> String {
        try MonitorsCommand.opened { try StateFolder.base() } + "/vicinity/monitors"
    }
}
