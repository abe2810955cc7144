import Bluetooth
import CommandLineArguments
import WorkplaceClient

/// The options that commands with a radio share.
enum RadioOptions {
    static let adapter = Option(
        "adapter", value: "ADAPTER", "The Bluetooth adapter: \(Adapter.forms).", default: "auto",
        environment: "VICINITY_ADAPTER")
    static let campus = Option(
        "campus", value: "FILE", "A campus file: the spots of its beacons are named.", kind: .file)
    static let server = SharedOptions.optionalServer("the spots of its beacons are named")

    /// The adapter that was named.
    static func adapter(_ arguments: ParsedArguments) throws -> Adapter {
        let text = try arguments.text(adapter)
        guard let adapter = Adapter(text) else {
            throw UsageError.malformedValue(text, of: "--adapter", expected: Adapter.forms)
        }
        return adapter
    }

    /// The spots of the campus file or of the server that was named; empty where none was.
    static func spots(_ arguments: ParsedArguments) async throws -> SpotNames {
        if let path = arguments[campus] { return SpotNames(of: try ConditionFiles.campus(path)) }
        guard var reporter = try reporter(arguments) else { return SpotNames() }
        return SpotNames(of: try await reporter.spots())
    }

    // In `spots(_:)` it crashes the compiler (6.3.1) in a release build.
    private static func reporter(_ arguments: ParsedArguments) throws -> PresenceReporter? {
        guard let address = arguments[server] else { return nil }
        return PresenceReporter(
            client: try APIClient(ofTerminal: address), identity: try TerminalIdentity(arguments),
            pace: Pace(speed: nil))
    }
}

/// A duration as the command line takes it: a number with `ms`, `s`, `m` or `h`.
enum DurationText {
    static let form = "a number with ms, s, m or h, such as 30s"

    /// Parses a duration above zero; `nil` for any other text.
    static func parse(_ text: String) -> Duration? {
        let unit = String(text.drop { $0.isNumber || $0 == "." })
        let factors: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600]
        guard let factor = factors[unit], let number = Double(text.dropLast(unit.count)) else { return nil }
        let seconds = number * factor
        guard seconds >= 1e-6, seconds < 1e9 else { return nil }
        // Whole microseconds, because 10.24 seconds as a fraction are a little more.
        return .microseconds(Int64((seconds * 1e6).rounded()))
    }

    /// The duration in an option; `nil` when it was not given.
    static func duration(_ option: Option, _ arguments: ParsedArguments) throws -> Duration? {
        guard let text = arguments[option] else { return nil }
        guard let duration = parse(text) else {
            throw UsageError.malformedValue(text, of: "--\(option.name)", expected: form)
        }
        return duration
    }
}
