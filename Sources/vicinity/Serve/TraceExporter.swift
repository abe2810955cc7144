import Foundation
import Metrics
import Outgoing
import Synchronization
import Tracing

/// Sends spans to a collector, many at a time and beside everything else.
///
/// While the collector is away, spans wait and then are dropped and counted; nobody waits for them.
final class TraceExporter: Sendable {
    /// How long spans wait for company.
    private static let interval: Duration = .seconds(1)
    /// How many spans a request has at most.
    private static let batchLimit = 512
    private static let timeLimit: Duration = .seconds(10)
    /// Between two tries, after the first; twice as long after each.
    private static let firstPause: Duration = .seconds(1)
    private static let longestPause: Duration = .seconds(30)
    /// How long the last spans may take when the server ends.
    private static let farewell: Duration = .seconds(2)

    private let options: TracingOptions
    private let client: OutgoingClient
    private let exported = Atomic<Int>(0)

    init(_ options: TracingOptions) {
        self.options = options
        let host = URLComponents(string: options.url)?.host?.lowercased() ?? ""
        client = OutgoingClient(
            OutgoingClient.Configuration(
                timeLimit: Self.timeLimit, sizeLimit: 64 * 1_024, allowedHosts: [host],
                userAgent: "vicinity/\(Vicinity.version)"))
    }

    /// What came of a request.
    private enum Outcome {
        case taken
        /// The collector does not take these spans.
        case refused(String)
        /// It may take them later.
        case away(String)
    }

    /// Sends spans until the surrounding task is cancelled.
    func run() async {
        var isAway = false
        var pause = Self.firstPause
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.interval) } catch { return }
            while case let spans = options.tracer.take(atMost: Self.batchLimit), !spans.isEmpty {
                retry: while true {
                    switch await send(spans) {
                    case .taken:
                        if isAway {
                            Terminal.error("The collector of traces takes spans again.", level: .information)
                        }
                        (isAway, pause) = (false, Self.firstPause)
                        break retry
                    case .refused(let reason):
                        options.tracer.noteDropped(spans.count)
                        Terminal.error("The collector of traces refuses spans: \(reason).", level: .warning)
                        break retry
                    case .away(let reason):
                        if !isAway {
                            Terminal.error(
                                "The collector of traces does not take spans (\(reason)). They wait, and are dropped when too many do.",
                                level: .warning)
                        }
                        isAway = true
                        do { try await Task.sleep(for: pause) } catch {
                            return options.tracer.noteDropped(spans.count)
                        }
                        pause = min(pause * 2, Self.longestPause)
                    }
                }
            }
        }
    }

    /// Sends what waits once more, when nothing is traced any longer, and gives up soon.
    func finish() async {
        await withTaskGroup { group in
            group.addTask { [self] in
                while case let spans = options.tracer.take(atMost: Self.batchLimit), !spans.isEmpty {
                    guard case .taken = await send(spans) else { return }
                }
            }
            group.addTask {
                // A cancelled sleep ends early, when everything was sent.
                try? await Task.sleep(for: Self.farewell)
            }
            await group.next()
            client.close()
            group.cancelAll()
        }
    }

    private func send(_ spans: [Span]) async -> Outcome {
        let body = TraceRequest.body(
            of: spans,
            resource: [
                Span.Attribute("service.name", options.serviceName),
                Span.Attribute("service.version", Vicinity.version),
                Span.Attribute("service.instance.id", options.instance),
            ], version: Vicinity.version)
        let header = [("Content-Type", TraceRequest.mediaType)] + options.header
        do throws(OutgoingError) {
            let answer = try await client.send(OutgoingRequest(.post(body), options.url, header: header))
            switch answer.status {
            case 200..<300:
                exported.add(spans.count, ordering: .relaxed)
                return .taken
            // Those that OpenTelemetry's protocol calls retryable.
            case 429, 502, 503, 504: return .away("status \(answer.status)")
            default: return .refused("status \(answer.status)")
            }
        } catch {
            return .away(error.code)
        }
    }

    /// What was sent and what was not; without values where nothing is traced.
    static func families(of exporter: TraceExporter?) -> [MetricFamily] {
        var spans = MetricFamily(
            .counter, "vicinity_trace_spans_total",
            "How many spans of traces were exported, and how many were dropped.")
        var waiting = MetricFamily(
            .gauge, "vicinity_trace_spans_waiting", "How many spans of traces wait to be exported.")
        if let exporter {
            spans.add(
                Double(exporter.exported.load(ordering: .relaxed)), MetricFamily.Label("state", "exported"))
            spans.add(Double(exporter.options.tracer.droppedCount), MetricFamily.Label("state", "dropped"))
            waiting.add(Double(exporter.options.tracer.waitingCount))
        }
        return [spans, waiting]
    }
}
