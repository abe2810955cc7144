public import Essentials
import TipCore
import TipRules

/// Stores people's ledgers of tips, and joins the ledgers of their devices (TD1).
///
/// There is one ledger for each person. A device sends its changes, and gets the whole ledger if it lacks a
/// part of it. Joining is idempotent and does not depend on the order, so nothing is counted twice, and
/// requests need no key.
public struct TipService: Sendable {
    let store: any WorkplaceStore
    let limits: @Sendable () -> TipLimits
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the ledgers.
    ///   - limits: The limits for stored data, by the current catalogue.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, limits: @escaping @Sendable () -> TipLimits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.limits = limits
        self.now = now
    }

    /// Joins a device's changes with the person's stored ledger, durably, and returns the part that the
    /// device lacks.
    ///
    /// Joining happens before the transaction begins, because all other transactions wait for the
    /// transaction. If the same person has another exchange in between, it joins again. The feed notifies
    /// pages on other devices that there are changes.
    ///
    /// - Throws: ``TipRefusal``, and then nothing has changed; `StoreError.contended` when other exchanges of the
    ///   same person came in between each time; or the store's own error.
    /// - Complexity: O(*n*) in the size of the person's ledger; O(1) for a device that has everything and
    ///   sends nothing.
    public func exchange(_ exchange: TipExchange, of person: PersonID) async throws -> TipExchangeAnswer {
        let time = now()
        let joining = try TipJoining(exchange.changes, limits: limits(), at: time)
        let device = exchange.device(seenOn: Zone.utc.date(at: time))
        for _ in 0..<Self.mostTurns {
            let (kept, devices) = try await store.read { reading in
                (try reading.tipLedger(of: person), try reading.tipDevices(of: person))
            }
            let isKnown = kept?.revision ?? 0 == exchange.cursor && joining.changes == nil
            let joined =
                isKnown ? TipJoining.Joined(before: kept, change: nil) : try joining.joined(with: kept)
            if joined.change == nil, devices.contains(device) { return joined.answer(to: exchange.cursor) }
            let isDone = try await store.write { transaction in
                guard try transaction.tipLedger(of: person)?.revision == kept?.revision else { return false }
                let known = try transaction.tipDevices(of: person)
                if let change = joined.change {
                    try transaction.set(change, of: person)
                    if known.contains(where: { $0.id != device.id }) {
                        try transaction.announce(change, to: person, at: time)
                    }
                }
                try Self.note(device, among: known, of: person, in: transaction)
                return true
            }
            if isDone { return joined.answer(to: exchange.cursor) }
        }
        throw StoreError.contended
    }

    /// Removes outdated data of all people, also of those whose devices send nothing.
    ///
    /// This is the same data that an exchange removes: donations that are too old, and events that now stay
    /// on the device.
    ///
    /// - Throws: The store's own error.
    /// - Complexity: O(*n*) in the size of all ledgers.
    public func trim() async throws {
        let joining = try TipJoining(nil, limits: limits(), at: now())
        var last: PersonID?
        while true {
            let after = last
            let page = try await store.read { try $0.tipLedgers(after: after, limit: Self.pageSize) }
            for (person, kept) in page {
                try Task.checkCancellation()
                let change: KeptTipLedger?
                // A damaged ledger is reported at its person's next request.
                do { change = try joining.joined(with: kept).change } catch { continue }
                guard let change else { continue }
                try await store.write { transaction in
                    guard try transaction.tipLedger(of: person)?.revision == kept.revision else { return }
                    try transaction.set(change, of: person)
                }
            }
            last = page.last?.person
            if page.count < Self.pageSize { return }
        }
    }

    /// How often an exchange is joined again when other exchanges of the person come in between.
    private static let mostTurns = 100
    private static let pageSize = 100

    /// Erases a person's data about tips, on the server at once and on each device with its next exchange.
    ///
    /// Only the number of erasures stays, because it shows devices that their data is outdated.
    ///
    /// - Throws: The store's own error.
    public func erase(_ person: PersonID) async throws {
        let time = now()
        try await store.write { transaction in
            let kept = try transaction.tipLedger(of: person)
            let erased = KeptTipLedger(
                revision: time.revision(after: kept?.revision),
                bytes: TipLedger(epoch: (kept?.epoch(at: time) ?? 0) + 1).bytes)
            try transaction.set(erased, of: person)
            if try !transaction.tipDevices(of: person).isEmpty {
                try transaction.announce(
                    erased, to: person, at: try transaction.timeOfWithdrawal(at: time))
            }
            try transaction.removeTipDevices(of: person)
        }
    }

    private static func note(
        _ device: TipDevice, among known: [TipDevice], of person: PersonID,
        in transaction: WriteTransaction
    ) throws {
        guard !known.contains(device) else { return }
        if !known.contains(where: { $0.id == device.id }), known.count >= TipDevice.mostOfPerson,
            let longestUnseen = known.last
        {
            try transaction.removeTipDevice(longestUnseen.id, of: person)
        }
        try transaction.set(device, of: person)
    }
}

