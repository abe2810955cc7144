import Processes
import Synchronization
import TipCore
import TipRules

// The exchange of a store's state with other devices (T94 to T100).
extension TipStore {
    /// Sends the changes since the last exchange with this name, and joins the changes of other devices.
    ///
    /// - Parameters:
    ///   - transport: The way to the other devices.
    ///   - name: The name under which the store keeps the progress of the exchange.
    /// - Throws: The error of the transport, or the error that prevents reading or writing. The unsent
    ///   changes are sent with the next exchange.
    public func exchange(with transport: some TipSyncTransport, named name: String) async throws {
        try await exchange(try await outgoing(name), with: transport, named: name)
    }

    /// Exchanges changes until the task is cancelled.
    ///
    /// It exchanges soon after a change here, when the transport announces changes of other devices, and at
    /// an interval.
    ///
    /// The changes of a second are sent together. While the other side cannot be reached, the store retries
    /// with growing pauses, at most an hour, and reports it once to ``faults``. After weeks without the other
    /// side, the only cost is a larger request.
    public func keepExchanging(with transport: some TipSyncTransport, named name: String) async {
        let follower = ChangeFollower(self)
        let arrival = Arrival()
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in transport.arrivals {
                    arrival.note()
                    follower.signal.signal()
                }
            }
            var pace = ExchangePace(interval: transport.interval)
            while !Task.isCancelled {
                await self.exchangeOnce(with: transport, named: name, &pace)
                await self.untilDue(follower, &pace, arrival, named: name)
            }
            group.cancelAll()
        }
    }

    private func exchangeOnce(
        with transport: some TipSyncTransport, named name: String, _ pace: inout ExchangePace
    ) async {
        do {
            try await exchange(with: transport, named: name)
            pace.noteSuccess(at: now)
        } catch {
            if !Task.isCancelled { tell(.notExchanged(name)) }
            pace.noteFailure(at: now)
        }
    }

    private func untilDue(
        _ follower: ChangeFollower, _ pace: inout ExchangePace, _ arrival: Arrival, named name: String
    ) async {
        while !Task.isCancelled {
            await follower.untilChange(or: pace.next)
            if now >= pace.next || arrival.take() { return }
            // Reads, and changes from other devices, also wake the follower.
            guard pace.failures == 0, await hasNews(for: name) else { continue }
            do { try await clock.sleep(for: ExchangePace.gathering) } catch { return }
            return
        }
    }

    private func hasNews(for name: String) async -> Bool {
        do {
            guard var changes = try await outgoing(name).changes else { return false }
            guard let offered = state.withLock({ $0.exchanges[name]?.offered }) else { return true }
            changes.removeKnown(offered)
            return !changes.hasNoRecords || changes.epoch > offered.epoch
        } catch { return false }
    }

    private func exchange(
        _ outgoing: Outgoing, with transport: some TipSyncTransport, named name: String
    ) async throws {
        let (answer, limit) = try await answer(to: outgoing, of: transport)
        var cursor = answer.cursor
        var settled = outgoing.resets
        if let changes = answer.changes {
            let known = try await hasReset() ? -1 : outgoing.settledResets
            let taken = take(changes, knowingResets: known, isFirst: outgoing.isFirst)
            settled = taken.settled
            // Data that is refused now may be accepted when a clock is right: the store asks for it again.
            if !taken.isAll { cursor = outgoing.cursor }
            try await synchronize()
        }
        let isKnown = isKnown(to: answer, until: limit)
        let epoch = max(outgoing.epoch, believedEpoch(answer))
        state.withLock { state in
            if let settled { state.settledResets = settled.here }
            let sent = limit == nil ? outgoing.everything : state.exchanges[name]?.sent
            state.exchanges[name] = ExchangeState(
                cursor: cursor, epoch: epoch, sent: state.datastore == nil && isKnown ? sent : nil,
                received: answer.changes, offered: limit == nil ? nil : outgoing.changes)
        }
        // The cursor is stored last, so that received changes are never skipped; joining them twice has the
        // same result.
        let datastore = state.withLock { $0.datastore }
        try await datastore?.acknowledge(
            name,
            ExchangeRow(
                sent: isKnown ? limit == nil ? outgoing.revision : outgoing.known : -1,
                epoch: epoch, cursor: cursor),
            settlingResets: settled?.epoch)
    }

    /// Reads the changes of other processes since the request, so that the answer does not overwrite them.
    ///
    /// - Returns: Whether the file was reset, and the other devices do not know of the reset.
    private func hasReset() async throws -> Bool {
        guard let datastore = state.withLock({ $0.datastore }) else { return false }
        try await refresh()
        return try await datastore.wantsReset()
    }

    /// Sends a request, and sends it again without future times if the other side refuses these.
    ///
    /// Otherwise a single command under a clock that is days ahead would hold back all changes for these
    /// days.
    ///
    /// - Returns: The answer, and the moment after which data was left out and must be sent again; `nil` if
    ///   no data was left out.
    private func answer(
        to outgoing: Outgoing, of transport: some TipSyncTransport
    ) async throws -> (TipSyncResponse, limit: RuleTime?) {
        let device = state.withLock { $0.machine.replica.device }
        func ask(_ changes: TipLedger?) async throws -> TipSyncResponse {
            try await transport.exchange(
                TipSyncRequest(device: device, cursor: outgoing.cursor, changes: changes))
        }
        do {
            return (try await ask(outgoing.changes), nil)
        } catch TipSyncRefusal.clockAhead(let now) {
            var believed = outgoing.changes
            let limit = now.advanced(byMicroseconds: TipStateMachine.believedSkew)
            let future = believed?.removeFuture(after: limit)
            // The same request would be refused again.
            guard let future, !future.hasNoRecords else { throw TipSyncRefusal.clockAhead(now: now) }
            return (try await ask(believed), limit)
        }
    }

    /// The number of resets in the answer, at most the number that this store now has.
    private func believedEpoch(_ answer: TipSyncResponse) -> Int64 {
        min(answer.changes?.epoch ?? 0, ledger.epoch)
    }

    /// Whether the other side has everything that was ever sent to it.
    ///
    /// If it was restored from an older copy, it gets the missing data with the next request.
    ///
    /// Data after the limit could not be sent.
    private func isKnown(to answer: TipSyncResponse, until limit: RuleTime?) -> Bool {
        guard answer.isWhole, let changes = answer.changes else { return true }
        var rest = state.withLock { state in
            var rest = state.machine.travelling(state.machine.ledger)
            // The other side may keep fewer donations of these events, and would be sent the others again and
            // again.
            state.machine.removeUndeclared(from: &rest)
            return rest
        }
        if let limit { _ = rest.removeFuture(after: limit) }
        rest.removeKnown(changes)
        return rest.hasNoRecords
    }

    /// The changes here since the last exchange with the name, and the progress of that exchange.
    private func outgoing(_ name: String) async throws -> Outgoing {
        // Read first: the other side does not know of a reset that happens meanwhile.
        let (resets, settled) = state.withLock { ($0.machine.resets, $0.settledResets) }
        try await synchronize()
        let (datastore, known, all, isFirst) = state.withLock { state in
            (state.datastore, state.exchanges[name], state.machine.ledger, state.exchanges.isEmpty)
        }
        guard let datastore else {
            let row = ExchangeRow(sent: -1, epoch: known?.epoch ?? 0, cursor: known?.cursor)
            return outgoing(
                all, known, row, revision: 0, resets: resets, settledResets: settled, isFirst: isFirst)
        }
        let found = try await datastore.outgoing(name)
        return outgoing(
            found.ledger, known, found.row ?? ExchangeRow(sent: -1, epoch: 0, cursor: nil),
            revision: found.revision, resets: resets, settledResets: found.wantsReset ? -1 : resets,
            isFirst: found.isFirst)
    }

    private func outgoing(
        _ everything: TipLedger, _ known: ExchangeState?, _ row: ExchangeRow, revision: Int64, resets: Int,
        settledResets: Int, isFirst: Bool
    ) -> Outgoing {
        var changes = state.withLock { $0.machine.travelling(everything) }
        // Changes that the others sent are not sent back.
        if let sent = known?.sent { changes.removeKnown(sent) }
        if let received = known?.received { changes.removeKnown(received) }
        let isNews = !changes.hasNoRecords || everything.epoch > row.epoch
        return Outgoing(
            changes: isNews ? changes : nil, everything: everything, cursor: row.cursor,
            epoch: everything.epoch, known: row.sent, revision: revision,
            resets: settledResets == resets ? nil : TipStore.Resets(here: resets, epoch: everything.epoch),
            settledResets: settledResets, isFirst: isFirst)
    }
}

