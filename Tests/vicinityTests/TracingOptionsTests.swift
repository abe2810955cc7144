import CommandLineArguments
import Testing

@testable import vicinity

struct TracingOptionsTests {
    private func options(_ words: [String], _ environment: [String: String] = [:]) throws -> TracingOptions? {
        guard case .run(let arguments) = try ServeCommand.command.parse(words, environment: environment)
        else { return nil }
        return try TracingOptions(arguments, environment: environment)
    }

    @Test func `without a collector nothing is traced`() throws {
        #expect(try options([]) == nil)
        #expect(try options([], ["OTEL_EXPORTER_OTLP_ENDPOINT": ""]) == nil)
        #expect(try options(["--traces", "http://c:4318"], ["OTEL_SDK_DISABLED": "TRUE"]) == nil)
    }

    @Test(
        arguments: [
            (["--traces", "http://127.0.0.1:4318"], [:], "http://127.0.0.1:4318/v1/traces"),
            (["--traces", "https://c.example/otlp/"], [:], "https://c.example/otlp/v1/traces"),
            ([], ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318"], "http://c:4318/v1/traces"),
            ([], ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c/x"], "http://c/x"),
            (
                [],
                [
                    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c/x",
                    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://d",
                ],
                "http://c/x"
            ),
            (
                ["--traces", "http://e"], ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c/x"],
                "http://e/v1/traces"
            ),
        ] as [([String], [String: String], String)])
    func `a path is added to a general address, and the command line goes before the environment`(
        words: [String], environment: [String: String], url: String
    ) throws {
        #expect(try #require(try options(words, environment)).url == url)
    }

    @Test(arguments: ["c:4318", "ftp://c", "http://", "http://user@c", "http://c/?key=x", "http://c/#x"])
    func `an address that cannot be called is refused`(url: String) {
        #expect(throws: CommandFailure.self) { try options(["--traces", url]) }
        #expect(throws: CommandFailure.self) {
            try options([], ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": url])
        }
    }

    @Test(arguments: ["-0.1", "1.1", "half", "", "nan"])
    func `a ratio lies between none and all`(ratio: String) {
        #expect(throws: UsageError.self) { try options(["--traces", "http://c", "--trace-ratio", ratio]) }
        #expect(throws: UsageError.self) { try options(["--trace-ratio", ratio]) }
    }

    @Test func `fields are pairs with percent signs, and a mistake in them is not repeated`() throws {
        let made = try #require(
            try options(["--traces", "http://c"], ["OTEL_EXPORTER_OTLP_HEADERS": "a=b%20c, key = d=e"]))
        #expect(made.header.map(\.name) == ["a", "key"])
        #expect(made.header.map(\.value) == ["b c", "d=e"])
        let failure = #expect(throws: CommandFailure.self) {
            try options(["--traces", "http://c"], ["OTEL_EXPORTER_OTLP_HEADERS": "a-secret-alone"])
        }
        #expect(failure?.description.contains("a-secret-alone") == false)
    }

    @Test(arguments: [(nil, "vicinity"), ("", "vicinity"), ("lunch", "lunch")] as [(String?, String)])
    func `the service has a name`(name: String?, expected: String) throws {
        let environment = name.map { ["OTEL_SERVICE_NAME": $0] } ?? [:]
        #expect(try #require(try options(["--traces", "http://c"], environment)).serviceName == expected)
    }

    @Test(arguments: ["3601", "-1", "10s", ""])
    func `the time of draining is a number of seconds`(text: String) throws {
        guard case .run(let arguments) = try ServeCommand.command.parse(["--drain", text]) else { return }
        #expect(throws: UsageError.self) { try ServeCommand.drainTime(arguments) }
    }
}
