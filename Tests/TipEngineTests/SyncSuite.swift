import Synchronization
import TestSupport
import Testing
import TipCore

@testable import TipRuntime

/// A suite whose stores exchange through one cloud.
protocol SyncSuite {
    var cloud: Cloud { get }
}

extension SyncSuite {
    /// Runs a body on a store in a file or in memory, and closes it.
    func withStore(
        inFile: Bool, _ days: DayClock = DayClock(), _ body: (TipStore) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let store =
                inFile
                ? try TipStore(path: folder + "/tips.store", now: { days.moment }, clock: ManualClock())
                : TipStore(now: { days.moment }, clock: ManualClock())
            try await body(store)
            try await store.close()
        }
    }

    func exchange(_ stores: TipStore..., rounds: Int = 2) async throws {
        for _ in 0..<rounds {
            for store in stores { try await store.exchange(with: CloudTransport(cloud), named: "cloud") }
        }
    }

    /// Another device that has closed a tip, after so many resets, and has told the cloud.
    func makeElsewhere(resets: Int) async throws -> TipStore {
        let store = makeStore()
        for _ in 0..<resets { store.reset() }
        await using(store) { PositionTip().invalidate(reason: .tipClosed) }
        try await exchange(store)
        #expect(cloud.ledger.epoch == resets)
        return store
    }
}

/// Shows whole days, and can be put forwards and back.
final class DayClock: Sendable {
    private let shown = Mutex(0)

    var moment: RuleTime { second(shown.withLock { $0 } * day) }

    func put(to day: Int) { shown.withLock { $0 = day } }
}

/// Answers each request alike, and records the requests.
final class FixedAnswer: TipSyncTransport {
    private let response: TipSyncResponse
    private let log = Mutex<[TipSyncRequest]>([])

    init(cursor: String, changes: TipLedger, isWhole: Bool = false) {
        response = TipSyncResponse(cursor: cursor, changes: changes, isWhole: isWhole)
    }

    var requests: [TipSyncRequest] { log.withLock { $0 } }

    func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse {
        log.withLock { $0.append(outgoing) }
        return response
    }
}
