public import Essentials
import TipCore
import TipRules

/// Keeps what is known of people's tips, and joins what their devices know (TD1).
///
/// There is one ledger for each person. A device sends what has happened on it and gets the whole back when it lacks
/// something; joining is the same whatever the order and however often, so nothing is counted twice and nothing needs a key.
public struct TipService: Sendable {
    let store: any WorkplaceStore
    let limits: @Sendable () -> TipLimits
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where ledgers are kept.
    ///   - limits: What is kept of events, by the catalogue in force.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, limits: @escaping @Sendable () -> TipLimits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.limits = limits
        self.now = now
    }

    /// Joins what a person's device knows with what is kept, durably, and tells the device what it lacks.
    ///
    /// It is joined before the transaction begins, because all other transactions wait for that one; another exchange of the
    /// same person in between makes it joined again. Pages of other devices are told by the feed that there is something to
    /// ask for.
    ///
    /// - Throws: ``TipRefusal``, and then nothing has changed; `StoreError.busy` when the same person's other exchanges came
    ///   in between each time; or the store's own error.
    /// - Complexity: O(*n*) in the size of the person's ledger; O(1) for a device that knows everything and sends nothing.
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
        throw StoreError.busy
    }

    /// Drops what is no longer kept of people whose devices send nothing new: donations that are too old, and events that
    /// stay on the device from now on.
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
                // A damaged ledger is reported when its person comes.
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

    /// How often an exchange is joined again, when the person's other exchanges come in between.
    private static let mostTurns = 100
    private static let pageSize = 100

    /// Erases what is known of a person's tips, on the server at once and on each device with its next exchange.
    ///
    /// What stays is how often it was erased, because by that devices tell that what they hold is void.
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
    /// How often everything was reset.
    ///
    /// What cannot be read can be erased all the same: it counts as reset once a minute since 1970, which is more often than
    /// people do that, and more often with each time.
    fileprivate func epoch(at time: Timestamp) -> Int64 {
        do { return try ledger().epoch } catch { return time.millisecondsSinceEpoch / 60_000 }
    }
}

/// What a device has sent, ready to be joined with what is kept.
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
        // Before they are read, because each donation names its writer.
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

    /// What comes of it.
    struct Joined {
        let before: KeptTipLedger?
        /// The ledger to keep; `nil` when nothing is new.
        let change: KeptTipLedger?

        func answer(to cursor: Int64) -> TipExchangeAnswer {
            let present = change ?? before
            return TipExchangeAnswer(
                cursor: present?.revision ?? 0,
                changes: cursor == before?.revision ?? 0 ? nil : present?.bytes ?? TipLedger().bytes)
        }
    }

    /// How many writers the bytes of a ledger begin by announcing: the number after that of the form.
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
    /// The instant as rules of tips take it.
    var ruleTime: RuleTime { RuleTime(microseconds: millisecondsSinceEpoch * 1_000) }

    /// A revision that a ledger has not had before.
    fileprivate func revision(after last: Int64?) -> Int64 {
        max(millisecondsSinceEpoch, (last ?? 0) + 1)
    }
}
