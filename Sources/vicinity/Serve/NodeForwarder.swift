import Essentials
import HTTPCore
import Outgoing
import Synchronization
import Workplace
import WorkplaceAPI

/// Passes requests about presence on to the node that evaluates it, as a proxy does.
///
/// The other node checks the caller again, with the key or session of the request.
final class NodeForwarder: Sendable {
    private static let timeLimit: Duration = .seconds(5)
    private static let reportInterval: Duration = .seconds(60)

    private let store: any SharedStore
    /// A client that may call the present node, which is usually in a private network.
    private let client = Mutex<(url: String, client: OutgoingClient)?>(nil)
    /// When a failure was reported last.
    private let reportedAt = Mutex<ContinuousClock.Instant?>(nil)

    private init(store: any SharedStore) { self.store = store }

    /// What passes requests on; `nil` where no other process serves the store.
    static func forwarder(over store: any SharedStore) -> RequestForwarder? {
        guard store.duty != .alone else { return nil }
        let nodes = NodeForwarder(store: store)
        return RequestForwarder { try await nodes.forward($0) }
    }

    /// Sends a request to the node that evaluates presence, and returns its answer.
    ///
    /// - Throws: `StoreError.noSender` when no node does at the moment, or it cannot be reached; the store's own error.
    private func forward(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard !RequestForwarder.isPassedOn(request), let url = try await store.senderURL() else {
            throw StoreError.noSender
        }
        let target = url + request.path + (request.query.isEmpty ? "" : "?" + request.query)
        let method: OutgoingRequest.Method =
            switch request.method {
            case .get: .get
            case .post: .post(request.body)
            default: .other(request.method.name, request.body)
            }
        let answer: OutgoingResponse
        do {
            answer = try await client(for: url).send(
                OutgoingRequest(
                    method, target, header: RequestForwarder.fieldsToPassOn(of: request)))
        } catch {
            report(error, at: url)
            // What was passed on is harmless to repeat, so the caller may.
            throw StoreError.noSender
        }
        return try RequestForwarder.answer(
            status: answer.status, fields: answer.header, body: answer.body)
    }

    /// Reports that the sender cannot be reached, at most once a minute.
    private func report(_ error: any Error, at url: String) {
        if case OutgoingError.cancelled = error { return }
        let isDue = reportedAt.withLock { last in
            let now = ContinuousClock.now
            if let last, last.duration(to: now) < Self.reportInterval { return false }
            last = now
            return true
        }
        guard isDue else { return }
        Terminal.error(Self.line(about: error, at: url), level: .warning)
    }

    /// Why the sender cannot be reached, and what to do.
    static func line(about error: any Error, at url: String) -> String {
        let advice = error as? OutgoingError == .tls ? NodeTrial.trust : "See --node-url."
        return "The sender cannot be reached at \(url): \(error) \(advice)"
    }

    private func client(for url: String) -> OutgoingClient {
        client.withLock { present in
            if let present, present.url == url { return present.client }
            let host = PublicURL.host(of: url)
            let made = OutgoingClient(
                OutgoingClient.Configuration(
                    timeLimit: Self.timeLimit, sizeLimit: 16 << 20, allowedHosts: [host]))
            present = (url, made)
            return made
        }
    }
}
