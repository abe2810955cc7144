import CommandLineArguments
import Testing

@Suite struct CommandParsingTests {
    @Test(arguments: ["serve --data here --demo", "serve --demo --data=here"])
    func `options are read in any order and in both spellings`(line: String) throws {
        let parsed = try #require(try Sample.run(line))
        #expect(parsed.command == ["serve"])
        #expect(parsed[Sample.data] == "here")
        #expect(parsed.has(Sample.demo))
    }

    @Test func `an option that is not given has its default, a flag is off`() throws {
        let parsed = try #require(try Sample.run("serve"))
        #expect(try parsed.text(Sample.listen) == "127.0.0.1:8080")
        #expect(parsed[Sample.campus] == nil)
        #expect(!parsed.has(Sample.demo))
    }

    @Test(arguments: [
        ("serve --listen a:1", ["VICINITY_LISTEN": "b:2"], "a:1"),
        ("serve", ["VICINITY_LISTEN": "b:2"], "b:2"),
        ("serve", ["VICINITY_LISTEN": ""], "127.0.0.1:8080"),
        ("serve", [:], "127.0.0.1:8080"),
    ])
    func `what is given goes before the environment, and that before the default`(
        line: String, environment: [String: String], expected: String
    ) throws {
        let parsed = try #require(try Sample.run(line, environment: environment))
        #expect(parsed[Sample.listen] == expected)
    }

    @Test(arguments: [
        ("serve --listen a:1", ["VICINITY_LISTEN": "b:2"], true), ("serve --listen=a:1", [:], true),
        ("serve", ["VICINITY_LISTEN": "b:2"], false), ("serve", [:], false),
    ])
    func `a written value is distinguished from the environment and the default`(
        line: String, environment: [String: String], expected: Bool
    ) throws {
        let parsed = try #require(try Sample.run(line, environment: environment))
        #expect(parsed.isWritten(Sample.listen) == expected)
    }

    private static let json = Option(flag: "json", "Prints JSON.")
    private static let group = Command(
        "program", "Runs.",
        commands: [
            Command(
                "doors", "Doors.",
                commands: [Command("status", "Shows them.", options: [json]), Command("open", "Opens one.")],
                defaultCommand: "status")
        ])

    @Test(arguments: [
        (["doors"], ["doors", "status"], false), (["doors", "--json"], ["doors", "status"], true),
        (["doors", "status"], ["doors", "status"], false), (["doors", "open"], ["doors", "open"], false),
    ])
    func `the default command runs when none is named`(words: [String], command: [String], isJSON: Bool)
        throws
    {
        guard case .run(let parsed) = try Self.group.parse(words) else {
            Issue.record("\(words) is not run")
            return
        }
        #expect(parsed.command == command)
        #expect(parsed.has(Self.json) == isJSON)
    }

    @Test func `beside a default command, a wrong word is refused and help lists the commands`() throws {
        #expect(throws: UsageError.unknownCommand("opne", suggestion: "open")) {
            try Self.group.parse(["doors", "opne"])
        }
        #expect(
            throws: UsageError.unknownOption("--jsn", command: "program doors status", suggestion: "--json")
        ) {
            try Self.group.parse(["doors", "--jsn"])
        }
        guard case .help(let text) = try Self.group.parse(["doors", "--help"]) else {
            Issue.record("doors --help gives no help")
            return
        }
        #expect(text.contains("Usage: program doors [COMMAND]"))
        #expect(text.replacing("\n", with: " ").contains("Without COMMAND, program doors status runs."))
    }

    @Test func `an option that repeats keeps all values in order`() throws {
        let parsed = try #require(try Sample.run("order --line a:b --line=c main-cafe"))
        #expect(parsed.all(Sample.line) == ["a:b", "c"])
        #expect(parsed[Sample.cafe] == "main-cafe")
    }

    @Test func `a value may contain an equals sign and begin with one dash`() throws {
        let parsed = try #require(try Sample.run("order --line=a=b --line -5 main-cafe"))
        #expect(parsed.all(Sample.line) == ["a=b", "-5"])
    }

    @Test func `two dashes end the options`() throws {
        let parsed = try #require(try Sample.run("import -- --help -h --"))
        #expect(parsed.all(Sample.files) == ["--help", "-h", "--"])
    }

    @Test func `a single dash is an argument`() throws {
        let parsed = try #require(try Sample.run("import -"))
        #expect(parsed[Sample.files] == "-")
    }

    @Test(arguments: [("data copy a t", ["a"]), ("data copy a b c t", ["a", "b", "c"])])
    func `a positional that repeats leaves what later ones need`(line: String, sources: [String]) throws {
        let parsed = try #require(try Sample.run(line))
        #expect(parsed.command == ["data", "copy"])
        #expect(parsed.all(Sample.source) == sources)
        #expect(parsed[Sample.target] == "t")
    }

    @Test func `a positional that may be absent is absent`() throws {
        let parsed = try #require(try Sample.run("completion"))
        #expect(parsed[Sample.shell] == nil)
        #expect(parsed.all(Sample.shell).isEmpty)
    }

    @Test(arguments: [("20", 20), ("1", 1), ("100", 100)])
    func `a whole number of the range is read`(text: String, expected: Int) throws {
        let parsed = try #require(try Sample.run("order --count \(text) main-cafe"))
        #expect(try parsed.integer(Sample.count, in: 1...100) == expected)
    }

    @Test(arguments: ["0", "101", "x", "1.5", ""])
    func `any other number is refused with the range`(text: String) throws {
        let parsed = try #require(try Sample.run("order --count=\(text) main-cafe"))
        let expected = UsageError.malformedValue(
            text, of: "--count", expected: "a whole number from 1 to 100")
        #expect(throws: expected) { try parsed.integer(Sample.count, in: 1...100) }
    }

    @Test func `a required option without a value is reported as missing`() throws {
        let parsed = try #require(try Sample.run("serve"))
        #expect(throws: UsageError.optionMissing("--campus FILE", environment: nil)) {
            try parsed.text(Sample.campus)
        }
        #expect("\(UsageError.optionMissing("--as WHO", environment: nil))" == "--as WHO is missing.")
        #expect(
            "\(UsageError.optionMissing("--as WHO", environment: "NAME"))"
                == "--as WHO is missing, and NAME, which may stand for it, is not set.")
    }

    @Test(arguments: [
        "--help", "-h", "serve --help", "serve --demo -h --nonsense", "data --help", "data copy -h",
    ])
    func `help is given wherever it is asked for`(line: String) throws {
        guard case .help = try Sample.parse(line) else {
            Issue.record("\(line) gave no help")
            return
        }
    }
}
