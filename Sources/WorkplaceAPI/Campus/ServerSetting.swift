/// One setting of the server as it is in force, and where it comes from.
///
/// A setting never has a secret: secrets are in files of their own, and the setting has the file's name.
public struct ServerSetting: Hashable, Sendable {
    /// Where a value comes from.
    public enum Origin: Hashable, Sendable {
        /// It was given when the server was started.
        case commandLine
        /// A variable of the environment, by its name.
        case environment(String)
        /// A line of a file of settings, such as `/etc/vicinity/vicinity.conf:12`.
        case file(String)
        /// Nobody set it; the value is the usual one.
        case standard
        /// Nobody set it, and it has no usual value.
        case unset

        /// The word for it on the wire.
        var word: String {
            switch self {
            case .commandLine: "command-line"
            case .environment: "environment"
            case .file: "file"
            case .standard: "default"
            case .unset: "unset"
            }
        }

        /// Where exactly.
        var place: String? {
            switch self {
            case .environment(let name): name
            case .file(let place): place
            case .commandLine, .standard, .unset: nil
            }
        }
    }

    /// The name of the option without its dashes, as it stands in a file.
    public let name: String
    /// What it is for, in an English sentence.
    public let summary: String
    /// Its values; a flag has none, or `yes`.
    public let values: [String]
    /// Where they come from.
    public let origin: Origin

    /// Makes a setting.
    public init(name: String, summary: String, values: [String], origin: Origin) {
        self.name = name
        self.summary = summary
        self.values = values
        self.origin = origin
    }
}
