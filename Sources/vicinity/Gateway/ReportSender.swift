import Essentials
import Foundation
import Processes
import JSON
import WorkplaceClient

/// Sends the reports of the queue in their order, and retries each until the server has answered.
///
/// After an outage it sends them one after another. A server that has enough for the moment says with `Retry-After` when
/// to go on. That is no trouble until the server has taken nothing for ten seconds.
struct ReportSender {
    /// However long a server wants to be left alone, the gateway asks again after this time.
    private static let longestWait: Duration = .seconds(60)
    private static let shortestWait: Duration = .milliseconds(100)
    /// How long a server may ask for patience, and take nothing, before the gateway reports it.
    private static let patience: Duration = .seconds(10)

    /// Why the sender stops.
    enum Outcome: Sendable {
        /// The queue is empty, and no report will follow.
        case drained
        /// The server refuses the key.
        case keyRefused
    }

    let client: APIClient
    let gateway: String
    let queue: ReportQueue
    let ear: GatewayEar
    let started: ContinuousClock.Instant
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    var say: @Sendable (String) -> Void = { Terminal.error($0) }

    /// Sends until the queue is finished and empty.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws -> Outcome {
        var backoff = Backoff()
        var troubles = TroubleLog()
        var hasTrouble = false
        var waited = Duration.zero
        while true {
            try Task.checkCancellation()
            guard let report = await queue.first() else {
                if await queue.isFinished { return .drained }
                await queue.arrival.wait()
                continue
            }
            do {
                let receipt = try await send(report)
                ear.wants = receipt.wants
                await queue.remove(report.number)
                if hasTrouble { say("The server takes reports again.") }
                (backoff, troubles, hasTrouble, waited) = (Backoff(), TroubleLog(), false, .zero)
            } catch let problem as APIProblem where [401, 403].contains(problem.status) {
                say("\(problem)")
                return .keyRefused
            } catch let problem as APIProblem where problem.isFinal {
                say("\(problem) The report is dropped.")
                await queue.remove(report.number, isLost: true)
            } catch let problem as APIProblem where problem.status == 429 && problem.retryAfter != nil {
                let wait = min(max(problem.retryAfter ?? .zero, Self.shortestWait), Self.longestWait)
                // Wrong keys from this address hide whether this gateway's own key is refused.
                if waited >= Self.patience || problem.code == "too-many-gateway-keys" {
                    hasTrouble = true
                    if troubles.isNews("\(problem)") { say("\(problem) Trying again.") }
                }
                waited += wait
                try await sleep(wait)
            } catch {
                if error is CancellationError { throw error }
                hasTrouble = true
                if troubles.isNews("\(error)") { say("\(error) Trying again.") }
                let asked = (error as? APIProblem)?.retryAfter ?? .zero
                try await sleep(max(backoff.wait(), min(asked, Self.longestWait)))
            }
        }
    }

    private func send(_ report: ReportQueue.Report) async throws -> JSONValue {
        let (queued, dropped) = (await queue.count, await queue.dropped)
        let (adapter, heardPerSecond) = ear.health
        let uptime = started.duration(to: .now).components.seconds
        let body = ReportText.report(
            report.beginning, fleeting: report.fleeting,
            sentAt: Timestamp(millisecondsSinceEpoch: GatewayClock.now)
        ) { json in
            json.member("program", "vicinity/\(Vicinity.version)")
            json.member("adapter", String(adapter.prefix(200)))
            json.member("uptimeSeconds", uptime)
            json.member("queued", queued)
            json.member("dropped", dropped)
            json.member("heardPerSecond", (heardPerSecond * 10).rounded() / 10)
        }
        let receipt = try await client.post("/api/v1/gateways/\(gateway)/reports", json: body)
        // Another server may answer anything with 200, and the report must not be lost to it.
        _ = try receipt.reading { $0["accepted"].integer(in: 0...Int64.max) }
        return receipt
    }
}

/// The wall clock of a gateway.
enum GatewayClock {
    /// Milliseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}

extension APIProblem {
    /// Whether the server will refuse the same report for ever.
    fileprivate var isFinal: Bool { [400, 413, 415, 422].contains(status) }
}

extension JSONValue {
    /// The identities that change and that the server can resolve, from a receipt.
    fileprivate var wants: GatewayEar.Wants {
        let names = JSONReader(self)["wants"].optional?.array { $0.string() } ?? []
        return GatewayEar.Wants(
            ephemeral: names.contains("ephemeral"), privateAddresses: names.contains("address"))
    }
}
