import Testing

@Suite(.timeLimit(.minutes(2))) struct PluginTests {
    private let compiler = CompilerStandIn()

    @Test func `TD23 the program tells the compiler that it is there, and ends with its input`() throws {
        let answers = try compiler.answers(to: [CompilerStandIn.greeting])
        #expect(answers.count == 1)
        #expect(answers.first?["getCapabilityResult"] != nil)
    }

    @Test func `a macro that does not exist is refused with its name`() throws {
        let expansion = try compiler.expandRule("#Rule(Self.$isReady) { $0 }", type: "Nonsense")
        #expect(expansion.refusals.map(\.sentence).joined().contains("Nonsense"))
    }
}