/// The changes to send, and the progress to store afterwards.
private struct Outgoing: Sendable {
    let changes: TipLedger?
    let everything: TipLedger
    let cursor: String?
    let epoch: Int64
    /// The revision up to which the other side had everything before.
    let known: Int64
    let revision: Int64
    /// The resets that this request reports to the other side; `nil` when it knows all resets.
    let resets: TipStore.Resets?
    /// The number of resets by this process that the other side knew; negative when another process reset the
    /// store.
    let settledResets: Int
    /// Whether there was no exchange under any name yet.
    let isFirst: Bool
}

/// The progress of an exchange that is not stored in the file.
struct ExchangeState: Sendable {
    let cursor: String?
    /// The number of resets by then.
    let epoch: Int64
    /// The sent ledger; only for stores in memory, which have no revisions.
    let sent: TipLedger?
    /// The changes in the last answer.
    let received: TipLedger?
    /// The offered changes, when a part of them must wait for the other side's clock; until then they start
    /// no exchange.
    let offered: TipLedger?
}

/// Whether the transport has announced changes.
private final class Arrival: Sendable {
    private let isThere = Mutex(false)

    func note() { isThere.withLock { $0 = true } }

    func take() -> Bool {
        isThere.withLock { isThere in
            defer { isThere = false }
            return isThere
        }
    }
}

/// Decides when to exchange next.
struct ExchangePace: Sendable {
    /// How long changes gather before they are sent.
    static let gathering = Duration.seconds(1)
    /// The longest wait after failures, in microseconds.
    private static let longest: Int64 = 3_600_000_000

    private let interval: Int64
    private(set) var failures = 0
    private(set) var next = RuleTime(microseconds: .min)

    init(interval: Duration) {
        let (seconds, attoseconds) = interval.components
        let whole = Int64(exactly: Double(seconds) * 1_000_000) ?? .max
        self.interval = max(whole.addingClamped(attoseconds / 1_000_000_000_000), 1_000_000)
    }

    mutating func noteSuccess(at now: RuleTime) {
        failures = 0
        next = now.advanced(byMicroseconds: interval)
    }

    mutating func noteFailure(at now: RuleTime) {
        failures += 1
        let pause = min(1_000_000 << Int64(min(failures, 20)), Self.longest)
        // Devices that lost the same server do not all come back in the same second.
        next = now.advanced(byMicroseconds: pause - .random(in: 0...(pause / 2)))
    }
}
