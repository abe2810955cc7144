import CommandLineArguments

/// A program that has everything that a declaration can have.
enum Sample {
    static let listen = Option(
        "listen", value: "HOST:PORT", "The address to listen on.", default: "127.0.0.1:8080",
        environment: "VICINITY_LISTEN")
    static let data = Option(
        "data", value: "DIRECTORY", "Where the database and everything else that is kept lies.",
        kind: .directory,
        default: "data")
    static let campus = Option("campus", value: "FILE", "The campus to import first.", kind: .file)
    static let demo = Option(flag: "demo", "Lets everybody sign in as anybody; listens on this machine only.")
    static let line = Option(
        "line", value: "ITEM[:CHOICE…]", "A line of the order.", repeats: true)
    static let language = Option(
        "language", value: "LANGUAGE", "The language of names.", kind: .oneOf(["en", "ja"]),
        environment: "VICINITY_LANGUAGE")
    static let count = Option("count", value: "NUMBER", "How many to show.", default: "20")

    static let cafe = Positional("CAFE", "The café to order from.")
    static let files = Positional("FILE", "A campus file.", kind: .file, count: 1...Int.max)
    static let shell = Positional(
        "SHELL", "The shell to complete in.", kind: .oneOf(["bash", "zsh"]), count: 0...1)
    static let source = Positional("SOURCE", "What to copy.", kind: .file, count: 1...Int.max)
    static let target = Positional("TARGET", "Where to copy it.", kind: .directory)

    static let serve = Command(
        "serve", "Serves the pages and the interface of a workplace until it is told to stop.",
        discussion: [
            "Without certificate and key the pages are served without encryption, which is meant for one machine."
        ],
        options: [listen, data, campus, demo])
    static let order = Command(
        "order", "Orders at a café.", options: [line, language, count], positionals: [cafe])
    static let imports = Command("import", "Imports campus files.", positionals: [files])
    static let completion = Command("completion", "Writes a completion script.", positionals: [shell])
    static let copy = Command("copy", "Copies: it's [quoted] \"so\": fine.", positionals: [source, target])
    static let stop = Command("stop", "Stops.")
    static let program = Command(
        "vicinity", "Runs a location-aware workplace that an organisation hosts itself.",
        commands: [
            serve, order, imports, completion, stop,
            Command("data", "Looks after what is kept.", commands: [copy]),
        ])

    /// Parses a line that must lead to a command that runs.
    static func run(_ line: String, environment: [String: String] = [:]) throws -> ParsedArguments? {
        guard case .run(let parsed) = try parse(line, environment: environment) else { return nil }
        return parsed
    }

    static func parse(_ line: String, environment: [String: String] = [:]) throws(UsageError) -> Invocation {
        try program.parse(line.split(separator: " ").map(String.init), environment: environment)
    }
}
