import Beacons
import CommandLineArguments
import Formats
import Workplace

/// Reads a recorded trace through the pipeline that a live device uses, and prints what came of it.
enum ReplayCommand {
    private static let file = Positional("FILE", "The recording.", kind: .file)
    private static let format = Option(
        "format", value: "FORMAT", "The recording's format; told from its content when not given.",
        kind: .oneOf(RecordingFormat.allCases.map(\.rawValue)))
    private static let campus = Option(
        "campus", value: "FILE", "A campus file: its sites and spots are monitored.", kind: .file)
    private static let conditions = Option(
        "conditions", value: "FILE", "A list of conditions to monitor.", kind: .file)
    private static let columns = Option(
        "columns", value: "FILE", "What the columns of a table mean.", kind: .file)
    private static let explain = Option(flag: "explain", "Says why, for each event and at the end.")
    private static let json = Option(flag: "json", "Prints a JSON object a line.")

    static let command = Command(
        "replay", "Reads a recorded trace and prints the condition events in it.",
        discussion: [
            "Recordings are Bluetooth captures (btsnoop), GPX tracks, tables of signal strengths (csv, with --columns) "
                + "and traces of JSON lines. Without --campus and --conditions every UUID that is heard is monitored.",
            "A line for each event, then a line for each beacon. The same input gives the same output, byte for byte. "
                + "Damaged parts are counted by reason; where a recording is cut, what was read up to there is printed.",
        ],
        options: [format, campus, conditions, columns, explain, json], positionals: [file])

    static func run(_ arguments: ParsedArguments, print: (String) -> Void = Terminal.out) throws {
        let path = try arguments.text(file)
        let recording = try RecordingFile(
            path: path, bytes: FileText.bytes(path),
            format: arguments[format].flatMap(RecordingFormat.init), columns: arguments[columns])
        let style = ReplayStyle(isJSON: arguments.has(json), explains: arguments.has(explain))
        var replay = Replay(
            conditions: try monitored(arguments), spots: try spots(arguments, recording), style: style)
        do throws(RecordingError) {
            try replay.run(try recording.open(), print: print)
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
        if replay.monitorsNothing {
            Terminal.error(
                "Nothing was monitored: no beacon was heard. Say what to monitor: --campus or --conditions.")
        }
    }

    /// What is monitored from the start; `nil` monitors every UUID that is heard.
    private static func monitored(_ arguments: ParsedArguments) throws -> [ConditionList.Entry]? {
        if let path = arguments[conditions] {
            let bytes = try FileText.bytes(path)
            do throws(DocumentError) {
                return try ConditionList(reading: bytes).entries
            } catch {
                throw CommandFailure(error.lines(file: path).joined(separator: "\n"))
            }
        }
        return try readCampus(arguments).map(CampusConditions.entries)
    }

    private static func spots(
        _ arguments: ParsedArguments, _ recording: RecordingFile
    ) throws -> [BeaconIdentity: String] {
        if let columns = recording.columns {
            return Dictionary(columns.columns.map { ($0.identity, $0.name) }) { first, _ in first }
        }
        return try readCampus(arguments).map(CampusConditions.spots) ?? [:]
    }

    private static func readCampus(_ arguments: ParsedArguments) throws -> Campus? {
        guard let path = arguments[campus] else { return nil }
        do {
            return try CampusFile.read(try FileText.bytes(path), name: path)
        } catch let error as CampusFileError {
            throw CommandFailure(error.description)
        }
    }
}
