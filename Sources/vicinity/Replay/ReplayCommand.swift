import Beacons
import CommandLineArguments
import Formats
import Workplace

/// Passes a recording through the pipeline of a live device, and prints the results.
enum ReplayCommand {
    private static let file = Positional("FILE", "The recording, or - for standard input.", kind: .file)
    private static let explain = Option(flag: "explain", "Says why, for each event and at the end.")

    private static let advertisements = Option(
        flag: "advertisements", "Prints each advertisement of a capture instead, with its beacon frames.")

    private static let record = Option(
        "record", value: "FILE",
        "With --advertisements: writes them as a btsnoop capture, which Wireshark and btmon open.",
        kind: .file)

    static let command = Command(
        "replay", "Reads a recorded trace and prints the condition events in it.",
        discussion: [
            "Recordings are Bluetooth captures (btsnoop, pcap, pcapng), GPX tracks, tables of signal strengths (csv, with --columns) "
                + "and traces of JSON lines; a file may be compressed with gzip. Without --campus and --conditions every UUID that is heard is monitored.",
            "A line for each event, then a line for each beacon. The same input gives the same output, byte for byte. "
                + "Damaged parts are counted by reason; where a recording is cut, what was read up to there is printed.",
        ],
        options: [
            TraceOptions.format, TraceOptions.campus, TraceOptions.conditions, TraceOptions.columns, explain,
            TraceOptions.json, advertisements, record,
        ], positionals: [file])

    static func run(_ arguments: ParsedArguments, print: (String) -> Void = Terminal.out) throws {
        let path = try arguments.text(file)
        let input = try RecordingInput(path)
        if arguments.has(advertisements) {
            return try AdvertisementList.print(
                input.source, name: FileText.name(path), isJSON: arguments.has(TraceOptions.json),
                record: arguments[record], print: print)
        }
        guard arguments[record] == nil else {
            throw CommandFailure("--record needs --advertisements.", exitCode: 2)
        }
        let recording = try TraceOptions.recording(path, input.source, arguments)
        let style = ReplayStyle(isJSON: arguments.has(TraceOptions.json), explains: arguments.has(explain))
        let list = try arguments[TraceOptions.conditions].map(ConditionFiles.list)
        // With both a list of conditions and a column map, the campus file is not needed.
        let campus =
            list != nil && recording.columns != nil
            ? nil : try arguments[TraceOptions.campus].map(ConditionFiles.campus)
        // Without conditions and campus, every UUID that is heard is monitored.
        var replay = Replay(
            conditions: list ?? campus.map(CampusConditions.entries), spots: spots(recording, campus),
            style: style)
        do throws(RecordingError) {
            try replay.run(try recording.open(), print: print)
        } catch {
            throw CommandFailure("\(FileText.name(path)): \(error)")
        }
        if replay.monitorsNothing, !replay.hasReadCapture {
            Terminal.error(
                "Nothing was monitored: no beacon was heard. Say what to monitor: --campus or --conditions.")
        }
    }

    private static func spots(_ recording: RecordingFile, _ campus: Campus?) -> [BeaconIdentity: String] {
        if let columns = recording.columns {
            return Dictionary(columns.columns.map { ($0.identity, $0.name) }) { first, _ in first }
        }
        return campus.map(CampusConditions.spots) ?? [:]
    }
}
