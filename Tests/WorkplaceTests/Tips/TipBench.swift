import Essentials
import TestSupport
import Testing
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

/// A desk of tips over a temporary store, and a clock that stands still at noon.
struct TipBench: Sendable {
    let store: any WorkplaceStore
    let clock: ManualClock
    let desk: TipService

    static let ada = Fixture.ada
    static let english = known(LanguageTag("en"))

    init(_ store: any WorkplaceStore, limits: TipLimits = TipLimits()) {
        let clock = ManualClock()
        self.store = store
        self.clock = clock
        desk = TipService(store: store, limits: { limits }, now: { clock.timestamp })
    }

    /// Exchanges what a device knows.
    @discardableResult
    func exchange(
        _ changes: TipLedger?, cursor: Int64 = 0, device: UInt64 = 0x100, of person: PersonID = ada
    ) async throws -> TipExchangeAnswer {
        try await exchange(bytes: changes?.bytes, cursor: cursor, device: device, of: person)
    }

    @discardableResult
    func exchange(
        bytes: [UInt8]?, cursor: Int64 = 0, device: UInt64 = 0x100, of person: PersonID = ada
    ) async throws -> TipExchangeAnswer {
        try await desk.exchange(
            TipExchange(
                device: TipReplica(device: device), platform: .web, language: Self.english, cursor: cursor,
                changes: bytes), of: person)
    }

    /// What the feed has told ada's pages about her tips.
    func told() async throws -> [String] {
        try await store.read { reading in
            try reading.feedEntries(after: 0, topics: [.person(Self.ada)], limit: 100)
                .map { "\($0.change.kind) \($0.change.body)" }
        }
    }

    /// What is kept of a person.
    func ledger(of person: PersonID = ada) async throws -> TipLedger? {
        try await store.read { try $0.tipLedger(of: person)?.ledger() }
    }

    /// A donation by a device so many seconds after now.
    func donation(
        to event: RuleText = "order.placed", _ payload: RuleValue = .null, by device: UInt64 = 0x100,
        sequence: Int64 = 0, seconds: Int64 = 0
    ) -> TipLedger {
        var record = EventRecord()
        record.insert(
            EventRecord.Donation(
                time: time(seconds), replica: TipReplica(device: device), sequence: sequence, payload: payload
            ))
        var ledger = TipLedger()
        ledger.note(record, of: event)
        return ledger
    }

    /// A moment so many seconds after now.
    func time(_ seconds: Int64) -> RuleTime {
        RuleTime(microseconds: (clock.timestamp.millisecondsSinceEpoch + seconds * 1_000) * 1_000)
    }

    private static func known<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("a constant of the bench is not valid") }
        return value
    }
}

/// A bench on a store of its own.
func withTips(_ limits: TipLimits = TipLimits(), _ body: (TipBench) async throws -> Void) async throws {
    try await withTemporaryStore { store, _ in try await body(TipBench(store, limits: limits)) }
}

extension TipExchangeAnswer {
    /// What the device lacks.
    func ledger() throws -> TipLedger? { try changes.map { try TipLedger(bytes: $0) } }
}
