import Testing

@testable import CommandLineArguments

struct SettingsFileTests {
    private static let options = [
        Option(flag: "demo", "Tries."), Option("listen", value: "HOST:PORT", "Listens.", default: "a:1"),
        Option("database", value: "PATH", "Stores.", default: "b", environment: "DATABASE"),
        Option("proxy", value: "ADDRESS", "Trusts.", repeats: true),
        Option("mode", value: "MODE", "Does.", kind: .oneOf(["fast", "slow"])),
    ]
    private let command = Command("serve", "Serves.", options: options)

    private func arguments(_ words: [String] = [], _ environment: [String: String] = [:]) throws
        -> ParsedArguments
    {
        guard case .run(let parsed) = try command.parse(words, environment: environment) else {
            throw UsageError.commandMissing(after: "")
        }
        return parsed
    }

    private func mistakes(_ text: String) -> String? {
        do {
            _ = try SettingsFile(text, options: Self.options)
            return nil
        } catch { return error.description(file: "f") }
    }

    @Test func `a file says what the command line leaves open`() throws {
        let file = try SettingsFile(
            "# listen = c:3\n\n  demo=yes\r\nlisten = b:2\nproxy = 1\n proxy = 2 \ndatabase = x=y",
            options: Self.options)
        let completed = try arguments().completed(by: file)
        #expect(completed.has(Self.options[0]))
        #expect(completed[Self.options[1]] == "b:2")
        #expect(completed[Self.options[2]] == "x=y")
        #expect(completed.all(Self.options[3]) == ["1", "2"])
        #expect(!completed.isWritten(Self.options[1]))
    }

    @Test func `the command line and the environment go before the file`() throws {
        let file = try SettingsFile(
            "demo = no\nlisten = b:2\nproxy = 1\nproxy = 2\ndatabase = x", options: Self.options)
        let given = try arguments(["--listen", "c:3", "--proxy", "3", "--demo"], ["DATABASE": "z"])
        let completed = given.completed(by: file)
        #expect(completed.has(Self.options[0]))
        #expect(completed[Self.options[1]] == "c:3")
        #expect(completed[Self.options[2]] == "z")
        #expect(completed.all(Self.options[3]) == ["3"])
    }

    @Test(arguments: [
        ("lisen = a:1", "f:1: There is no setting \"lisen\"; did you mean listen?"),
        ("\nother = 1", "f:2: There is no setting \"other\"."),
        ("listen", "f:1: \"listen\" is not of the form name = value."),
        ("listen =  ", "f:1: listen has no value."),
        ("demo = maybe", "f:1: demo has the value \"maybe\", but needs yes or no."),
        ("listen = a:1\nlisten = a:1", "f:2: listen is given in line 1 already."),
        ("demo = no\ndemo = yes", "f:2: demo is given in line 1 already."),
        ("mode = new", "f:1: mode has the value \"new\", but needs fast or slow."),
        ("a\nb", "f:1: \"a\" is not of the form name = value.\nf:2: \"b\" is not of the form name = value."),
    ])
    func `every mistake is named with its line`(text: String, description: String) {
        #expect(mistakes(text) == description)
    }
}
