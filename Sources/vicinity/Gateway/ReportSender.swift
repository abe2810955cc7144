import Essentials
import Foundation
import Processes
import JSON
import WorkplaceClient

/// Sends the reports of the queue in their order, and retries each until the server has answered.
struct ReportSender {
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

    /// Sends until the queue is finished and empty.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws -> Outcome {
        var backoff = Backoff()
        var troubles = TroubleLog()
        var hasTrouble = false
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
                if hasTrouble { Terminal.error("The server answers again.") }
                (backoff, troubles, hasTrouble) = (Backoff(), TroubleLog(), false)
            } catch let problem as APIProblem where [401, 403].contains(problem.status) {
                Terminal.error("\(problem)")
                return .keyRefused
            } catch let problem as APIProblem where problem.isFinal {
                Terminal.error("\(problem) The report is dropped.")
                await queue.remove(report.number, isLost: true)
            } catch {
                if error is CancellationError { throw error }
                hasTrouble = true
                if troubles.isNews("\(error)") { Terminal.error("\(error) Trying again.") }
                try await Task.sleep(for: backoff.wait())
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
        return try await client.post("/api/v1/gateways/\(gateway)/reports", json: body)
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
