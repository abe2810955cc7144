import Foundation
import Processes
import WorkplaceClient

/// Runs a gateway: pairs it, listens, and sends reports until it is asked to stop.
struct GatewaySession {
    /// How long the last reports have when the gateway is asked to stop.
    private static let lastReportsLimit: Duration = .seconds(2)

    /// Where advertisements come from.
    enum Source: Sendable {
        /// A radio of this machine.
        case radio(GatewayRadio)
        /// A recording, after which the gateway stops.
        case recording(GatewayRecording)
    }

    let server: String
    let folder: String
    let queueLimit: Int
    let source: Source

    /// Runs until a signal comes, or the recording has been played and sent.
    func run() async throws {
        let signals = SignalArrivals(of: SignalArrivals.termination)
        defer { withExtendedLifetime(signals) {} }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { [arrivals = signals.arrivals] in
                for await _ in arrivals { break }
                return true
            }
            group.addTask {
                try await serve()
                return true
            }
            // Whatever ends first ends the other; a gateway that is asked to stop has sent its last report by then.
            do {
                _ = try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            } catch is CancellationError {
                return
            }
        }
    }

    private func serve() async throws {
        let queue = try ReportQueue(folder: folder + "/queue", limit: queueLimit)
        let server = try APIClient(ofGateway: server)
        let started = ContinuousClock.now
        var isPlayed = false
        while !isPlayed {
            let pairing = try await pairing(with: server)
            try await claim(queue, for: pairing)
            var client = server
            client.signIn(token: pairing.key)
            let ear = GatewayEar()
            let sender = ReportSender(
                client: client, gateway: pairing.gateway, queue: queue, ear: ear, started: started)
            Terminal.error("This is the gateway \(pairing.gateway). It reports to \(pairing.server).")
            switch try await run(sender, ear, queue) {
            case .drained: isPlayed = true
            case .keyRefused:
                Terminal.error("The key of this gateway is not valid any more. Pair it again.")
                try GatewayPairing.remove(in: folder)
            }
        }
    }

    /// Drops the reports of another place, which must not be taken for reports of this one.
    ///
    /// A gateway that was paired again under its own name keeps its reports.
    private func claim(_ queue: ReportQueue, for pairing: GatewayPairing) async throws {
        let (path, owner) = (folder + "/queue-owner", Data("\(pairing.server)\n\(pairing.gateway)\n".utf8))
        guard FileManager.default.contents(atPath: path) != owner else { return }
        await queue.clear()
        do throws(StateFolder.Failure) { try PrivateFile.write(Array(owner), to: path) } catch {
            throw CommandFailure("The file \(error.path) cannot be written: \(error.reason).")
        }
    }

    private func run(
        _ sender: ReportSender, _ ear: GatewayEar, _ queue: ReportQueue
    ) async throws -> ReportSender.Outcome {
        do {
            return try await withThrowingTaskGroup(of: ReportSender.Outcome?.self) { group in
                group.addTask {
                    try await listen(to: ear, queue)
                    await queue.finish()
                    return nil
                }
                group.addTask { try await sender.run() }
                defer { group.cancelAll() }
                while let result = try await group.next() { if let result { return result } }
                preconditionFailure("the sender ends with an outcome")
            }
        } catch let error as CancellationError {
            await sendLastReports(sender, ear, queue)
            throw error
        }
    }

    /// Stores what was heard last, and tries for a moment to send it: nobody listens from then on.
    private func sendLastReports(_ sender: ReportSender, _ ear: GatewayEar, _ queue: ReportQueue) async {
        await append(ear.cut(until: GatewayClock.now, isLast: true), to: queue)
        await queue.finish()
        await Task {
            // A task of its own, because this one is cancelled; it ends by the deadline.
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await sender.run() }
                group.addTask { try? await Task.sleep(for: Self.lastReportsLimit) }
                await group.next()
                group.cancelAll()
            }
        }.value
    }

    private func listen(to ear: GatewayEar, _ queue: ReportQueue) async throws {
        switch source {
        case .radio(let radio):
            try await radio.listen(to: ear) { until in await append(ear.cut(until: until), to: queue) }
        case .recording(let recording):
            try await recording.play(to: ear) { until in await append(ear.cut(until: until), to: queue) }
        }
    }

    private func append(_ reports: [GatewayEar.Report], to queue: ReportQueue) async {
        for report in reports where await !queue.append(report.beginning, fleeting: report.fleeting) {
            Terminal.error("A report cannot be stored in \(folder)/queue, and is lost.")
        }
    }

    // MARK: - Pairing

    /// The key with the server; without one the gateway shows codes until somebody approves one.
    private func pairing(with client: APIClient) async throws -> GatewayPairing {
        if let pairing = GatewayPairing.read(in: folder, server: server) { return pairing }
        var backoff = Backoff()
        var troubles = TroubleLog()
        while true {
            do {
                let authorization = try await client.beginPairing(as: .gateway)
                authorization.show()
                Terminal.error("Waiting for the approval of somebody who runs the gateways.")
                let (gateway, key) = try await client.finishGatewayPairing(authorization)
                let pairing = GatewayPairing(server: server, gateway: gateway, key: key)
                try pairing.write(in: folder)
                return pairing
            } catch PairingFailure.expired {
                Terminal.error("\(PairingFailure.expired) Here is another one.")
            } catch let failure as PairingFailure {
                throw CommandFailure(failure.description)
            } catch {
                if error is CancellationError || error is CommandFailure { throw error }
                guard error is NoAnswer || (error as? APIProblem)?.isTransient == true else { throw error }
                if troubles.isNews("\(error)") { Terminal.error("\(error) Trying again.") }
                try await Task.sleep(for: backoff.wait())
            }
        }
    }
}