extension KeptTipLedger {
    /// The number of resets.
    ///
    /// An unreadable ledger can be erased, too: it counts as reset once a minute since 1970. This is more
    /// often than people reset, and the number grows with the time.
    fileprivate func epoch(at time: Timestamp) -> Int64 {
        do { return try ledger().epoch } catch { return time.millisecondsSinceEpoch / 60_000 }
    }
}

/// The changes of a device, ready to be joined with the stored ledger.
private struct TipJoining {
    let changes: TipLedger?
    let limits: TipLimits
    let time: Timestamp

    init(_ bytes: [UInt8]?, limits: TipLimits, at time: Timestamp) throws(TipRefusal) {
        self.limits = limits
        self.time = time
        guard let bytes else {
            changes = nil
            return
        }
        guard bytes.count <= TipLimits.mostBytes else { throw .tooLarge }
        // The writers are counted before reading, because each donation names its writer.
        guard Self.writerCount(in: bytes) <= TipLimits.mostReplicas else { throw .tooManyDevices }
        var ledger: TipLedger
        do { ledger = try TipLedger(bytes: bytes) } catch {
            if case .tooLarge = error { throw .impossible }
            throw .unreadable(error)
        }
        try limits.check(ledger)
        let future = ledger.removeFuture(
            after: time.ruleTime.advanced(byMicroseconds: TipStateMachine.believedSkew))
        guard future == TipLedger(epoch: future.epoch) else { throw .clockAhead(now: time) }
        changes = ledger.isEmpty ? nil : ledger
    }

    /// The result of joining.
    struct Joined {
        let before: KeptTipLedger?
        /// The ledger to store; `nil` without changes.
        let change: KeptTipLedger?

        func answer(to cursor: Int64) -> TipExchangeAnswer {
            let present = change ?? before
            return TipExchangeAnswer(
                cursor: present?.revision ?? 0,
                changes: cursor == before?.revision ?? 0 ? nil : present?.bytes ?? TipLedger().bytes)
        }
    }

    /// The number of writers of a ledger, which follows the number of the form in its bytes.
    private static func writerCount(in bytes: [UInt8]) -> Int {
        var count = 0
        for (place, byte) in bytes.dropFirst().prefix(3).enumerated() {
            count |= Int(byte & 0x7F) << (7 * place)
            if byte < 0x80 { return count }
        }
        return bytes.count < 4 ? 0 : .max
    }

    func joined(with kept: KeptTipLedger?) throws -> Joined {
        guard changes != nil || kept != nil else { return Joined(before: nil, change: nil) }
        let known = try kept?.ledger() ?? TipLedger()
        var joined = known
        if var changes {
            guard !changes.removeLeaps(beside: known) else { throw TipRefusal.impossible }
            joined.merge(changes)
        }
        limits.trim(&joined, at: time.ruleTime)
        guard joined != known else { return Joined(before: kept, change: nil) }
        guard joined.replicas.count <= TipLimits.mostReplicas else { throw TipRefusal.tooManyDevices }
        let bytes = joined.bytes
        guard bytes.count <= TipLimits.mostBytes else { throw TipRefusal.tooLarge }
        return Joined(
            before: kept,
            change: KeptTipLedger(revision: time.revision(after: kept?.revision), bytes: bytes))
    }
}

extension Timestamp {
    /// The instant as a time of rules.
    var ruleTime: RuleTime { RuleTime(microseconds: millisecondsSinceEpoch * 1_000) }

    /// A revision that a ledger has not had before.
    fileprivate func revision(after last: Int64?) -> Int64 {
        max(millisecondsSinceEpoch, (last ?? 0) + 1)
    }
}
