import HTTPCore
import JSON
import Workplace

/// Fields of answers about the operation of a server.
public enum OperationHeader: Sendable {
    /// The random name of the process, in the answer of `/healthz`, which shows to which process an address leads.
    public static let process = "Vicinity-Process"
}

/// Health and readiness, for operators and load balancers.
struct OperationRoutes: Sendable {
    let services: WorkplaceServices
    private let departure: Departure
    private let storeCheck: StoreCheck

    init(services: WorkplaceServices, departure: Departure) {
        self.services = services
        self.departure = departure
        storeCheck = StoreCheck(store: services.store, now: services.now)
    }

    var routes: [APIRoute] {
        [
            APIRoute(
                method: .get, pattern: "/healthz",
                operation: Operation(
                    id: "getHealth", summary: "Whether the process answers.", tag: .operation,
                    success: .json("Health"), fields: [.process]),
                handle: .immediate { _ in try healthOfProcess() }),
            APIRoute(
                method: .get, pattern: "/readyz",
                operation: Operation(
                    id: "getReadiness",
                    summary:
                        "Whether orders can be taken: a campus is there, the store reads and writes its disk, and the server is not about to stop.",
                    tag: .operation, success: .json("Health"),
                    problems: [.notReady])
            ) { _ in
                guard !departure.isNear else {
                    throw Problem(.stopping, detail: "The server is about to stop.")
                }
                _ = try services.campuses.inForce()
                do { try await storeCheck.run() } catch let outage as StoreOutage { throw outage } catch {
                    throw Problem(.notReady, detail: "The database cannot be written.")
                }
                return Self.healthy
            },
        ]
    }

    private func healthOfProcess() throws -> HTTPResponse {
        var response = Self.healthy
        try response.fields.set(OperationHeader.process, services.processName)
        return response
    }

    private static let healthy: HTTPResponse = {
        var json = JSONWriter()
        json.object { $0.member("status", "ok") }
        return .json(json.bytes)
    }()
}

extension Operation.ResponseField {
    fileprivate static let process = Operation.ResponseField(
        name: OperationHeader.process, summary: "The random name of the process that answers.")
}
