import CommandLineArguments
import Testing

@Suite struct UsageErrorTests {
    @Test(arguments: [
        ("", "A command is missing; vicinity --help lists them."),
        ("data", "A command is missing; vicinity data --help lists them."),
        ("srve", "There is no command srve; did you mean serve?"),
        ("data cpoy", "There is no command cpoy; did you mean copy?"),
        ("dance", "There is no command dance."),
        ("--version", "vicinity has no option --version."),
        ("serve --lisen a:1", "vicinity serve has no option --lisen; did you mean --listen?"),
        ("serve --hlep", "vicinity serve has no option --hlep; did you mean --help?"),
        ("serve -d", "vicinity serve has no option -d."),
        ("serve --data", "A value is missing after --data DIRECTORY."),
        ("serve --data --demo", "A value is missing after --data DIRECTORY."),
        ("serve --demo=yes", "--demo takes no value."),
        ("serve --demo --demo", "--demo is given twice."),
        ("serve --data a --data b", "--data is given twice."),
        ("order", "vicinity order needs CAFE."),
        ("data copy a", "vicinity data copy needs TARGET."),
        ("serve here", "vicinity serve takes no further argument \"here\"."),
        ("order main-cafe --language fr", "--language has the value \"fr\", but needs en or ja."),
        ("completion fish", "SHELL has the value \"fish\", but needs bash or zsh."),
    ])
    func `a mistake is explained in one sentence`(line: String, sentence: String) {
        let refusal = #expect(throws: UsageError.self) { try Sample.parse(line) }
        #expect(refusal?.description == sentence)
    }

    @Test func `a variable with a wrong value is named`() {
        let refusal = #expect(throws: UsageError.self) {
            try Sample.parse("order main-cafe", environment: ["VICINITY_LANGUAGE": "fr"])
        }
        #expect(refusal?.description == "VICINITY_LANGUAGE has the value \"fr\", but needs en or ja.")
    }

    @Test func `wrong usage ends with 2`() {
        #expect(UsageError.exitCode == 2)
    }
}
