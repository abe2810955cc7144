import CommandLineArguments
import Formats

/// The common options of commands that evaluate a recording.
enum TraceOptions {
    static let format = Option(
        "format", value: "FORMAT", "The recording's format; told from its content when not given.",
        kind: .oneOf(RecordingFormat.allCases.map(\.rawValue)))
    static let columns = Option(
        "columns", value: "FILE", "What the columns of a table mean.", kind: .file)
    static let conditions = Option(
        "conditions", value: "FILE",
        "What to monitor: a list of conditions, a map in GeoJSON, or the folder of an IMDF archive.",
        kind: .file)
    static let campus = Option(
        "campus", value: "FILE", "A campus file: its sites and spots are monitored.", kind: .file)
    static let json = Option(flag: "json", "Prints a JSON object a line.")

    /// The recording in a file, with the format and the column map from the arguments.
    static func recording(_ path: String, _ source: RecordingSource, _ arguments: ParsedArguments) throws
        -> RecordingFile
    {
        try RecordingFile(
            path: path, source: source, format: arguments[format].flatMap(RecordingFormat.init),
            columns: arguments[columns])
    }
}
