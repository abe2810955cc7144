import CommandLineArguments
import Testing

@Suite struct CommandHelpTests {
    @Test(arguments: [
        ("--help", "program.txt"), ("serve --help", "serve.txt"), ("order --help", "order.txt"),
        ("import --help", "import.txt"), ("completion --help", "completion.txt"), ("stop --help", "stop.txt"),
        ("data --help", "data.txt"), ("data copy --help", "data-copy.txt"),
    ])
    func `the help reads as the snapshot`(line: String, name: String) throws {
        guard case .help(let text) = try Sample.parse(line) else {
            Issue.record("\(line) gave no help")
            return
        }
        try expectSnapshot(text, name)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: Shell.allCases)
    func `the completion script reads as the snapshot`(shell: Shell) throws {
        try expectSnapshot(Sample.program.completionScript(for: shell), "completion.\(shell.rawValue)")
    }
}
