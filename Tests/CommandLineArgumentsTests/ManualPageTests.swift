import Testing

@testable import CommandLineArguments

struct ManualPageTests {
    private let program = Command(
        "tool", "Does things.",
        commands: [
            Command(
                "run", "Runs \"it\" – now.", discussion: [".Begins with a dot."],
                options: [Option("mode-of-it", value: "MODE", "How.", default: "a\\b")],
                positionals: [Positional("FILE", "What.")])
        ])

    @Test func `each command has a section with its arguments and options`() {
        let page = program.manualPage(version: "1.2")
        #expect(
            page.hasPrefix(".TH TOOL 1 \"\" \"tool 1.2\" \"User Commands\"\n.SH NAME\ntool \\- does things\n")
        )
        #expect(page.contains(".SS \"tool run\"\nRuns \\(dqit\\(dq \\[u2013] now.\n"))
        #expect(page.contains(".TP\n.I FILE\nWhat.\n"))
        #expect(page.contains(".TP\n.B \\-\\-mode\\-of\\-it MODE\nHow. (default: a\\eb)\n"))
    }

    @Test func `no text is taken for a request`() {
        #expect(program.manualPage(version: "1").contains("\n.PP\n\\&.Begins with a dot.\n"))
    }
}
