import CommandLineArguments
import Foundation
import Glibc
import Tracing

/// The options of `vicinity serve` about traces.
///
/// What they leave open comes from OpenTelemetry's environment variables.
struct TracingOptions {
    static let traces = Option(
        "traces", value: "URL",
        "Sends traces to an OpenTelemetry collector at this address (OTLP over HTTP, JSON), such as http://127.0.0.1:4318.",
        environment: "OTEL_EXPORTER_OTLP_ENDPOINT")
    static let ratio = Option(
        "trace-ratio", value: "RATIO",
        "Which part of the requests is traced, from 0 to 1, where the caller does not say it.", default: "1",
        environment: "OTEL_TRACES_SAMPLER_ARG")

    static let all = [traces, ratio]

    /// Where spans wait.
    let tracer: Tracer
    /// Where they go.
    let url: String
    /// Fields of each request, such as a key of the collector.
    let header: [(name: String, value: String)]
    /// How the program names itself.
    let serviceName: String
    /// Which of several nodes this is.
    let instance: String

    /// Reads the options.
    ///
    /// - Returns: `nil` where nothing is traced.
    /// - Throws: `UsageError`, and `CommandFailure` for a variable that cannot be used.
    init?(_ arguments: ParsedArguments, environment: [String: String]) throws {
        let text = try arguments.text(Self.ratio)
        // The variable may hold an argument of another sampler, so it counts only where something is traced.
        if text != environment["OTEL_TRACES_SAMPLER_ARG"] { _ = try Self.number(ofRatio: text) }
        guard environment["OTEL_SDK_DISABLED"]?.lowercased() != "true",
            let url = try Self.url(arguments, environment)
        else { return nil }
        let ratio = try Self.number(ofRatio: text)
        Self.warn(of: environment)
        self.url = url
        header = try Self.header(environment["OTEL_EXPORTER_OTLP_HEADERS"])
        serviceName = environment["OTEL_SERVICE_NAME"].flatMap { $0.isEmpty ? nil : $0 } ?? "vicinity"
        instance = "\(UUID())".lowercased()
        tracer = Tracer(ratio: ratio, now: Self.now)
    }

    private static func number(ofRatio text: String) throws(UsageError) -> Double {
        guard let ratio = Double(text), (0...1).contains(ratio) else {
            throw .malformedValue(text, of: "--trace-ratio", expected: "a number from 0 to 1")
        }
        return ratio
    }

    /// Says what is sent where the environment asks for another form.
    private static func warn(of environment: [String: String]) {
        let names = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"]
        guard let name = names.first(where: { environment[$0]?.isEmpty == false }),
            environment[name] != "http/json"
        else { return }
        Terminal.error("\(name) asks for another form; traces are sent as http/json.", level: .warning)
    }

    private static let now: @Sendable () -> UInt64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The address of the collector; as OpenTelemetry says, the variable for traces alone is used as it is, and to a general address
    /// a path is added.
    private static func url(
        _ arguments: ParsedArguments, _ environment: [String: String]
    ) throws -> String? {
        let own = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"].flatMap { $0.isEmpty ? nil : $0 }
        if let own, !arguments.isWritten(traces) {
            return try checked(own, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
        }
        guard let base = arguments[traces], !base.isEmpty else { return nil }
        let checked = try checked(base, "--traces")
        return (checked.hasSuffix("/") ? String(checked.dropLast()) : checked) + "/v1/traces"
    }

    private static func checked(_ text: String, _ source: String) throws -> String {
        guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme),
            url.host?.isEmpty == false, url.user == nil, url.query == nil, url.fragment == nil
        else {
            throw CommandFailure(
                "\(source) \(text) cannot be used. It must be an address such as http://127.0.0.1:4318.",
                exitCode: 2)
        }
        return text
    }

    /// Pairs `name=value`, separated by commas, with percent signs.
    private static func header(_ text: String?) throws -> [(name: String, value: String)] {
        try (text ?? "").split(separator: ",").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces).removingPercentEncoding
            }
            guard parts.count == 2, let name = parts[0], let value = parts[1] else {
                // The text may hold a key, so it is not repeated.
                throw CommandFailure(
                    "OTEL_EXPORTER_OTLP_HEADERS cannot be used. It must have pairs name=value, separated by commas.",
                    exitCode: 2)
            }
            return (name, value)
        }
    }
}
