import Synchronization
import TipCore
import TipRules

@testable import TipRuntime

/// What stands between the devices of a person: joins what it is sent, and tells each device what it does not know yet.
final class Cloud: Sendable {
    struct Unreachable: Error {}

    private struct State {
        var ledger = TipLedger()
        var history: [TipLedger] = []
        var requests: [TipSyncRequest] = []
        var isReachable = true
        var isPutBack = false
        /// What time it is here, where that matters.
        var time: RuleTime?
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    var ledger: TipLedger { state.withLock { $0.ledger } }
    var requests: [TipSyncRequest] { state.withLock { $0.requests } }
    var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set { state.withLock { $0.isReachable = newValue } }
    }

    var time: RuleTime? {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = newValue } }
    }

    func forgetRequests() { state.withLock { $0.requests = [] } }

    func tellAll() { for listener in state.withLock({ $0.listeners }) { listener.yield() } }

    func answer(_ request: TipSyncRequest) throws -> TipSyncResponse {
        try state.withLock { state in
            state.requests.append(request)
            guard state.isReachable else { throw Unreachable() }
            if let time = state.time, var believed = request.changes {
                let limit = time.advanced(byMicroseconds: TipStateMachine.believedSkew)
                guard believed.removeFuture(after: limit).hasNoRecords else {
                    throw TipSyncRefusal.clockAhead(now: time)
                }
            }
            // After it was put back, what devices know of it is void.
            let known = state.isPutBack ? 0 : request.cursor.flatMap(Int.init) ?? 0
            let isWhole = known == 0
            state.isPutBack = false
            let news = state.history.dropFirst(known).reduce(into: TipLedger()) { $0.merge($1) }
            if let changes = request.changes {
                // As over a wire.
                let changes = try TipLedger(bytes: changes.bytes)
                let before = state.ledger
                state.ledger.merge(changes)
                if state.ledger != before { state.history.append(changes) }
            }
            return TipSyncResponse(
                cursor: "\(state.history.count)",
                changes: news.isEmpty ? nil : try TipLedger(bytes: news.bytes),
                isWhole: isWhole)
        }
    }

    /// Loses what came later, and gives each device everything that is left.
    func putBack(to ledger: TipLedger) {
        state.withLock { state in
            state.ledger = ledger
            state.history = [ledger]
            state.isPutBack = true
        }
    }

    func listen() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.listeners.append(listener) }
        return stream
    }
}

/// The way of one device to the cloud.
struct CloudTransport: TipSyncTransport {
    let cloud: Cloud
    let arrivals: AsyncStream<Void>

    init(_ cloud: Cloud) {
        self.cloud = cloud
        arrivals = cloud.listen()
    }

    func exchange(_ outgoing: TipSyncRequest) throws -> TipSyncResponse { try cloud.answer(outgoing) }
}
